/** The formats in which speech is compressed: MP3, Opus in Ogg, AAC in ADTS frames, and FLAC. */
export const COMPRESSED_FORMATS = ['mp3', 'opus', 'aac', 'flac'] as const;
export type CompressedFormat = (typeof COMPRESSED_FORMATS)[number];

export interface EncodeOptions {
  readonly format: CompressedFormat;
  /** Samples a second, which is asked for once the first part of the samples is there. */
  readonly sampleRate: () => number;
}

/** Compresses speech while it is synthesised. */
export interface AudioEncoder {
  /** The formats that it may be asked for; none if it is turned off. */
  readonly formats: readonly CompressedFormat[];
  /**
   * Takes 16-bit little-endian mono samples and gives the compressed bytes as soon as they are known. The encoder gets ready while
   * the first part, which may be empty, is awaited. Resolves with the first bytes, so that an encoder that is missing is known before an
   * answer begins. Ending the iteration, and an error, stop the encoder and the source. Throws `provider_unavailable` with param
   * `response_format` if it is missing or fails, and what the source throws.
   */
  encode(samples: AsyncGenerator<Uint8Array, void>, options: EncodeOptions): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>, void>>;
}
