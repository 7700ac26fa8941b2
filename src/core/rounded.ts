/** Three decimals: microseconds of milliseconds, milliseconds of seconds, and scores that read well. Longer numbers say no more. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
