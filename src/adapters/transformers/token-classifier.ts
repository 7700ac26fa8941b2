import type { PoolStats } from '../../core/pool-stats.ts';
import type { TaggedSpan, TokenClassifier } from '../../ports/token-classifier.ts';
import { createLabelledPool } from './labelled-pool.ts';
import type { TransformersDeps } from './pool.ts';
import type { TransformersResults } from './protocol.ts';

/** The adapter's port plus warm-up, statistics and shutdown. */
export interface TransformersTokenClassifier extends TokenClassifier, AsyncDisposable {
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/** A token classifier from the model hub, such as Xenova/bert-base-NER. */
export function createTransformersTokenClassifier(deps: TransformersDeps): TransformersTokenClassifier {
  const { models, labels } = createLabelledPool('tag', deps);
  return {
    model: deps.model,
    get labels() {
      return labels();
    },
    async tag(texts, { signal } = {}) {
      signal?.throwIfAborted();
      const { pool } = await models.open();
      const found: (readonly TaggedSpan[])[] = [];
      // One text at a time, so that other requests get a turn in between.
      for (const [at, text] of texts.entries()) {
        const options = { continuing: at > 0, ...(signal === undefined ? {} : { signal }) };
        const result = await pool.run({ task: 'tag', texts: [text] }, [], options);
        found.push(...(result as TransformersResults['tag']));
      }
      return found;
    },
    warmUp: async () => (await models.open()).pool.warmUp(),
    stats: () => models.stats(),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  };
}
