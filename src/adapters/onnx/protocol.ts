import type { LoadReport, OnnxRuntime } from './runtime.ts';

/** One float32 tensor: its values in row-major order and its shape. */
export interface Tensor {
  readonly data: Float32Array<ArrayBuffer>;
  readonly dims: readonly number[];
}

/** A model's inputs or outputs by name. */
export type Tensors = Readonly<Record<string, Tensor>>;

/** Asks a worker to open its one session. */
export interface LoadRequest {
  readonly type: 'load';
  /** A path that node:fs reads, also one inside an executable. */
  readonly modelPath: string;
  readonly runtime: OnnxRuntime;
}

/** Asks a worker for one inference. The tensors' buffers are transferred. */
export interface RunRequest {
  readonly type: 'run';
  readonly inputs: Tensors;
}

export type WorkerRequest = LoadRequest | RunRequest;

/** A worker's one answer to each request. */
export type WorkerReply =
  | { readonly type: 'loaded'; readonly report: LoadReport }
  | { readonly type: 'outputs'; readonly outputs: Tensors }
  | { readonly type: 'failed'; readonly reason: string };

/** The buffers of some tensors, to be handed over rather than copied. */
export function buffersOf(tensors: Tensors): ArrayBuffer[] {
  return Object.values(tensors).map(({ data }) => data.buffer);
}
