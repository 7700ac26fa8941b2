export interface EmbedOptions {
  /** A `query` is waited for and goes first; a `passage` is work in the background. */
  readonly as: 'query' | 'passage';
  readonly signal?: AbortSignal;
  /** Whose work it is, such as the name of an API key; keys take turns. */
  readonly key?: string;
}

/**
 * Turns texts into vectors whose dot product tells how near they are in meaning. Each vector has `dimensions`
 * values and length 1, in the order of the texts. Text past what the model reads is left out. Throws
 * `too_many_requests`, `timeout`, `provider_unavailable` or `unavailable`, or the signal's reason.
 */
export interface Embedder {
  readonly model: string;
  readonly dimensions: number;
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
}
