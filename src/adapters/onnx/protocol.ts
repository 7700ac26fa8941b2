import type { LoadReport, OnnxRuntime } from './runtime.ts';

/** The values of a tensor: 64-bit integers become an int64 tensor, bytes one of booleans. */
type TensorData = Float32Array<ArrayBuffer> | BigInt64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** A tensor: its values in row-major order and its shape. */
export interface Tensor<Data extends TensorData = Float32Array<ArrayBuffer>> {
  readonly data: Data;
  readonly dims: readonly number[];
}

/** A model's outputs by name; those that are not float32 are refused. */
export type Tensors = Readonly<Record<string, Tensor>>;

/** A model's inputs by name. */
export type InputTensors = Readonly<Record<string, Tensor<TensorData>>>;

/** What a worker loads: its one session. */
export interface SessionRequest {
  /** A path that node:fs can read, including one inside an executable; a file named `.gz` is unpacked. */
  readonly modelPath: string;
  readonly runtime: OnnxRuntime;
  /** Whether memory is kept from one run to the next, by default; inputs of ever other lengths make that more and more. */
  readonly arena?: boolean;
}

/** The buffers of some tensors, for transfer rather than copying. */
export function buffersOf(tensors: InputTensors): ArrayBuffer[] {
  return Object.values(tensors).map(({ data }) => data.buffer);
}

/**
 * Whether a worker of this runtime may be inside onnxruntime's native code, where its thread must not be terminated; `auto` counts as
 * native until the worker reports its provider.
 */
export function entersNativeCode(runtime: OnnxRuntime): (report: LoadReport | undefined) => boolean {
  return (report) => (report === undefined ? runtime.provider === 'auto' || runtime.provider === 'native' : report.provider === 'native');
}
