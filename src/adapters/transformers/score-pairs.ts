import type { LoadedLibrary } from './library.ts';
import type { LoadedModel } from './loaded-model.ts';

/** A cross-encoder: a sequence classifier with one label over query and text together, scored by the sigmoid of its logit. */
export async function openReranker({ library, options }: LoadedLibrary, folder: string): Promise<LoadedModel<'rerank'>> {
  const tokenizer = await library.AutoTokenizer.from_pretrained(folder, options);
  const model = await library.AutoModelForSequenceClassification.from_pretrained(folder, options);
  const { model_type = '' } = model.config as { model_type?: string };
  return {
    architecture: model_type,
    async run({ query, texts }) {
      const inputs: unknown = tokenizer(
        texts.map(() => query),
        { text_pair: [...texts], padding: true, truncation: true },
      );
      const { logits } = (await model(inputs)) as { logits: { data: Float32Array; dims: readonly number[] } };
      const labels = logits.dims.at(-1) ?? 1;
      // Of several labels the last one means that the text is relevant.
      return texts.map((_, row) => {
        const own = logits.data.subarray(row * labels, (row + 1) * labels);
        return labels === 1 ? sigmoid(own[0] ?? 0) : softmaxOfLast(own);
      });
    },
  };
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function softmaxOfLast(values: Float32Array): number {
  const most = Math.max(...values);
  const powers = Array.from(values, (value) => Math.exp(value - most));
  return (powers.at(-1) ?? 0) / powers.reduce((sum, power) => sum + power, 0);
}
