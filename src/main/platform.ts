import type { NativeFile } from '../adapters/onnx/runtime.ts';

/** A server that is listening. */
export interface Listening {
  /** Base URL without a trailing slash, with the port that was really bound. */
  readonly url: string;
  /** Stops accepting, waits up to `graceMs` for requests under way, then cuts the rest. */
  stop(graceMs: number): Promise<void>;
}

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  handle(request: Request): Promise<Response>;
  /** Asks those that answer requests still, for as long as `FAREWELL_MS`, to end them: they are cut off then. */
  endRequests?(): void;
}

/** How long before the end of the grace the requests under way are ended. */
export const FAREWELL_MS = 250;

/** Paths of the files that ship inside an executable and lie in the source tree otherwise; `node:fs` reads them. */
export interface Assets {
  readonly sttModel: string;
  /** words.lm: the word model that the recogniser's letters are read with. */
  readonly sttWords: string;
  readonly vadModel: string;
  readonly ttsVoice: string;
  /** voice.json: the voice model's phones and voices. */
  readonly ttsDescription: string;
  readonly ttsSpelling: string;
  readonly ttsLexicon: string;
  readonly embedModel: string;
  /** weights.bin: what the guard has learned of attacks. */
  readonly guardWeights: string;
  /** encoder.onnx: the guard's encoder, which reads rows of `guardWords` for tokens of `embedTokenizer`. */
  readonly guardEncoder: string;
  /** words.bin: the encoder's table of words. */
  readonly guardWords: string;
  readonly embedTokenizer: string;
  readonly modelManifest: string;
  /** dashboard.json: the built dashboard in one file. */
  readonly dashboard: string;
  /** From source: where the dashboard's sources lie, and the command that builds it. */
  readonly dashboardSource?: { readonly folder: string; readonly build: readonly [string, ...string[]] };
  /** onnxruntime-web's WASM binary. */
  readonly onnxWasm: string;
  /** onnxruntime's native add-on, only where an executable carries it. */
  readonly onnxNative?: { readonly binding: NativeFile; readonly library: NativeFile };
}

/** Everything that differs between the runtimes Parley runs on. */
export interface Platform {
  readonly runtime: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly args: readonly string[];
  readonly assets: Assets;
  serve(options: ServeOptions): Promise<Listening>;
  /** Calls back once the process is asked to stop. */
  onShutdown(stop: () => void): void;
  print(text: string): void;
  printError(text: string): void;
  exit(code: number): never;
}
