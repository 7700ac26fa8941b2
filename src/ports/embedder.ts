export interface EmbedOptions {
  /** What the texts are: models that were trained so are told. A `query` goes first; a `passage` is background work. */
  readonly as: 'query' | 'passage';
  /** Whether somebody waits for passages, which then go first too. */
  readonly isUrgent?: boolean;
  readonly signal?: AbortSignal;
  /** The caller, such as the name of an API key; callers take turns. */
  readonly key?: string;
}

/**
 * Embeds texts as vectors whose dot product is their semantic similarity. Each vector has `dimensions` values and length 1, in the order
 * of the texts. Text beyond the model's input is cut. Throws `too_many_requests`, `timeout`, `provider_unavailable` or `unavailable`, or
 * the signal's reason.
 */
export interface Embedder {
  readonly model: string;
  readonly dimensions: number;
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
}
