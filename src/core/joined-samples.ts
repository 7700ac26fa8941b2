/** Stretches of samples, concatenated. */
export function joinedSamples(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}
