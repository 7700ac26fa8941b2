import type { ErrorKind } from './errors.ts';

/** What a worker reports once its model is loaded. */
export interface LoadReport {
  /** What runs the model, such as `native` or `wasm`. */
  readonly provider: string;
  readonly milliseconds: number;
  /** Why this provider was chosen, for the log line at start. */
  readonly reason?: string;
}

/**
 * What a pool sends to a worker: one `load`, then one `run` at a time. `cancel` asks it to stop the current run at the next opportunity;
 * the run is still answered. `unload` comes last: its thread ends after it.
 */
export type PoolRequest<Load, Run> =
  | { readonly type: 'load'; readonly load: Load }
  | { readonly type: 'run'; readonly run: Run }
  | { readonly type: 'cancel' }
  | { readonly type: 'unload' };

/** What a worker sends: `loaded` or `failed` after a load; any number of `part`, then `done` or `failed`, during a run. */
export type PoolReply<Part, Result, Report extends LoadReport = LoadReport> =
  | { readonly type: 'loaded'; readonly report: Report }
  | { readonly type: 'part'; readonly part: Part }
  | { readonly type: 'done'; readonly result: Result }
  | { readonly type: 'unloaded' }
  | WorkerFailure;

/** A failure sent by a worker. `reason` is for the log; `error` is what the client may see. */
export interface WorkerFailure {
  readonly type: 'failed';
  readonly reason: string;
  readonly error?: { readonly kind: ErrorKind; readonly message: string; readonly param?: string };
}
