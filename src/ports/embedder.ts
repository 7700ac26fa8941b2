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
 * of the texts. Of a text longer than the model's input all windows are read if there is `windowTokens`; otherwise it is cut. Throws `too_many_requests`, `timeout`, `provider_unavailable` or `unavailable`, or
 * the signal's reason.
 */
export interface Embedder {
  readonly model: string;
  readonly dimensions: number;
  /** How many tokens the model reads at once, where it reads longer texts window by window. */
  readonly windowTokens?: number;
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  /** How many of the model's tokens each of these passages has; absent if that takes as long as embedding them. */
  countTokens?(texts: readonly string[], options: Omit<EmbedOptions, 'as'>): Promise<number[]>;
}
