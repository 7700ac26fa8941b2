import type { LoadedLibrary } from './library.ts';
import type { LoadedModel } from './loaded-model.ts';

/** A sentence embedder with unit vectors. */
export async function openEmbedder({ library, options }: LoadedLibrary, folder: string): Promise<LoadedModel<'embed'>> {
  const pipeline = await library.pipeline('feature-extraction', folder, options);
  return {
    architecture: pipeline.model.config.model_type ?? '',
    async run({ texts, pooling }) {
      const { data, dims } = await pipeline([...texts], { pooling, normalize: true });
      const width = dims.at(-1) ?? 0;
      return texts.map((_, row) => Float32Array.from((data as Float32Array).subarray(row * width, (row + 1) * width)));
    },
  };
}
