import type { LoadReport, OnnxRuntime } from './runtime.ts';

/** One tensor: its values in row-major order and its shape. 64-bit integers become an int64 tensor. */
export interface Tensor<Data extends Float32Array<ArrayBuffer> | BigInt64Array<ArrayBuffer> = Float32Array<ArrayBuffer>> {
  readonly data: Data;
  readonly dims: readonly number[];
}

/** A model's outputs by name; those that are not float32 are refused. */
export type Tensors = Readonly<Record<string, Tensor>>;

/** A model's inputs by name. */
export type InputTensors = Readonly<Record<string, Tensor | Tensor<BigInt64Array<ArrayBuffer>>>>;

/** What a worker loads: its one session. */
export interface SessionRequest {
  /** A path that node:fs reads, also one inside an executable. */
  readonly modelPath: string;
  readonly runtime: OnnxRuntime;
}

/** The buffers of some tensors, to be handed over rather than copied. */
export function buffersOf(tensors: InputTensors): ArrayBuffer[] {
  return Object.values(tensors).map(({ data }) => data.buffer);
}

/**
 * Whether a worker of this runtime may be inside onnxruntime's native code, where its thread must not be
 * ended; unless told by its report, `auto` may be.
 */
export function entersNativeCode(runtime: OnnxRuntime): (report: LoadReport | undefined) => boolean {
  return (report) => (report === undefined ? runtime.provider === 'auto' || runtime.provider === 'native' : report.provider === 'native');
}
