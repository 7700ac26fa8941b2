import { dotProduct } from '../../../core/dot-product.ts';

/** A vector of unit length in the same direction; nothing stays nothing. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dotProduct(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** The sum of some vectors of one length; an empty vector for none. */
export function sumOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let index = 0; index < sum.length; index += 1) sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0);
  return sum;
}

/** The place of the vector with the greatest product, and the product; -Infinity among none. */
export function mostAlike(vector: Float32Array, among: readonly Float32Array[]): { readonly place: number; readonly alike: number } {
  let [place, alike] = [0, -Infinity];
  for (const [index, other] of among.entries()) {
    const product = dotProduct(vector, other);
    if (product > alike) [place, alike] = [index, product];
  }
  return { place, alike };
}
