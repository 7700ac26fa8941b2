import { FairQueue } from '../../core/fair-queue.ts';
import { queueFull } from '../../core/pool-failure.ts';
import type { PoolRunOptions } from '../../core/pool-options.ts';

/** Bounds how many processes run at once, and how many sentences wait for one. */
export interface Lanes {
  /**
   * Waits for a place among the processes, of which the keys have one in turn, until the place is disposed. Throws `too_many_requests` if the
   * queue is full and no key with more sentences can give way; a sentence that is `continuing` a text is always let in. Rejects with the
   * signal's reason when it aborts.
   */
  take(options: Pick<PoolRunOptions, 'key' | 'continuing' | 'signal'>): Promise<Disposable>;
}

interface Waiting {
  readonly continuing: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Seconds after which a text that found no place may be sent again. */
const RETRY_SECONDS = 1;

/** `width` concurrent processes; `queueLimit` more texts may wait. */
export function createLanes(width: number, queueLimit: number): Lanes {
  const queue = new FairQueue<Waiting>();
  let running = 0;

  function admit(key: string): void {
    if (running + queue.size < width + queueLimit) return;
    const displaced = queue.displace('interactive', key, ({ continuing }) => !continuing);
    const full = queueFull(RETRY_SECONDS);
    if (displaced === undefined) throw full;
    displaced.reject(full);
  }

  function dispatch(): void {
    while (running < width) {
      const next = queue.shift();
      if (next === undefined) return;
      running += 1;
      next.resolve();
    }
  }

  function place(): Disposable {
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        running -= 1;
        dispatch();
      },
    };
  }

  return {
    async take({ key = '', continuing = false, signal }) {
      signal?.throwIfAborted();
      if (!continuing) admit(key);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiting: Waiting = { continuing, resolve, reject };
      const leave = (): void => {
        if (queue.remove(waiting)) reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(waiting, 'interactive', key);
      dispatch();
      try {
        await promise;
        return place();
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
  };
}
