import { ServiceError } from '../../core/errors.ts';
import type { PoolRunOptions } from '../../core/pool-options.ts';
import { createWorkerPool } from '../../core/worker-pool.ts';
import type { Embedder, EmbedOptions } from '../../ports/embedder.ts';
import type { EmbedRequest, EmbedResult, EmbedSessionRequest } from './embed-protocol.ts';
import type { EngineDeps, EngineHost } from './engine.ts';
import { entersNativeCode } from './protocol.ts';
import type { LoadReport } from './runtime.ts';
import { batchByLength } from './text-batches.ts';

/** The inputs and outputs of the model in `models/bge-small-en`; see the README there. */
const DIMENSIONS = 384;
const MAX_TOKENS = 256;

/** What the model was trained to read before a query, and nothing before a passage (Xiao et al. 2023, arXiv:2309.07597). */
const INSTRUCTION = 'Represent this sentence for searching relevant passages: ';

/** A batch occupies a worker, for which a query may have to wait, so it takes well under 0.1 s. */
const BATCH = { texts: 16, characters: 1500 };

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

  async function embedBatch(texts: readonly string[], options: PoolRunOptions): Promise<Float32Array[]> {
    const { vectors, dimensions } = await pool.run({ texts }, [], options);
    if (dimensions !== DIMENSIONS) throw new ServiceError('provider_unavailable', 'The embedder gave an answer of the wrong shape.');
    return texts.map((_, row) => vectors.slice(row * dimensions, (row + 1) * dimensions));
  }

  /** Runs as many batches at once as there are workers; the first failure stops the others. */
  async function embed(texts: readonly string[], { as, isUrgent = as === 'query', signal, key }: EmbedOptions): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    const batches = batchByLength(texts, BATCH);
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
        const given = await embedBatch(
          batch.map((place) => (as === 'query' ? INSTRUCTION : '') + (texts[place] ?? '')),
          { ...options, continuing: further },
        );
        batch.forEach((place, row) => {
          const vector = given[row];
          if (vector !== undefined) vectors[place] = vector;
        });
      }
    };
    signal?.throwIfAborted();
    try {
      await Promise.all(Array.from({ length: Math.min(deps.workers, batches.length) }, work));
    } catch (error) {
      stop.abort();
      throw error;
    }
    return vectors;
  }

  return {
    model: deps.model,
    dimensions: DIMENSIONS,
    embed,
    warmUp: () => pool.warmUp(),
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
