import { createTransformersPool, type TransformersDeps, type TransformersPool } from './pool.ts';

/** A pool of models whose outputs are labelled. */
export interface LabelledPool {
  readonly models: TransformersPool;
  /** The names of the model's labels; none before it is loaded. */
  labels(): readonly string[];
}

/** A pool that keeps the model's labels once one of its workers has loaded it. */
export function createLabelledPool(task: Parameters<typeof createTransformersPool>[0], deps: TransformersDeps): LabelledPool {
  let labels: readonly string[] = [];
  const models = createTransformersPool(task, {
    ...deps,
    onLoaded: (report) => {
      labels = report.labels ?? [];
      deps.onLoaded?.(report);
    },
  });
  return { models, labels: () => labels };
}
