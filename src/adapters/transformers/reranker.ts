import type { PoolStats } from '../../core/pool-stats.ts';
import type { Reranker } from '../../ports/reranker.ts';
import { createTransformersPool, type TransformersDeps } from './pool.ts';
import type { TransformersResults } from './protocol.ts';

/** The adapter's port plus warm-up, statistics and shutdown. */
export interface TransformersReranker extends Reranker, AsyncDisposable {
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/** Texts per run of the model, so that other requests get a turn in between. */
const BATCH = 8;

/** A cross-encoder from the model hub, such as Xenova/ms-marco-MiniLM-L-6-v2. */
export function createTransformersReranker(deps: TransformersDeps): TransformersReranker {
  const models = createTransformersPool('rerank', deps);
  return {
    model: deps.model,
    async rerank(query, texts, { signal, key } = {}) {
      signal?.throwIfAborted();
      const { pool } = await models.open();
      const scores: number[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const options = {
          continuing: at > 0,
          lane: 'interactive' as const,
          ...(signal === undefined ? {} : { signal }),
          ...(key === undefined ? {} : { key }),
        };
        const result = await pool.run({ task: 'rerank', query, texts: texts.slice(at, at + BATCH) }, [], options);
        scores.push(...(result as TransformersResults['rerank']));
      }
      return scores;
    },
    warmUp: async () => (await models.open()).pool.warmUp(),
    stats: () => models.stats(),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  };
}
