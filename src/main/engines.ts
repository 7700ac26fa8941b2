import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionProvider, OnnxRuntime } from '../adapters/onnx/runtime.ts';
import type { Platform } from './platform.ts';
import { VERSION } from './version.ts';

/** Where onnxruntime's parts are on this platform. An executable writes its native part below the user's cache folder. */
export function onnxRuntime({ assets, env }: Platform, provider: ExecutionProvider): OnnxRuntime {
  const wasmPath = assets.onnxWasm;
  if (assets.onnxNative === undefined) return { provider, wasmPath };
  const cache = env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return { provider, wasmPath, native: { ...assets.onnxNative, cacheFolder: join(cache, 'parley', VERSION) } };
}
