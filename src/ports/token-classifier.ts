/** A stretch of a text that a model gave a label: UTF-16 offsets, `end` exclusive, and how sure it is, from 0 to 1. */
export interface TaggedSpan {
  readonly start: number;
  readonly end: number;
  /** The model's own, without the marks of beginning and inside, such as `PER`. */
  readonly label: string;
  readonly score: number;
}

/**
 * Finds names and the like in texts. The results are in the order of the texts, spans in order of place; they do not
 * overlap. Text of any length is read whole. Throws `too_many_requests`, `timeout`, `provider_unavailable` or
 * `unavailable`, or the signal's reason.
 */
export interface TokenClassifier {
  readonly model: string;
  /** Empty until the model was loaded. */
  readonly labels: readonly string[];
  tag(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<readonly (readonly TaggedSpan[])[]>;
}
