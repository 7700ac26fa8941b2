import type { ErrorKind } from './errors.ts';

/** What a worker says once its model is loaded. */
export interface LoadReport {
  /** What runs the model, such as `native` or `wasm`. */
  readonly provider: string;
  readonly milliseconds: number;
  /** Why this provider was chosen, for the start-up line. */
  readonly reason?: string;
}

/**
 * What a pool sends to a worker: one `load`, then one `run` at a time. `cancel` asks it to stop the run under
 * way at the next place where it can; the run is still answered. `unload` is the last: its thread ends after it.
 */
export type PoolRequest<Load, Run> =
  | { readonly type: 'load'; readonly load: Load }
  | { readonly type: 'run'; readonly run: Run }
  | { readonly type: 'cancel' }
  | { readonly type: 'unload' };

/** What a worker answers: `loaded` or `failed` to a load; any number of `part`, then `done` or `failed`, to a run. */
export type PoolReply<Part, Result, Report extends LoadReport = LoadReport> =
  | { readonly type: 'loaded'; readonly report: Report }
  | { readonly type: 'part'; readonly part: Part }
  | { readonly type: 'done'; readonly result: Result }
  | { readonly type: 'unloaded' }
  | WorkerFailure;

/** A failure on its way out of a worker. `reason` is for the log; `error` is what the client may hear. */
export interface WorkerFailure {
  readonly type: 'failed';
  readonly reason: string;
  readonly error?: { readonly kind: ErrorKind; readonly message: string; readonly param?: string };
}
