import type { PoolStats } from '../../core/pool-stats.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { createTransformersPool, type TransformersDeps } from './pool.ts';
import type { EmbedRun, TransformersResults } from './protocol.ts';

export interface TransformersEmbedderDeps extends TransformersDeps {
  /** Length of a vector: `hidden_size` of the model's config.json. */
  readonly dimensions: number;
  /** How token vectors become one; `mean` unless given, as most sentence-transformers do. */
  readonly pooling?: EmbedRun['pooling'];
  /** What is put before a text, for models trained so, such as `query: ` and `passage: `. */
  readonly prefixes?: Readonly<Record<'query' | 'passage', string>>;
}

/** What the adapter adds to its port. */
export interface TransformersEmbedder extends Embedder, AsyncDisposable {
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/** How many texts go through the model at once, so that queries get their turn between the batches of a document. */
const BATCH = 16;

/** A sentence embedder of the hub. Queries go before passages. */
export function createTransformersEmbedder(deps: TransformersEmbedderDeps): TransformersEmbedder {
  const { pooling = 'mean', prefixes = { query: '', passage: '' } } = deps;
  const models = createTransformersPool('embed', deps);
  return {
    model: deps.model,
    dimensions: deps.dimensions,
    async embed(texts, { as, signal, key }) {
      signal?.throwIfAborted();
      const { pool } = await models.open();
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const batch = texts.slice(at, at + BATCH).map((text) => prefixes[as] + text);
        const options = {
          continuing: at > 0,
          lane: as === 'query' ? ('interactive' as const) : ('background' as const),
          ...(signal === undefined ? {} : { signal }),
          ...(key === undefined ? {} : { key }),
        };
        const result = await pool.run({ task: 'embed', texts: batch, pooling }, [], options);
        vectors.push(...(result as TransformersResults['embed']));
      }
      return vectors;
    },
    warmUp: async () => (await models.open()).pool.warmUp(),
    stats: () => models.stats(),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  };
}
