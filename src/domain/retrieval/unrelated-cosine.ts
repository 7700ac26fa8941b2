import { dotProduct } from '../../core/dot-product.ts';
import type { Embedder } from '../../ports/embedder.ts';

/** Queries and passages that are unrelated to each other. */
const QUERIES = ['how do bees make honey', 'train times to the airport', 'rules of chess for beginners', 'symptoms of a broken ankle'];
const PASSAGES = [
  'The committee approved the budget for the new library on Tuesday.',
  'Whisk the eggs with sugar until the mixture turns pale.',
  'Granite forms when magma cools slowly deep below the surface.',
  'The second violin enters eight bars after the cello.',
];

/** Upper bound: an embedder that places unrelated texts closer together than any real model is not corrected further. */
const HIGHEST = 0.9;

/**
 * The cosine that an embedder gives to unrelated queries and passages, from 0 to 0.9: close to 0 for some models, 0.7 for others. Scores
 * count from it. Throws the embedder's errors.
 */
export async function unrelatedCosine(embedder: Embedder): Promise<number> {
  const [queries, passages] = await Promise.all([embedder.embed(QUERIES, { as: 'query' }), embedder.embed(PASSAGES, { as: 'passage' })]);
  const cosines = queries.flatMap((query) => passages.map((passage) => dotProduct(query, passage)));
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  return mean > HIGHEST ? 0 : Math.max(mean, 0);
}
