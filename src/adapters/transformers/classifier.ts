import type { PoolStats } from '../../core/pool-stats.ts';
import type { Classifier } from '../../ports/classifier.ts';
import { createLabelledPool } from './labelled-pool.ts';
import type { TransformersDeps } from './pool.ts';
import type { TransformersResults } from './protocol.ts';

/** The adapter's port plus warm-up, statistics and shutdown. */
export interface TransformersClassifier extends Classifier, AsyncDisposable {
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/** Texts per run of the model; more would occupy a worker and its memory for long. */
const BATCH = 16;

/** A sequence classifier from the model hub, such as BERT or DeBERTa-v2. */
export function createTransformersClassifier(deps: TransformersDeps): TransformersClassifier {
  const { models, labels } = createLabelledPool('classify', deps);
  return {
    model: deps.model,
    get labels() {
      return labels();
    },
    async classify(texts, { signal } = {}) {
      signal?.throwIfAborted();
      const { pool } = await models.open();
      const found: Readonly<Record<string, number>>[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const options = { continuing: at > 0, ...(signal === undefined ? {} : { signal }) };
        const result = await pool.run({ task: 'classify', texts: texts.slice(at, at + BATCH) }, [], options);
        found.push(...(result as TransformersResults['classify']));
      }
      return found;
    },
    warmUp: async () => (await models.open()).pool.warmUp(),
    stats: () => models.stats(),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  };
}
