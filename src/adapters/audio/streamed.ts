import { broken } from './faults.ts';
import type { DecodedChunk, MonoTrack } from './mono-track.ts';
import type { Pause } from './pause.ts';

/**
 * A few bytes of silence can decode to a great deal: the decoder gets so little at a time that the limit applies before memory fills up.
 */
const CHUNK_BYTES = 1024;

/** How many chunks are decoded between checks for an abort. */
const CHUNKS_A_PAUSE = 64;

/** A decoder that takes a file piece by piece. */
export interface StreamDecoder {
  readonly ready: Promise<void>;
  decode(bytes: Uint8Array): Promise<DecodedStream>;
  flush(): Promise<DecodedStream>;
  free(): void;
}

interface DecodedStream extends DecodedChunk {
  readonly errors: readonly { readonly message: string }[];
}

/**
 * Feeds a file to a decoder, and its output to the track. `ending` is fed last instead of flushing the decoder. Throws `invalid_input`
 * at the first error.
 */
export async function decodeStreamed(
  decoder: StreamDecoder,
  bytes: Uint8Array,
  track: MonoTrack,
  pause: Pause,
  ending?: Uint8Array,
): Promise<void> {
  await decoder.ready;
  const take = (decoded: DecodedStream): void => {
    if (decoded.errors.length > 0) throw broken('is broken: a frame of it cannot be decoded', decoded.errors[0]?.message);
    track.add(decoded);
  };
  try {
    for (let at = 0, chunks = 1; at < bytes.length; at += CHUNK_BYTES, chunks += 1) {
      take(await decoder.decode(bytes.subarray(at, at + CHUNK_BYTES)));
      if (chunks % CHUNKS_A_PAUSE === 0) await pause();
    }
    take(ending === undefined ? await decoder.flush() : await decoder.decode(ending));
  } finally {
    decoder.free();
  }
}
