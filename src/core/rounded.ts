/** Two decimals: enough for milliseconds and confidences that people read. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Three decimals: microseconds of milliseconds, milliseconds of seconds, and scores that read well. Longer numbers say no more. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
