import { fileURLToPath } from 'node:url';
import { errorBody, ServiceError } from '../core/errors.ts';
import type { SocketHandler, Sockets } from '../ports/socket.ts';
import { runCommand } from './cli.ts';
import { directToOwnHost } from './own-host.ts';
import { FAREWELL_MS, isForSocket, type Listening, type Platform, type ServeOptions } from './platform.ts';
import { stopSignals, type StopSignal } from './stop-signals.ts';

/** The part of Deno's API that this file uses (https://docs.deno.com/api/deno). */
declare const Deno: {
  readonly version: { readonly deno: string };
  readonly args: readonly string[];
  readonly env: { toObject(): Record<string, string>; set(name: string, value: string): void };
  execPath(): string;
  exit(code: number): never;
  upgradeWebSocket(
    request: Request,
    options: { readonly protocol?: string; readonly idleTimeout: number },
  ): { readonly socket: WebSocket; readonly response: Response };
  addSignalListener(signal: StopSignal, listener: () => void): void;
  serve(
    options: { hostname: string; port: number; signal: AbortSignal; onListen: () => void },
    handler: (request: Request) => Promise<Response>,
  ): { readonly addr: { readonly hostname: string; readonly port: number }; shutdown(): Promise<void> };
};

/** Seconds without a message or a pong after which a socket's client is taken to be gone. */
const SOCKET_IDLE_SECONDS = 120;

/** Adds each socket to those that are open, as the promise of its end. */
async function upgrade(sockets: Sockets, request: Request, open: Set<Promise<void>>): Promise<Response> {
  const accepted = await sockets.accept(request);
  if (accepted instanceof Response) return accepted;
  const { handler, protocol } = accepted;
  const options = { idleTimeout: SOCKET_IDLE_SECONDS, ...(protocol === undefined ? {} : { protocol }) };
  try {
    const { socket, response } = Deno.upgradeWebSocket(request, options);
    const closed = connect(socket, handler);
    open.add(closed);
    void closed.then(() => open.delete(closed));
    return response;
  } catch (error) {
    handler.closed();
    throw error;
  }
}

/** Resolves once the socket has closed. */
function connect(socket: WebSocket, handler: SocketHandler): Promise<void> {
  socket.addEventListener('open', () =>
    handler.opened({
      get waitingBytes() {
        return socket.bufferedAmount;
      },
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      // The WebSocket API keeps most codes to itself; those from 4000 on are for programs.
      close: (code, reason) => socket.close(code === 1000 ? code : code + 3000, reason),
    }),
  );
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => handler.received(typeof data === 'string' ? data : undefined));
  return new Promise((resolve) => {
    socket.addEventListener('close', () => {
      handler.closed();
      resolve();
    });
  });
}

async function serve({ host, port, handle, sockets, endRequests }: ServeOptions): Promise<Listening> {
  const cut = new AbortController();
  const open = new Set<Promise<void>>();
  let isStopping = false;
  const answer = async (request: Request): Promise<Response> => {
    if (isStopping) return stopping();
    return sockets !== undefined && isForSocket(request) ? await upgrade(sockets, request, open) : await handle(request);
  };
  const server = Deno.serve({ hostname: host, port, signal: cut.signal, onListen: () => undefined }, answer);
  const { hostname, port: bound } = server.addr;
  return {
    url: `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${bound}`,
    async stop(graceMs) {
      isStopping = true;
      sockets?.drain();
      const over = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        cut.abort();
        over.resolve();
      }, graceMs);
      const farewell = setTimeout(() => endRequests?.(), Math.max(0, graceMs - FAREWELL_MS));
      // Deno's shutdown closes sockets at once, also where an answer is being spoken.
      await Promise.race([Promise.all(open), over.promise]);
      await server.shutdown();
      clearTimeout(timer);
      clearTimeout(farewell);
    },
  };
}

/** The answer to requests while sockets are still open. */
function stopping(): Response {
  const error = new ServiceError('unavailable', 'The service is stopping.', { retryAfterInSeconds: 1 });
  return Response.json(errorBody(error, ''), { status: error.status, headers: { 'retry-after': '1' } });
}

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The files of the recogniser of other languages, as its folder has them. */
const WHISPER_FILES = [
  'config.json',
  'generation_config.json',
  'preprocessor_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'onnx/encoder_model_quantized.onnx',
  'onnx/decoder_model_merged_quantized.onnx',
];

const platform: Platform = {
  runtime: `deno ${Deno.version.deno}`,
  env: Deno.env.toObject(),
  args: Deno.args,
  serve,
  assets: {
    sttModel: fromRoot('models/stt-en/model.onnx'),
    sttWords: fromRoot('models/stt-en/words.lm'),
    sttSecondEncoder: fromRoot('models/moonshine-base-en/encoder.onnx.gz'),
    sttSecondDecoder: fromRoot('models/moonshine-base-en/decoder.onnx.gz'),
    sttSecondTokens: fromRoot('models/moonshine-base-en/tokens.bin'),
    sttOtherLanguages: Object.fromEntries(
      WHISPER_FILES.map((file) => [file, fromRoot(`models/whisper-base/${file.slice(file.lastIndexOf('/') + 1)}.gz`)]),
    ),
    vadModel: fromRoot('models/vad/model.onnx'),
    turnEnds: fromRoot('models/turns-en/ends.txt'),
    speakerModel: fromRoot('models/speaker/model.onnx'),
    ttsVoice: fromRoot('models/tts-en/voice.onnx'),
    ttsDescription: fromRoot('models/tts-en/voice.json'),
    ttsSpelling: fromRoot('models/tts-en/g2p.onnx'),
    ttsLexicon: fromRoot('models/tts-en/lexicon.txt.gz'),
    embedModel: fromRoot('models/bge-small-en/model.onnx'),
    guardWeights: fromRoot('models/guard-en/weights.bin'),
    guardEncoder: fromRoot('models/guard-en/encoder.onnx'),
    guardWords: fromRoot('models/guard-en/words.bin'),
    embedTokenizer: fromRoot('models/bge-small-en/tokenizer.json'),
    modelManifest: fromRoot('models/manifest.json'),
    dashboard: fromRoot('dashboard/build/dashboard.json'),
    dashboardSource: {
      folder: fromRoot('dashboard'),
      build: [Deno.execPath(), 'run', '-A', fromRoot('scripts/build-dashboard.ts'), '--if-stale'],
    },
    onnxWasm: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')),
  },
  onShutdown(stop) {
    for (const signal of stopSignals()) Deno.addSignalListener(signal, stop);
  },
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  exit: (code) => Deno.exit(code),
};

for (const [name, value] of Object.entries(directToOwnHost(platform.env))) Deno.env.set(name, value);
await runCommand(platform);
