import type { LoadedLibrary } from './library.ts';
import type { LoadedModel } from './loaded-model.ts';

/** A sequence classifier: softmax over its labels, or a sigmoid per label for multi-label models. */
export async function openClassifier({ library, options }: LoadedLibrary, folder: string): Promise<LoadedModel<'classify'>> {
  const pipeline = await library.pipeline('text-classification', folder, options);
  const { model_type = '', id2label = {} } = pipeline.model.config as { model_type?: string; id2label?: Record<string, string> };
  const labels = Object.values(id2label);
  return {
    architecture: model_type,
    labels,
    async run({ texts }) {
      const rows = (await pipeline([...texts], { top_k: labels.length })) as unknown as LabelScore[] | LabelScore[][];
      return rows.map((row) => Object.fromEntries([row].flat().map(({ label, score }) => [label, score])));
    },
  };
}

interface LabelScore {
  readonly label: string;
  readonly score: number;
}
