/** The lowest confidence that counts, since the logarithm of 0 is no number. */
const LEAST = 0.0001;

/** The natural logarithm of a confidence from 0 to 1. */
export function logConfidence(confidence: number): number {
  return Math.log(Math.max(confidence, LEAST));
}
