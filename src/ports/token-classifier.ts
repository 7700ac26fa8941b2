/** A labelled span of a text: UTF-16 offsets, `end` exclusive, with a confidence from 0 to 1. */
export interface TaggedSpan {
  readonly start: number;
  readonly end: number;
  /** The model's label without its B- or I- prefix, such as `PER`. */
  readonly label: string;
  readonly score: number;
}

/**
 * Recognises named entities in texts. The results are in the order of the texts, spans in order of position, without overlap. Texts of
 * any length are read whole. Throws `too_many_requests`, `timeout`, `provider_unavailable` or `unavailable`, or the signal's reason.
 */
export interface TokenClassifier {
  readonly model: string;
  /** Empty until the model has been loaded. */
  readonly labels: readonly string[];
  tag(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<readonly (readonly TaggedSpan[])[]>;
}
