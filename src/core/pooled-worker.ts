import { ServiceError } from './errors.ts';
import type { LoadReport, PoolReply, PoolRequest, WorkerFailure } from './worker-protocol.ts';

/** One worker of a pool; it handles one call at a time. */
export interface PooledWorker<Load, Run, Part, Result, Report extends LoadReport> {
  /**
   * Rejects with a TimeoutError after `timeoutMs`, or with the crash if the worker dies; in both cases the worker is gone and must be
   * replaced. Rejects with the worker's own error if it fails.
   */
  load(request: Load, timeoutMs: number): Promise<Report>;
  /** The same for a run; `timeoutMs` is the longest time without a part or the end. */
  run(request: Run, transfer: readonly ArrayBuffer[], timeoutMs: number, onPart?: (part: Part) => void): Promise<Result>;
  /** Asks it to stop the current run if it can. */
  cancel(): void;
  /** False once it has been ended or has died. */
  readonly alive: boolean;
  /** Settles when its thread has ended: at once, or once it has left native code. */
  readonly ended: Promise<void>;
  /** Lets an idle worker release its memory, then ends it; if that takes too long it is ended anyway. */
  unload(): void;
  /** Rejects the current call and ends the worker. */
  end(reason: Error): void;
}

export interface PooledWorkerDeps<Report> {
  readonly createWorker: () => Worker;
  /**
   * Whether the worker may be inside native code while it is busy: a thread ended there takes the whole process
   * down, so that it is ended when it answers. The report is undefined while it loads.
   */
  readonly entersNativeCode: (report: Report | undefined) => boolean;
}

/** Longest time a worker may take to release its memory, in milliseconds. */
const UNLOAD_MS = 1000;

interface Pending<Reply> {
  resolve(reply: Reply): void;
  reject(reason: Error): void;
  heard(): void;
}

/** Starts a worker that speaks `worker-protocol.ts`. */
export function startPooledWorker<Load, Run, Part, Result, Report extends LoadReport>(
  deps: PooledWorkerDeps<Report>,
): PooledWorker<Load, Run, Part, Result, Report> {
  type Reply = PoolReply<Part, Result, Report>;
  const worker = deps.createWorker();
  const ended = Promise.withResolvers<void>();
  let pending: Pending<Reply> | undefined;
  let onPart: ((part: Part) => void) | undefined;
  let death: Error | undefined;
  let busy = false;
  let report: Report | undefined;

  const terminate = (): void => {
    worker.terminate();
    ended.resolve();
  };
  const end = (reason: Error, halted = false): void => {
    if (death !== undefined) return;
    death = reason;
    pending?.reject(reason);
    pending = undefined;
    if (halted || !busy || !deps.entersNativeCode(report)) terminate();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    if (data.type === 'unloaded') return terminate();
    if (data.type === 'part') {
      pending?.heard();
      if (pending !== undefined) onPart?.(data.part);
      return;
    }
    busy = false;
    if (data.type === 'loaded') report = data.report;
    if (death !== undefined) terminate();
    pending?.resolve(data);
    pending = undefined;
  });
  worker.addEventListener('error', (event) => {
    // Deno ends the whole process for a worker's error unless its default is prevented.
    event.preventDefault();
    end(new Error(`the worker crashed: ${event.message}`), true);
    ended.resolve();
  });
  worker.addEventListener('messageerror', () => end(new Error('the worker sent what cannot be read')));
  // Bun's own event for a worker that has exited; elsewhere the time-out notices.
  worker.addEventListener('close', () => {
    end(new Error('the worker ended'), true);
    ended.resolve();
  });

  async function ask(request: PoolRequest<Load, Run>, transfer: readonly ArrayBuffer[], timeoutMs: number): Promise<Reply> {
    if (death !== undefined) throw death;
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const late = (): void => end(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'));
    let timer = setTimeout(late, timeoutMs);
    const heard = (): void => {
      clearTimeout(timer);
      timer = setTimeout(late, timeoutMs);
    };
    pending = { resolve, reject, heard };
    busy = true;
    try {
      worker.postMessage(request, [...transfer]);
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    get alive() {
      return death === undefined;
    },
    ended: ended.promise,
    end,
    unload() {
      if (death !== undefined) return;
      death = new Error('the worker was unloaded');
      worker.postMessage({ type: 'unload' } satisfies PoolRequest<Load, Run>, []);
      const timer = setTimeout(terminate, UNLOAD_MS);
      void ended.promise.then(() => clearTimeout(timer));
    },
    cancel() {
      if (busy && death === undefined) worker.postMessage({ type: 'cancel' } satisfies PoolRequest<Load, Run>, []);
    },
    async load(load, timeoutMs) {
      const reply = await ask({ type: 'load', load }, [], timeoutMs);
      if (reply.type === 'loaded') return reply.report;
      throw refusal(reply);
    },
    async run(run, transfer, timeoutMs, listener) {
      onPart = listener;
      const reply = await ask({ type: 'run', run }, transfer, timeoutMs);
      if (reply.type === 'done') return reply.result;
      throw refusal(reply);
    },
  };
}

function refusal(reply: WorkerFailure | { readonly type: 'loaded' | 'done' | 'part' | 'unloaded' }): Error {
  if (reply.type !== 'failed') return new Error(`the worker answered ${reply.type} out of turn`);
  const cause = new Error(reply.reason);
  if (reply.error === undefined) return cause;
  const { kind, message, param } = reply.error;
  return new ServiceError(kind, message, { cause, ...(param === undefined ? {} : { param }) });
}
