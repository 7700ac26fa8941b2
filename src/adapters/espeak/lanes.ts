import { ServiceError } from '../../core/errors.ts';

/** Bounds how many texts are admitted and how many processes run for them at once. */
export interface Lanes {
  /** Admits one text until the pass is disposed. Throws `too_many_requests` if the queue is full. */
  admit(): Disposable;
  /** Waits for a free process slot, first come first served; rejects with the signal's reason when it aborts. */
  take(signal: AbortSignal | undefined): Promise<Disposable>;
}

/** `width` concurrent processes; `queueLimit` more texts may be admitted and wait. */
export function createLanes(width: number, queueLimit: number): Lanes {
  let admitted = 0;
  let running = 0;
  const waiting = new Set<() => void>();

  function leave(): void {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    admit() {
      if (admitted >= width + queueLimit) {
        throw new ServiceError('too_many_requests', `${admitted} texts are already being synthesised or wait for it; try again shortly.`, {
          retryAfterInSeconds: 1,
        });
      }
      admitted += 1;
      return once(() => {
        admitted -= 1;
      });
    },

    async take(signal) {
      signal?.throwIfAborted();
      if (running < width) {
        running += 1;
        return once(leave);
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const start = (): void => {
        waiting.delete(start);
        resolve();
      };
      const stop = (): void => {
        if (waiting.delete(start)) reject(signal?.reason);
      };
      waiting.add(start);
      signal?.addEventListener('abort', stop, { once: true });
      try {
        await promise;
        return once(leave);
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}

function once(release: () => void): Disposable {
  let held = true;
  return {
    [Symbol.dispose]: () => {
      if (held) release();
      held = false;
    },
  };
}
