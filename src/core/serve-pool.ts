import { messageOf, ServiceError } from './errors.ts';
import type { LoadReport, PoolReply, PoolRequest, WorkerFailure } from './worker-protocol.ts';

/** A value to be sent from a worker, and the buffers in it that are transferred rather than copied. */
export interface Outgoing<T> {
  readonly value: T;
  readonly transfer?: readonly ArrayBuffer[];
}

export interface RunContext<Part> {
  /** Aborts when the caller has left. Work that cannot stop midway may ignore it. */
  readonly signal: AbortSignal;
  /** Sends a part of the answer before its end. */
  part(part: Part, transfer?: readonly ArrayBuffer[]): void;
}

/** The work of one kind of worker. A ServiceError that it throws reaches the client as it is; other errors are only logged. */
export interface PoolHandlers<Load, Run, Part, Result, Report extends LoadReport> {
  load(request: Load): Promise<Report>;
  run(request: Run, context: RunContext<Part>): Promise<Outgoing<Result>>;
  /** Releases what ending the thread would not, such as a native session: Deno keeps its memory otherwise. */
  unload?(): Promise<void>;
}

/** The part of a worker's global scope that is used here; TypeScript's DOM library describes that of a window. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  postMessage(reply: unknown, transfer: ArrayBuffer[]): void;
}

/** The worker's side of a worker pool: handles all calls of the pool that started this thread. */
export function servePool<Load, Run, Part, Result, Report extends LoadReport = LoadReport>(
  handlers: PoolHandlers<Load, Run, Part, Result, Report>,
): void {
  const scope = globalThis as unknown as WorkerScope;
  let running: AbortController | undefined;
  const send = (reply: PoolReply<Part, Result, Report>, transfer: readonly ArrayBuffer[] = []): void =>
    scope.postMessage(reply, [...transfer]);

  async function load(request: Load): Promise<void> {
    try {
      send({ type: 'loaded', report: await handlers.load(request) });
    } catch (error) {
      send(failed(error));
    }
  }

  async function run(request: Run): Promise<void> {
    const controller = new AbortController();
    running = controller;
    try {
      const { value, transfer } = await handlers.run(request, {
        signal: controller.signal,
        part: (part, buffers) => send({ type: 'part', part }, buffers),
      });
      running = undefined;
      send({ type: 'done', result: value }, transfer);
    } catch (error) {
      running = undefined;
      send(failed(error));
    }
  }

  async function unload(): Promise<void> {
    try {
      await handlers.unload?.();
    } finally {
      send({ type: 'unloaded' });
    }
  }

  scope.addEventListener('message', ({ data }: MessageEvent<PoolRequest<Load, Run>>) => {
    if (data.type === 'load') void load(data.load);
    else if (data.type === 'run') void run(data.run);
    else if (data.type === 'cancel') running?.abort();
    // The thread ends whatever fails here.
    else if (data.type === 'unload') unload().catch(() => undefined);
  });
}

function failed(error: unknown): WorkerFailure {
  const reason = messageOf(error);
  if (!(error instanceof ServiceError)) return { type: 'failed', reason };
  const { kind, message, param, cause } = error;
  const inner = cause instanceof Error ? `${reason} (${cause.message})` : reason;
  return { type: 'failed', reason: inner, error: { kind, message, ...(param === undefined ? {} : { param }) } };
}
