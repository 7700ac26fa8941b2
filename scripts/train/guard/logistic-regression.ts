/** The weights of a logistic regression by Newton's method, with a little weight decay; where a constant is among the inputs is up to the caller. */
export function logisticRegression(inputs: readonly (readonly number[])[], labels: readonly number[]): number[] {
  const size = inputs[0]?.length ?? 0;
  const weights: number[] = Array.from({ length: size }, () => 0);
  for (let round = 0; round < 25; round += 1) {
    const slope = weights.map((weight) => weight);
    const curve = weights.map((_, row) => weights.map((_other, column) => (row === column ? 1 : 0)));
    for (const [index, input] of inputs.entries()) {
      const chance = 1 / (1 + Math.exp(-input.reduce((sum, value, place) => sum + value * weights[place]!, 0)));
      for (let row = 0; row < size; row += 1) {
        slope[row]! += (chance - labels[index]!) * input[row]!;
        for (let column = 0; column < size; column += 1) curve[row]![column]! += chance * (1 - chance) * input[row]! * input[column]!;
      }
    }
    const step = solve(curve, slope);
    for (let row = 0; row < size; row += 1) weights[row]! -= step[row]!;
  }
  return weights;
}

/** Gauss elimination of a small positive definite system. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const factor = matrix[row]![pivot]! / matrix[pivot]![pivot]!;
      for (let column = pivot; column < size; column += 1) matrix[row]![column]! -= factor * matrix[pivot]![column]!;
      right[row]! -= factor * right[pivot]!;
    }
  }
  return right.map((value, row) => value / matrix[row]![row]!);
}
