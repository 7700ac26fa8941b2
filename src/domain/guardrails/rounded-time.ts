/** Longer numbers are longer to write, and say no more. */
export function inMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
