export interface RerankOptions {
  readonly signal?: AbortSignal;
  /** Whose work it is, such as the name of an API key; keys take turns. */
  readonly key?: string;
}

/**
 * Tells how well each text answers a query, from 0 to 1, by reading both together. The results are in the order of the
 * texts. Text past what the model reads is left out. Throws `too_many_requests`, `timeout`, `provider_unavailable` or
 * `unavailable`, or the signal's reason.
 */
export interface Reranker {
  readonly model: string;
  rerank(query: string, texts: readonly string[], options?: RerankOptions): Promise<readonly number[]>;
}
