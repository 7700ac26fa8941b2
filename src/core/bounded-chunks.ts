import { abortable } from './abort.ts';
import { ServiceError } from './errors.ts';

/** How much of a body may be read, and for how long. */
export interface ChunkBounds {
  /** Unbounded unless given. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * The non-empty chunks of a body as they come. Throws `file_too_large` with the first byte over `maxBytes`, the
 * signal's reason even while the body is silent, or the body's own failure; whatever ends it early cancels the body.
 */
export async function* boundedChunks(
  body: ReadableStream<Uint8Array>,
  { maxBytes = Infinity, signal }: ChunkBounds,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = body.getReader();
  let total = 0;
  let ended = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await abortable(reader.read(), signal);
      if (done) {
        ended = true;
        return;
      }
      total += value.byteLength;
      if (total > maxBytes) throw tooLarge(maxBytes);
      if (value.byteLength > 0) yield value as Uint8Array<ArrayBuffer>;
    }
  } finally {
    // A body that cannot be cancelled has already failed; the caller gets that failure.
    if (!ended) reader.cancel().catch(() => undefined);
    else reader.releaseLock();
  }
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('file_too_large', `The file is larger than the limit of ${maxBytes} bytes.`, { param: 'file' });
}
