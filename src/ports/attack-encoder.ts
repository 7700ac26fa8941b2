import type { Channel } from './guard.ts';

/** A stretch of a text that may be part of an attack: UTF-16 offsets, `end` exclusive. What stands around it is read too, as far as it fits. */
export interface AttackPassage {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The same request is harmless from a user and an attack in a tool's result. */
  readonly channel: Channel;
}

/**
 * A learned reader of meaning: the log odds that somebody attacks, 0 for as likely as not. Slower than the features it
 * comes behind, and for one passage at a time. Throws `too_many_requests`, `timeout`, `provider_unavailable` or
 * `unavailable`, or the signal's reason.
 */
export interface AttackEncoder {
  readonly model: string;
  weigh(passage: AttackPassage, options?: { readonly signal?: AbortSignal }): Promise<number>;
}
