import type { PoolStats } from '../../core/pool-stats.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { createTransformersPool, type TransformersDeps } from './pool.ts';
import type { EmbedRun, TransformersResults } from './protocol.ts';

export interface TransformersEmbedderDeps extends TransformersDeps {
  /** Length of a vector: `hidden_size` of the model's config.json. */
  readonly dimensions: number;
  /** How token vectors are pooled; `mean` unless given, as in most sentence-transformers. */
  readonly pooling?: EmbedRun['pooling'];
  /** The prefix of a text, for models trained with one, such as `query: ` and `passage: `. */
  readonly prefixes?: Readonly<Record<'query' | 'passage', string>>;
}

/** What the adapter adds to its port. */
export interface TransformersEmbedder extends Embedder, AsyncDisposable {
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/** Texts per run of the model, so that queries get a turn between the batches of a document. */
const BATCH = 16;

/** A sentence embedder from the model hub. Queries take precedence over passages. */
export function createTransformersEmbedder(deps: TransformersEmbedderDeps): TransformersEmbedder {
  const { pooling = 'mean', prefixes = { query: '', passage: '' } } = deps;
  const models = createTransformersPool('embed', deps);
  return {
    model: deps.model,
    dimensions: deps.dimensions,
    async embed(texts, { as, isUrgent = as === 'query', signal, key }) {
      signal?.throwIfAborted();
      const { pool } = await models.open();
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const batch = texts.slice(at, at + BATCH).map((text) => prefixes[as] + text);
        const options = {
          continuing: at > 0,
          lane: isUrgent ? ('interactive' as const) : ('background' as const),
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
