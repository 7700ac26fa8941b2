export interface EncodeOptions {
  readonly signal?: AbortSignal;
}

/** Tells voices from each other, and keeps nothing about them. */
export interface SpeakerEncoder {
  readonly model: string;
  /** Samples a second of the speech that it takes. */
  readonly sampleRate: number;
  /** How much speech of one person makes the best vector. */
  readonly windowSeconds: number;
  /**
   * A vector of unit length for each piece of mono speech at its sample rate, in order: those of one voice point in similar directions,
   * whatever its level. What a piece has beyond the window is not heard. Throws `provider_unavailable` if its engine cannot run.
   */
  encode(pieces: AsyncIterable<Float32Array>, options?: EncodeOptions): Promise<readonly Float32Array[]>;
}
