import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Env, InferenceSession, Tensor as OnnxTensor, TensorConstructor } from 'onnxruntime-node';
import { messageOf } from '../../core/errors.ts';
import { hideOpaqueLocation } from '../../core/opaque-location.ts';
import { placeNativeFiles } from './native-files.ts';
import type { InputTensors, SessionRequest, Tensors } from './protocol.ts';
import type { LoadReport, OnnxRuntime } from './runtime.ts';

/** One loaded model. */
export interface Session {
  readonly report: LoadReport;
  readonly outputNames: readonly string[];
  /** Throws when an output is not float32. `outputs` names those that are needed, by default all. */
  run(inputs: InputTensors, outputs?: readonly string[]): Promise<Tensors>;
  /** Frees its memory; it can no longer be run. */
  release(): Promise<void>;
}

/** The API that onnxruntime's native and WASM builds share. */
interface Onnxruntime {
  readonly InferenceSession: { create(model: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession> };
  readonly Tensor: TensorConstructor;
}

/** One thread per session: Parley scales with workers, and spinning threads would starve the HTTP thread. */
const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
};

const unpack = promisify(gunzip);

/** Opens a session with the requested provider. Throws the errors of onnxruntime and the file system. */
export async function openSession({ modelPath, runtime, arena = true }: SessionRequest): Promise<Session> {
  const started = performance.now();
  const model = await readBytes(modelPath);
  const { provider, reason, opened } = await open(model, runtime, arena);
  // onnxruntime has copied what it needs, so the bytes are freed now rather than by a later garbage collection.
  model.buffer.transfer(0);
  return { ...opened, report: { provider, reason, milliseconds: performance.now() - started } };
}

interface Opened extends Pick<LoadReport, 'provider' | 'reason'> {
  readonly opened: Omit<Session, 'report'>;
}

async function open(model: Uint8Array, runtime: OnnxRuntime, arena: boolean): Promise<Opened> {
  const { provider } = runtime;
  if (provider !== 'auto') return { provider, reason: 'it was asked for', opened: await OPEN[provider](model, runtime, arena) };
  try {
    return { provider: 'native', reason: 'it is the fastest and it loads here', opened: await OPEN.native(model, runtime, arena) };
  } catch (error) {
    const reason = `native does not load here: ${messageOf(error)}`;
    return { provider: 'wasm', reason, opened: await OPEN.wasm(model, runtime, arena) };
  }
}

const OPEN: Readonly<
  Record<LoadReport['provider'], (model: Uint8Array, runtime: OnnxRuntime, arena: boolean) => Promise<Omit<Session, 'report'>>>
> = {
  native: async (model, runtime, arena) => createSession(await loadNative(runtime), 'cpu', model, { enableCpuMemArena: arena }),
  wasm: async (model, runtime) => createSession(await loadWasm(runtime), 'wasm', model),
  webgpu: async (model, runtime) => createSession(await loadWebGpu(runtime), 'webgpu', model),
};

async function loadNative({ native }: OnnxRuntime): Promise<Onnxruntime> {
  if (native !== undefined) await placeNativeFiles(native);
  return import('onnxruntime-node');
}

async function loadWasm({ wasmPath }: OnnxRuntime): Promise<Onnxruntime> {
  hideOpaqueLocation();
  return withBinary(await import('onnxruntime-web/wasm'), wasmPath);
}

async function loadWebGpu({ webgpuWasmPath }: OnnxRuntime): Promise<Onnxruntime> {
  if (!hasWebGpu()) throw new Error('this runtime has no navigator.gpu in its workers, which the provider webgpu needs');
  if (webgpuWasmPath === undefined) throw new Error("this build does not carry onnxruntime's WebGPU binary");
  hideOpaqueLocation();
  return withBinary(await import('onnxruntime-web/webgpu'), webgpuWasmPath);
}

function hasWebGpu(): boolean {
  return typeof navigator === 'object' && 'gpu' in navigator && navigator.gpu !== undefined;
}

async function withBinary<T extends Onnxruntime & { readonly env: Env }>(onnxruntime: T, path: string): Promise<T> {
  const { wasm } = onnxruntime.env;
  wasm.numThreads = 1;
  wasm.proxy = false;
  // Passing the bytes keeps onnxruntime from fetching them by URL.
  wasm.wasmBinary ??= await readBytes(path);
  return onnxruntime;
}

/** A file's bytes, unpacked if its name says so, and copied only if they share their buffer with other data. */
async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await readFile(path);
  const { buffer, byteOffset, byteLength } = path.endsWith('.gz') ? await unpack(file) : file;
  return buffer.byteLength === byteLength ? new Uint8Array(buffer) : new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

async function createSession(
  { InferenceSession, Tensor }: Onnxruntime,
  executionProvider: 'cpu' | 'wasm' | 'webgpu',
  model: Uint8Array,
  options: InferenceSession.SessionOptions = {},
): Promise<Omit<Session, 'report'>> {
  const session = await InferenceSession.create(model, { ...SESSION_OPTIONS, ...options, executionProviders: [executionProvider] });
  const toTensor = ({ data, dims }: InputTensors[string]): OnnxTensor => {
    if (data instanceof BigInt64Array) return new Tensor('int64', data, dims);
    return data instanceof Uint8Array ? new Tensor('bool', data, dims) : new Tensor('float32', data, dims);
  };
  const run: Session['run'] = async (inputs, outputs = session.outputNames) => {
    const feeds = Object.entries(inputs).map(([name, tensor]) => [name, toTensor(tensor)] as const);
    const results = await session.run(Object.fromEntries(feeds), outputs);
    return Object.fromEntries(
      Object.entries(results).map(([name, tensor]) => {
        if (!(tensor.data instanceof Float32Array)) throw new Error(`the output ${name} is ${tensor.type}, not float32`);
        // Copied, because the runtime may own the memory and a transfer would take it away.
        const data = new Float32Array(tensor.data);
        const dims = [...tensor.dims];
        tensor.dispose();
        return [name, { data, dims }];
      }),
    );
  };
  return { outputNames: session.outputNames, run, release: () => session.release() };
}
