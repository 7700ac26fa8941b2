import type { Pcm } from './speech.ts';

export interface AudioDecodeOptions {
  readonly signal?: AbortSignal;
}

/** Unpacks recorded audio of compressed formats. */
export interface AudioDecoder {
  /**
   * The recording as mono samples at a rate that its format has, told by its content alone. The bytes are copied,
   * not taken. Throws `invalid_input` for a format that is not read and for a broken file, `payload_too_large` for
   * audio over a limit, both with param `file`; `too_many_requests` when the queue is full, and `timeout`.
   */
  decode(bytes: Uint8Array, options?: AudioDecodeOptions): Promise<Pcm>;
}
