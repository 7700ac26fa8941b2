import type { SessionRequest } from './protocol.ts';

/** What the attack encoder's worker loads: a session, and the tokenizer and the table of words that go with it. */
export interface AttackSessionRequest extends SessionRequest {
  /** A `tokenizer.json` of Hugging Face's tokenizers, at a path that node:fs reads. */
  readonly tokenizerPath: string;
  /** The table of words as `openWordRows` reads it. */
  readonly wordsPath: string;
  /** Numbers a word has there. */
  readonly wordWidth: number;
  /** Tokens read of a text, without those at its ends. */
  readonly maxTokens: number;
}

/** A passage and what stands around it. */
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
