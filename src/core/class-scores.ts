/** The class with the highest score in a row; the first of several. */
export function bestClass(row: Float32Array): number {
  let best = 0;
  for (let index = 1; index < row.length; index += 1) {
    if ((row[index] ?? -Infinity) > (row[best] ?? -Infinity)) best = index;
  }
  return best;
}

/** The logarithm of the sum of the exponentials of a row; minus infinity for none. */
export function logSumExp(row: Float32Array): number {
  const most = row[bestClass(row)] ?? -Infinity;
  if (most === -Infinity) return most;
  let sum = 0;
  for (const score of row) sum += Math.exp(score - most);
  return most + Math.log(sum);
}
