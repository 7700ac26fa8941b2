import { delay } from './abort.ts';
import { ServiceError } from './errors.ts';

export interface MemoryCeilingDeps {
  /** Resident memory in bytes above which no further model is loaded. */
  readonly limitBytes: number;
  /** The process's resident memory now, in bytes. */
  readonly residentBytes: () => number;
}

/** Bounds the memory of every model of a process. Pools that share one give up their idle workers for each other. */
export interface MemoryCeiling {
  /** Registers a callback that unloads idle models and returns how many. Disposing unregisters it. */
  register(unloadIdle: () => Promise<number>): Disposable;
  /** Called before a load. Above the limit it unloads idle models; throws `unavailable` with Retry-After if that is not enough. */
  makeRoom(): Promise<void>;
}

/** Seconds in which a running request may end or a model may become idle. */
const RETRY_AFTER_SECONDS = 10;

/** Milliseconds until the system has reclaimed the memory of an ended thread. */
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
