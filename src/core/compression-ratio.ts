/**
 * How many times shorter a text becomes by zlib (RFC 1950), as Whisper measures repetition: above 2.4 it says the same again and again.
 * 0 for an empty text.
 */
export async function compressionRatio(text: string): Promise<number> {
  const bytes = new TextEncoder().encode(text);
  const packed = await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
  return bytes.length / packed.byteLength;
}
