/** Regroups chunks into parts of exactly `partBytes`, the last of them shorter; no part is empty. Each is a buffer of its own. */
export async function* evenParts(chunks: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let part = new Uint8Array(partBytes);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength;) {
      const taken = chunk.subarray(at, at + partBytes - filled);
      part.set(taken, filled);
      at += taken.byteLength;
      filled += taken.byteLength;
      if (filled < partBytes) continue;
      yield part;
      part = new Uint8Array(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.slice(0, filled);
}
