import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionProvider, OnnxRuntime } from '../adapters/onnx/runtime.ts';
import { readSettings } from '../core/config.ts';
import { platformSettings } from './platform-config.ts';
import type { Platform } from './platform.ts';
import { VERSION } from './version.ts';

/**
 * Where onnxruntime's parts are on this platform. An executable unpacks its native part below the user's cache folder, or below the data
 * folder if there is none, as for service users without a home.
 */
export function onnxRuntime({ assets, env }: Platform, provider: ExecutionProvider): OnnxRuntime {
  const wasmPath = assets.onnxWasm;
  if (assets.onnxNative === undefined) return { provider, wasmPath };
  const { dataDirectory } = readSettings({ dataDirectory: platformSettings.dataDirectory }, env);
  const caches = [env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), join(dataDirectory, 'cache')];
  const cacheFolders = caches.map((cache) => join(cache, 'parley', VERSION));
  return { provider, wasmPath, native: { ...assets.onnxNative, cacheFolders } };
}
