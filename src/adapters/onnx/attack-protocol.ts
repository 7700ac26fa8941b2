import type { SessionRequest } from './protocol.ts';

/** What the attack encoder's worker loads: a session with its tokenizer and word table. */
export interface AttackSessionRequest extends SessionRequest {
  /** Path of a Hugging Face `tokenizer.json`, readable by node:fs. */
  readonly tokenizerPath: string;
  /** The word table for `openWordRows`. */
  readonly wordsPath: string;
  /** Numbers per word in it. */
  readonly wordWidth: number;
  /** Tokens read per text, without the special ones at its ends. */
  readonly maxTokens: number;
}

/** A passage and its context. */
export interface AttackRequest {
  readonly before: string;
  readonly passage: string;
  readonly after: string;
  /** The row of the model's channel table. */
  readonly channel: number;
}

export interface AttackResult {
  readonly logOdds: number;
}
