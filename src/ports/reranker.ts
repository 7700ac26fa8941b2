export interface RerankOptions {
  readonly signal?: AbortSignal;
  /** The caller, such as the name of an API key; callers take turns. */
  readonly key?: string;
}

/**
 * Scores how well each text answers a query, from 0 to 1, by reading both together. The results are in the order of the texts. Text
 * beyond the model's input is cut. Throws `too_many_requests`, `timeout`, `provider_unavailable` or `unavailable`, or the signal's
 * reason.
 */
export interface Reranker {
  readonly model: string;
  rerank(query: string, texts: readonly string[], options?: RerankOptions): Promise<readonly number[]>;
}
