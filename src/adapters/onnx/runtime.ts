import type { LoadReport as PoolLoadReport } from '../../core/worker-protocol.ts';

/**
 * Which build of onnxruntime an engine may use. `auto` takes native where it loads, else WASM; `webgpu` needs a
 * runtime that has `navigator.gpu` in its workers.
 */
export const EXECUTION_PROVIDERS = ['auto', 'native', 'wasm', 'webgpu'] as const;

export type ExecutionProvider = (typeof EXECUTION_PROVIDERS)[number];

/**
 * The native add-on embedded in an executable: two files that must be written to one folder of a real file system, under their own names,
 * before the add-on can be loaded.
 */
export interface NativeFiles {
  /** `onnxruntime_binding.node`. */
  readonly binding: NativeFile;
  /** The shared library it links to, such as `libonnxruntime.so.1`. */
  readonly library: NativeFile;
  /** Folders to write them to on first use: the first one that works is used. If none does, `auto` falls back to WASM and reports it. */
  readonly cacheFolders: readonly string[];
}

export interface NativeFile {
  readonly path: string;
  /** The file name it must have. */
  readonly name: string;
  /** SHA-256 of its bytes in lower-case hexadecimal. */
  readonly sha256: string;
}

/** The locations of onnxruntime's files. */
export interface OnnxRuntime {
  readonly provider: ExecutionProvider;
  /** Path of the installed onnxruntime-web's `ort-wasm-simd-threaded.wasm`, readable by node:fs. */
  readonly wasmPath: string;
  /** Path of its `ort-wasm-simd-threaded.asyncify.wasm`; WebGPU needs it. */
  readonly webgpuWasmPath?: string;
  /** Only in an executable; from source the installed onnxruntime-node finds its own files. */
  readonly native?: NativeFiles;
}

/** A worker's report once its session is loaded, with the chosen provider and the reason. */
export interface LoadReport extends PoolLoadReport {
  readonly provider: Exclude<ExecutionProvider, 'auto'>;
  readonly reason: string;
}
