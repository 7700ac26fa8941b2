import type { Pcm } from './speech.ts';

export interface AudioDecodeOptions {
  readonly signal?: AbortSignal;
}

/** Decodes compressed audio. */
export interface AudioDecoder {
  /**
   * The recording as mono samples at a rate of its format, which is detected from the content. The bytes are copied, not transferred.
   * Throws `invalid_input` for an unsupported format and for a broken file, `payload_too_large` for audio over a limit, both with param
   * `file`; `too_many_requests` if the queue is full, and `timeout`.
   */
  decode(bytes: Uint8Array, options?: AudioDecodeOptions): Promise<Pcm>;
}
