import { ServiceError } from '../../core/errors.ts';
import type { Logger } from '../../ports/system.ts';
import type { VectorCall, VectorReply, VectorRequest } from './vector-protocol.ts';

/** The calling thread's end of the worker that holds the vectors. Calls are answered in order. */
export interface VectorLink {
  /** Whether the worker died or an answer failed: its contents may be wrong, so it must not be used further. */
  readonly dead: boolean;
  call(call: VectorCall, transfer?: readonly ArrayBuffer[]): Promise<Float64Array>;
  end(): void;
}

/** Takes over a fresh worker. */
export function startVectorLink(worker: Worker, logger: Logger): VectorLink {
  const waiting = new Map<number, PromiseWithResolvers<Float64Array>>();
  let lastId = 0;
  let dead = false;

  function end(): void {
    if (dead) return;
    dead = true;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(gone());
    waiting.clear();
  }

  function fail(reason: string): void {
    if (!dead) logger.error('the vector worker failed', { reason });
    end();
  }

  worker.addEventListener('message', ({ data: reply }: MessageEvent<VectorReply>) => {
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.ok) {
      caller?.resolve(reply.values);
      return;
    }
    caller?.reject(gone());
    fail(reply.message);
  });
  worker.addEventListener('error', (event) => {
    // Without this Deno ends the whole process for a worker's uncaught error.
    event.preventDefault();
    fail(event.message);
  });
  worker.addEventListener('messageerror', () => fail('a message cannot be read'));

  return {
    get dead() {
      return dead;
    },
    call(call, transfer = []) {
      if (dead) return Promise.reject(gone());
      lastId += 1;
      const answer = Promise.withResolvers<Float64Array>();
      waiting.set(lastId, answer);
      const request: VectorRequest = { id: lastId, call };
      worker.postMessage(request, [...transfer]);
      return answer.promise;
    },
    end,
  };
}

function gone(): ServiceError {
  return new ServiceError('unavailable', 'The vector index is being loaded again; try again shortly.', { retryAfterInSeconds: 1 });
}
