import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { InferenceSession, OnnxValue, TensorConstructor } from 'onnxruntime-node';
import { messageOf } from '../../core/errors.ts';
import { hideOpaqueLocation } from '../../core/opaque-location.ts';
import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import type { TransformersRuntime } from './protocol.ts';

export interface InstalledOnnxruntime {
  readonly provider: 'native' | 'wasm';
  /** Why this provider was chosen, for the startup log line. */
  readonly reason: string;
}

const ASKED_FOR = 'it was asked for';

/** Where transformers.js looks for an onnxruntime provided by the host; it must be set before the import. */
const HOST_RUNTIME = Symbol.for('onnxruntime');

/** One thread per session: Parley scales with workers, and spinning threads would starve the HTTP thread. */
const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
};

/**
 * Makes transformers.js run its graphs with the requested provider. Its own choice would be native only, and it would load WASM from a
 * public server. Throws loading errors; `auto` throws only if WASM fails as well.
 */
export async function installOnnxruntime(runtime: TransformersRuntime): Promise<InstalledOnnxruntime> {
  hideOpaqueLocation();
  if (runtime.provider === 'wasm') return installWasm(runtime);
  try {
    const native = await import('onnxruntime-node');
    const { InferenceSession } = native;
    install(native, (graph, options) => {
      const own = { ...options, executionProviders: ['cpu'] };
      return typeof graph === 'string' ? InferenceSession.create(graph, own) : InferenceSession.create(graph, own);
    });
    return { provider: 'native', reason: runtime.provider === 'native' ? ASKED_FOR : 'it is the fastest and it loads here' };
  } catch (error) {
    if (runtime.provider === 'native') throw error;
    return {
      ...(await installWasm(runtime)),
      reason: `native does not load here: ${messageOf(error)}`,
    };
  }
}

async function installWasm({ wasmPath }: TransformersRuntime): Promise<InstalledOnnxruntime> {
  const web = await import('onnxruntime-web/wasm');
  const { wasm } = web.env;
  wasm.numThreads = 1;
  wasm.proxy = false;
  // Passing the bytes keeps onnxruntime from fetching them by URL.
  wasm.wasmBinary ??= new Uint8Array(await readFile(wasmPath));
  install(web, async (graph, options) => {
    const own = { ...options, executionProviders: ['wasm'] };
    if (typeof graph !== 'string') return web.InferenceSession.create(graph, own);
    const externalData = await besides(graph);
    const outside = externalData.length === 0 ? {} : { externalData };
    return web.InferenceSession.create(new Uint8Array(await readFile(graph)), { ...own, ...outside });
  });
  return { provider: 'wasm', reason: ASKED_FOR };
}

/** Weights in files beside a graph, which native onnxruntime reads by itself. */
async function besides(path: string): Promise<{ path: string; data: Uint8Array }[]> {
  const folder = dirname(path);
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${basename(path)}_data`));
  return Promise.all(names.map(async (name) => ({ path: name, data: new Uint8Array(await readFile(join(folder, name))) })));
}

type Run = (feeds: InferenceSession.FeedsType) => Promise<InferenceSession.ReturnType>;

/** What nobody reads: how parts of the audio, or words, attend to each other, hundreds of megabytes for each window of Whisper. */
const UNUSED = /^(?:en|de)coder_attentions\./;

/** The keys and values of the whole audio, which Whisper's decoder and its like get with every token, and would copy to an output. */
const PASSED_ON = /^present\..+\.encoder\./;

/** Runs a session without having it copy outputs that nobody reads, and those that it was given as inputs. */
function withoutCopies(session: InferenceSession): Run {
  const run = session.run.bind(session);
  const used = session.outputNames.filter((name) => !UNUSED.test(name));
  const passedOn = used.filter((name) => PASSED_ON.test(name));
  const made = used.filter((name) => !PASSED_ON.test(name));
  return async (feeds) => {
    // Without a past they are computed.
    if (passedOn.length === 0 || feeds['use_cache_branch']?.data[0] !== 1) return await run(feeds, used);
    const given = passedOn.map((name) => [name, feeds[name.replace('present', 'past_key_values')]] as const);
    const outputs: Record<string, OnnxValue> = { ...(await run(feeds, made)) };
    for (const [name, value] of given) if (value !== undefined) outputs[name] = value;
    return outputs;
  };
}

function install(
  onnxruntime: { readonly Tensor: TensorConstructor },
  open: (graph: string | Uint8Array, options: InferenceSession.SessionOptions) => Promise<InferenceSession>,
): void {
  let last: Promise<unknown> = Promise.resolve();
  /** Serialises calls, because the WASM build cannot run two at once. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  // Models are given as paths; the library's own small graphs, such as for sorting, as bytes.
  const create = async (graph: string | Uint8Array): Promise<InferenceSession> => {
    const session = await inTurn(() => open(graph, SESSION_OPTIONS));
    const run = withoutCopies(session);
    const runInTurn = (feeds: InferenceSession.FeedsType): Promise<InferenceSession.ReturnType> =>
      inTurn(async () => {
        const outputs = await run(feeds);
        // WASM never yields to the event loop, so a request to stop would wait until generation is over.
        await yieldToEventLoop();
        return outputs;
      });
    Object.defineProperty(session, 'run', { value: runInTurn });
    return session;
  };
  // Without `wasm` in its environment transformers.js leaves the paths alone.
  const host = { InferenceSession: { create }, Tensor: onnxruntime.Tensor, env: { versions: {}, logLevel: 'error' } };
  Object.defineProperty(globalThis, HOST_RUNTIME, { value: host, configurable: true });
}
