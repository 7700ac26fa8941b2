import { readFile } from 'node:fs/promises';
import type { InferenceSession, TensorConstructor } from 'onnxruntime-node';
import { placeNativeFiles } from './native-files.ts';
import type { LoadRequest, Tensors } from './protocol.ts';
import type { LoadReport, OnnxRuntime } from './runtime.ts';

/** One loaded model. */
export interface Session {
  readonly report: LoadReport;
  run(inputs: Tensors): Promise<Tensors>;
}

/** The part of onnxruntime that its native and its WASM build share. */
interface Onnxruntime {
  readonly InferenceSession: { create(model: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession> };
  readonly Tensor: TensorConstructor;
}

/** One thread a session: Parley scales with workers, and threads that spin would starve the HTTP thread. */
const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
};

/** Opens a session by the provider asked for. Throws what onnxruntime or the file system threw. */
export async function openSession({ modelPath, runtime }: LoadRequest): Promise<Session> {
  const started = performance.now();
  const model = new Uint8Array(await readFile(modelPath));
  const opened = await open(model, runtime);
  return { ...opened, report: { ...opened.report, milliseconds: performance.now() - started } };
}

async function open(model: Uint8Array, runtime: OnnxRuntime): Promise<Session> {
  if (runtime.provider === 'native') return createSession(await loadNative(runtime), 'native', model);
  if (runtime.provider === 'wasm') return createSession(await loadWasm(runtime), 'wasm', model);
  try {
    return await createSession(await loadNative(runtime), 'native', model);
  } catch (error) {
    const session = await createSession(await loadWasm(runtime), 'wasm', model);
    const reason = error instanceof Error ? error.message : String(error);
    return { ...session, report: { ...session.report, reason } };
  }
}

async function loadNative({ native }: OnnxRuntime): Promise<Onnxruntime> {
  if (native !== undefined) await placeNativeFiles(native);
  return import('onnxruntime-node');
}

async function loadWasm({ wasmPath }: OnnxRuntime): Promise<Onnxruntime> {
  hideOpaqueLocation();
  const onnxruntime = await import('onnxruntime-web/wasm');
  const { wasm } = onnxruntime.env;
  wasm.numThreads = 1;
  wasm.proxy = false;
  // The bytes are handed over, so that onnxruntime never looks for them by URL.
  wasm.wasmBinary ??= new Uint8Array(await readFile(wasmPath));
  return onnxruntime;
}

/**
 * onnxruntime-web resolves its own address against `location.origin`. In a Deno worker started from a file
 * that is the word "null", no base for a URL; without a `location` it takes its address as it is.
 */
function hideOpaqueLocation(): void {
  if (globalThis.location?.origin !== 'null') return;
  Object.defineProperty(globalThis, 'location', { value: undefined, configurable: true });
}

async function createSession(onnxruntime: Onnxruntime, provider: 'native' | 'wasm', model: Uint8Array): Promise<Session> {
  const { InferenceSession, Tensor } = onnxruntime;
  const executionProviders = [provider === 'native' ? 'cpu' : 'wasm'];
  const session = await InferenceSession.create(model, { ...SESSION_OPTIONS, executionProviders });
  return {
    report: { provider, milliseconds: 0 },
    async run(inputs) {
      const feeds = Object.entries(inputs).map(([name, { data, dims }]) => [name, new Tensor('float32', data, dims)] as const);
      const outputs = await session.run(Object.fromEntries(feeds));
      return Object.fromEntries(
        Object.entries(outputs).map(([name, tensor]) => {
          // Copied out: the runtime may own the memory, and a transfer would take it away.
          const data = new Float32Array(tensor.data as Float32Array);
          const dims = [...tensor.dims];
          tensor.dispose();
          return [name, { data, dims }];
        }),
      );
    },
  };
}
