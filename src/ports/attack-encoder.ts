import type { Channel } from './guard.ts';

/** A range of a text that may be part of an attack: UTF-16 offsets, `end` exclusive. The text around it is read too, as far as it fits. */
export interface AttackPassage {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The same request may be harmless from a user and an attack in a tool result. */
  readonly channel: Channel;
}

/**
 * A learned classifier: the log odds that a passage is an attack, 0 for as likely as not. Slower than the features before it; reads one
 * passage at a time. Throws `too_many_requests`, `timeout`, `provider_unavailable` or `unavailable`, or the signal's reason.
 */
export interface AttackEncoder {
  readonly model: string;
  weigh(passage: AttackPassage, options?: { readonly signal?: AbortSignal }): Promise<number>;
}
