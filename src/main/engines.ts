import type { ExecutionProvider, OnnxRuntime } from '../adapters/onnx/runtime.ts';
import { cacheFolders } from './cache-folders.ts';
import type { Platform } from './platform.ts';

/** Where onnxruntime's parts are on this platform. An executable unpacks its native part on first use. */
export function onnxRuntime({ assets, env }: Platform, provider: ExecutionProvider): OnnxRuntime {
  const wasmPath = assets.onnxWasm;
  if (assets.onnxNative === undefined) return { provider, wasmPath };
  return { provider, wasmPath, native: { ...assets.onnxNative, cacheFolders: cacheFolders(env) } };
}
