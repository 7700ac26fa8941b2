import { ServiceError } from '../../core/errors.ts';
import type { PoolRunOptions } from '../../core/pool-options.ts';
import { createWorkerPool } from '../../core/worker-pool.ts';
import type { Embedder, EmbedOptions } from '../../ports/embedder.ts';
import type { EmbedRequest, EmbedResult, EmbedSessionRequest } from './embed-protocol.ts';
import type { EngineDeps, EngineHost } from './engine.ts';
import { entersNativeCode } from './protocol.ts';
import type { LoadReport } from './runtime.ts';
import { batchByLength, type BatchLimits } from './text-batches.ts';

/** The inputs and outputs of the model in `models/bge-small-en`; see the README there. */
const DIMENSIONS = 384;
const MAX_TOKENS = 256;
/** More of a text than a window holds is not sent for it. */
const WINDOW_CHARACTERS = MAX_TOKENS * 8;

/** What the model was trained to read before a query, and nothing before a passage (Xiao et al. 2023, arXiv:2309.07597). */
const INSTRUCTION = 'Represent this sentence for searching relevant passages: ';

/** A batch occupies a worker, for which a query may have to wait, so it takes well under 0.1 s. */
const BATCH = { texts: 16, characters: 1500 };

/** Counting takes a hundredth of the time. */
const COUNTED = { texts: 256, characters: 50_000 };

/** A window of a text. */
interface Window {
  readonly vector: Float32Array;
  readonly tokens: number;
  /** In the text that was sent for it. */
  readonly end: number;
}

export interface OnnxEmbedderDeps extends EngineDeps {
  /** Path of the model's `tokenizer.json`, readable by node:fs. */
  readonly tokenizerPath: string;
}

/** The embedder's port plus warm-up, statistics and shutdown. */
export interface OnnxEmbedder extends Embedder, EngineHost {}

/** The built-in embedder: a sentence model run in workers that also tokenise, pool and normalise. */
export function createOnnxEmbedder(deps: OnnxEmbedderDeps): OnnxEmbedder {
  const pool = createWorkerPool<EmbedSessionRequest, EmbedRequest, never, EmbedResult, LoadReport>({
    createWorker: () => new Worker(new URL('./embed-worker.ts', import.meta.url).href, { type: 'module' }),
    ...deps,
    load: { modelPath: deps.modelPath, runtime: deps.runtime, tokenizerPath: deps.tokenizerPath, maxTokens: MAX_TOKENS },
    entersNativeCode: entersNativeCode(deps.runtime),
  });

  async function embedBatch(texts: readonly string[], options: PoolRunOptions): Promise<Window[]> {
    const { vectors, dimensions, tokens, ends } = await pool.run({ task: 'embed', texts }, [], options);
    if (dimensions !== DIMENSIONS) throw new ServiceError('provider_unavailable', 'The embedder gave an answer of the wrong shape.');
    return texts.map((_, row) => {
      const vector = vectors.slice(row * dimensions, (row + 1) * dimensions);
      return { vector, tokens: tokens[row] ?? 0, end: ends[row] ?? Infinity };
    });
  }

  /** Runs as many batches at once as there are workers; the first failure stops the others. */
  async function inBatches(
    texts: readonly string[],
    { isUrgent = false, signal, key }: Omit<EmbedOptions, 'as'>,
    limits: BatchLimits,
    run: (batch: readonly number[], options: PoolRunOptions) => Promise<void>,
  ): Promise<void> {
    const batches = batchByLength(texts, limits);
    const stop = new AbortController();
    const options = {
      lane: isUrgent ? 'interactive' : 'background',
      signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
      ...(key === undefined ? {} : { key }),
    } as const;
    let continuing = false;
    const work = async (): Promise<void> => {
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
        const further = continuing;
        continuing = true;
        await run(batch, { ...options, continuing: further });
      }
    };
    signal?.throwIfAborted();
    try {
      await Promise.all(Array.from({ length: Math.min(deps.workers, batches.length) }, work));
    } catch (error) {
      stop.abort();
      throw error;
    }
  }

  /** Embeds the first window of each text, then the next window of those that go on, until all of them have been read. */
  async function embed(texts: readonly string[], { as, isUrgent = as === 'query', ...given }: EmbedOptions): Promise<Float32Array[]> {
    const prefix = as === 'query' ? INSTRUCTION : '';
    const found = texts.map((): Window[] => []);
    const starts = texts.map(() => 0);
    for (let open = [...texts.keys()]; open.length > 0;) {
      const windows = open.map((place) => prefix + (texts[place] ?? '').slice(starts[place], (starts[place] ?? 0) + WINDOW_CHARACTERS));
      await inBatches(windows, { ...given, isUrgent }, BATCH, async (batch, options) => {
        const rows = await embedBatch(
          batch.map((row) => windows[row] ?? ''),
          options,
        );
        for (const [index, row] of batch.entries()) {
          const place = open[row];
          const window = rows[index];
          if (place === undefined || window === undefined) continue;
          found[place]?.push(window);
          starts[place] = (starts[place] ?? 0) + Math.max(window.end - prefix.length, 1);
        }
      });
      open = open.filter((place) => /\S/u.test((texts[place] ?? '').slice(starts[place])));
    }
    return found.map(combined);
  }

  async function countTokens(texts: readonly string[], options: Omit<EmbedOptions, 'as'>): Promise<number[]> {
    const counts: number[] = [];
    await inBatches(texts, options, COUNTED, async (batch, run) => {
      const { tokens } = await pool.run({ task: 'count', texts: batch.map((place) => texts[place] ?? '') }, [], run);
      for (const [row, place] of batch.entries()) counts[place] = tokens[row] ?? 0;
    });
    return counts;
  }

  return {
    model: deps.model,
    dimensions: DIMENSIONS,
    windowTokens: MAX_TOKENS,
    embed,
    countTokens,
    warmUp: () => pool.warmUp(),
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** The vector of a text: the mean of its windows' by their tokens, of length 1. */
function combined(windows: readonly Window[]): Float32Array {
  const [first, ...others] = windows;
  if (first === undefined || others.length === 0) return first?.vector ?? new Float32Array(DIMENSIONS);
  const sum = new Float32Array(DIMENSIONS);
  for (const { vector, tokens } of windows) for (const [index, value] of vector.entries()) sum[index] = (sum[index] ?? 0) + value * tokens;
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((value) => value / length);
}
