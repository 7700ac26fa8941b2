import type { LoadReport as PoolLoadReport } from '../../core/worker-protocol.ts';

/**
 * Which build of onnxruntime an engine may use. `auto` takes native where it loads, else WASM; `webgpu` needs a
 * runtime that has `navigator.gpu` in its workers.
 */
export const EXECUTION_PROVIDERS = ['auto', 'native', 'wasm', 'webgpu'] as const;

export type ExecutionProvider = (typeof EXECUTION_PROVIDERS)[number];

/**
 * The native add-on as an executable carries it: two readable files that must lie in one folder of a
 * real file system, under their own names, before the add-on can be opened.
 */
export interface NativeFiles {
  /** `onnxruntime_binding.node`. */
  readonly binding: NativeFile;
  /** The shared library it links to, such as `libonnxruntime.so.1`. */
  readonly library: NativeFile;
  /** Where they are written on first use: to the first that takes them. Where none does, `auto` falls back to WASM and says so. */
  readonly cacheFolders: readonly string[];
}

export interface NativeFile {
  readonly path: string;
  /** The name it must have beside the other. */
  readonly name: string;
  /** SHA-256 of its bytes in lower-case hexadecimal. */
  readonly sha256: string;
}

/** Where onnxruntime's parts are. */
export interface OnnxRuntime {
  readonly provider: ExecutionProvider;
  /** A path that node:fs reads: `ort-wasm-simd-threaded.wasm` of the installed onnxruntime-web. */
  readonly wasmPath: string;
  /** The same of `ort-wasm-simd-threaded.asyncify.wasm`; without it there is no WebGPU. */
  readonly webgpuWasmPath?: string;
  /** Only in an executable; from source the installed onnxruntime-node finds its own files. */
  readonly native?: NativeFiles;
}

/** What a worker says once its session is loaded, with the provider that was chosen and why. */
export interface LoadReport extends PoolLoadReport {
  readonly provider: Exclude<ExecutionProvider, 'auto'>;
  readonly reason: string;
}
