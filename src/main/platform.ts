import type { NativeFile } from '../adapters/onnx/runtime.ts';
import type { Sockets } from '../ports/socket.ts';

/** A server that is listening. */
export interface Listening {
  /** Base URL without a trailing slash, with the actual port. */
  readonly url: string;
  /** Stops accepting, waits up to `graceMs` milliseconds for running requests, then closes the remaining connections. */
  stop(graceMs: number): Promise<void>;
}

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  handle(request: Request): Promise<Response>;
  /** Answers requests for WebSockets; without it they are like any other. */
  readonly sockets?: Sockets;
  /** Asks handlers that still answer to end within `FAREWELL_MS`, before they are cut off. */
  endRequests?(): void;
}

/** Whether a request is for a WebSocket (RFC 6455, section 4.1). */
export function isForSocket({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket';
}

/** How long before the end of the grace running requests are asked to end, in milliseconds. */
export const FAREWELL_MS = 250;

/** Paths of files that are embedded in an executable, and otherwise are in the source tree; for `node:fs`. */
export interface Assets {
  readonly sttModel: string;
  /** words.lm: the word language model that decodes the recogniser's letters. */
  readonly sttWords: string;
  /** encoder.onnx.gz, decoder.onnx.gz and tokens.bin: the recogniser that reads what the first is not sure of. */
  readonly sttSecondEncoder: string;
  readonly sttSecondDecoder: string;
  readonly sttSecondTokens: string;
  /** The recogniser of other languages, packed by gzip: by the path that each file has in the model's folder. */
  readonly sttOtherLanguages: Readonly<Record<string, string>>;
  readonly vadModel: string;
  /** ends.txt: where English sentences end. */
  readonly turnEnds: string;
  readonly speakerModel: string;
  readonly ttsVoice: string;
  /** voice.json: the voice model's phonemes and voices. */
  readonly ttsDescription: string;
  readonly ttsSpelling: string;
  readonly ttsLexicon: string;
  readonly embedModel: string;
  /** weights.bin: the weights of the guard's attack model. */
  readonly guardWeights: string;
  /** encoder.onnx: the guard's encoder, which reads rows of `guardWords` for the tokens of `embedTokenizer`. */
  readonly guardEncoder: string;
  /** words.bin: the encoder's table of words. */
  readonly guardWords: string;
  readonly embedTokenizer: string;
  readonly modelManifest: string;
  /** dashboard.json: the built dashboard in one file. */
  readonly dashboard: string;
  /** From source: where the dashboard's sources are, and the command that builds it. */
  readonly dashboardSource?: { readonly folder: string; readonly build: readonly [string, ...string[]] };
  /** onnxruntime-web's WASM binary. */
  readonly onnxWasm: string;
  /** onnxruntime's native add-on; only in executables. */
  readonly onnxNative?: { readonly binding: NativeFile; readonly library: NativeFile };
  /** libSQL's native add-on; only in executables. */
  readonly libsqlNative?: NativeFile;
}

/** Everything that differs between Parley's runtimes. */
export interface Platform {
  readonly runtime: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly args: readonly string[];
  readonly assets: Assets;
  serve(options: ServeOptions): Promise<Listening>;
  /** Registers a callback for when the process is asked to stop. */
  onShutdown(stop: () => void): void;
  print(text: string): void;
  printError(text: string): void;
  exit(code: number): never;
}
