/**
 * Tells how likely each of a model's labels fits a text, from 0 to 1. The results are in the order of the texts and
 * hold every label. Text past what the model reads is left out. Throws `too_many_requests`, `timeout`,
 * `provider_unavailable` or `unavailable`, or the signal's reason.
 */
export interface Classifier {
  readonly model: string;
  /** Empty until the model was loaded. */
  readonly labels: readonly string[];
  classify(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<readonly Readonly<Record<string, number>>[]>;
}
