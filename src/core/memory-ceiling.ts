import { delay } from './abort.ts';
import { ServiceError } from './errors.ts';

export interface MemoryCeilingDeps {
  /** Resident memory above which no further model is loaded, in bytes. */
  readonly limitBytes: number;
  /** The process's resident memory now, in bytes. */
  readonly residentBytes: () => number;
}

/** Bounds the memory of every model of a process. Pools that share one give up their idle workers for each other. */
export interface MemoryCeiling {
  /** Has `unloadIdle` called when memory runs out; it gives how many models it unloaded. Disposing takes it off. */
  register(unloadIdle: () => Promise<number>): Disposable;
  /** Called before a load. Over the limit it unloads what is idle; throws `unavailable` with Retry-After when that is not enough. */
  makeRoom(): Promise<void>;
}

/** Long enough for a request under way to end or a model to become idle. */
const RETRY_AFTER_SECONDS = 10;

/** An ended thread's memory goes back to the system a little later. */
const SETTLE_MS = 500;
const POLL_MS = 20;

/** A ceiling over the process's resident memory. */
export function createMemoryCeiling(deps: MemoryCeilingDeps): MemoryCeiling {
  const fits = (): boolean => deps.residentBytes() <= deps.limitBytes;
  const pools = new Set<() => Promise<number>>();
  return {
    register(unloadIdle) {
      pools.add(unloadIdle);
      return { [Symbol.dispose]: () => void pools.delete(unloadIdle) };
    },
    async makeRoom() {
      for (const unloadIdle of pools) {
        if (fits()) return;
        if ((await unloadIdle()) > 0) await settle(fits);
      }
      if (fits()) return;
      throw new ServiceError('unavailable', 'There is no memory left to load the model in; try again shortly.', {
        retryAfterInSeconds: RETRY_AFTER_SECONDS,
      });
    },
  };
}

async function settle(done: () => boolean): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  while (!done() && performance.now() < end) await delay(POLL_MS);
}
