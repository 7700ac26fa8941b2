/** Rounds to two decimals: enough for milliseconds and confidences that people read. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Rounds to three decimals: microseconds in milliseconds, milliseconds in seconds, and readable scores. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
