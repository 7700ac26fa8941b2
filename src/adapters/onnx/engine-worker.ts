import type { WorkerReply, WorkerRequest } from './protocol.ts';

/** One worker that answers one request at a time. */
export interface EngineWorker {
  /**
   * Sends a request and gives its answer. Rejects with a TimeoutError after `timeoutMs` and with the crash
   * when the worker dies; in both cases the worker is gone and must be replaced.
   */
  ask(request: WorkerRequest, transfer: readonly ArrayBuffer[], timeoutMs: number): Promise<WorkerReply>;
  /** False once it was ended or died. */
  readonly alive: boolean;
  /** Settles once its thread was ended: at once, or when it has come out of native code. */
  readonly ended: Promise<void>;
  /** Rejects what it was asked and ends it. */
  end(reason: Error): void;
}

/** Starts a worker by the factory given. */
export function startEngineWorker(create: () => Worker): EngineWorker {
  const worker = create();
  const ended = Promise.withResolvers<void>();
  let pending: PromiseWithResolvers<WorkerReply> | undefined;
  let death: Error | undefined;
  let busy = false;
  let native = false;

  const terminate = (): void => {
    worker.terminate();
    ended.resolve();
  };
  const end = (reason: Error, halted = false): void => {
    if (death !== undefined) return;
    death = reason;
    pending?.reject(reason);
    pending = undefined;
    // A thread ended inside onnxruntime's native code takes the whole process down; it is ended when it answers.
    if (halted || !busy || !native) terminate();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    busy = false;
    if (data.type === 'loaded') native = data.report.provider === 'native';
    if (death !== undefined) terminate();
    pending?.resolve(data);
    pending = undefined;
  });
  worker.addEventListener('error', (event) => {
    // Deno ends the whole process for a worker's error that nobody prevents.
    event.preventDefault();
    end(new Error(`the worker crashed: ${event.message}`), true);
    ended.resolve();
  });
  worker.addEventListener('messageerror', () => end(new Error('the worker sent what cannot be read')));
  // Bun's own event for a worker that ended by itself; elsewhere the time-out notices.
  worker.addEventListener('close', () => {
    end(new Error('the worker ended'), true);
    ended.resolve();
  });

  return {
    get alive() {
      return death === undefined;
    },
    ended: ended.promise,
    end,
    async ask(request, transfer, timeoutMs) {
      if (death !== undefined) throw death;
      const answer = Promise.withResolvers<WorkerReply>();
      pending = answer;
      busy = true;
      if (request.type === 'load') native = request.runtime.provider !== 'wasm';
      const timer = setTimeout(() => end(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError')), timeoutMs);
      try {
        worker.postMessage(request, [...transfer]);
        return await answer.promise;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
