import type * as transformers from '@huggingface/transformers';
import { installOnnxruntime, type InstalledOnnxruntime } from './onnxruntime.ts';
import type { TransformersLoad } from './protocol.ts';

export type Library = typeof transformers;

/** How models are loaded: only from the given folder. `auto` is the only device of an onnxruntime provided by the host. */
export interface LoadOptions {
  readonly device: 'auto';
  readonly dtype: TransformersLoad['dtype'];
  readonly local_files_only: true;
}

export interface LoadedLibrary extends InstalledOnnxruntime {
  readonly library: Library;
  readonly options: LoadOptions;
}

/** Imports transformers.js, once onnxruntime is in place, and blocks its network access. */
export async function loadLibrary({ runtime, dtype }: TransformersLoad): Promise<LoadedLibrary> {
  const installed = await installOnnxruntime(runtime);
  const library = await import('@huggingface/transformers');
  const { env, LogLevel } = library;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useFS = true;
  env.useFSCache = false;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  // Its warnings may quote a model's input.
  env.logLevel = LogLevel.NONE;
  env.fetch = () => Promise.reject(new Error('models are read from their folder only'));
  return { ...installed, library, options: { device: 'auto', dtype, local_files_only: true } };
}
