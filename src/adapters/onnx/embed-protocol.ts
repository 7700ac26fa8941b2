import type { SessionRequest } from './protocol.ts';

/** What an embedder's worker loads: a session and its tokenizer. */
export interface EmbedSessionRequest extends SessionRequest {
  /** Path of a Hugging Face `tokenizer.json`, readable by node:fs. */
  readonly tokenizerPath: string;
  /** Tokens read per text, including the special ones at its ends. */
  readonly maxTokens: number;
}

/** One batch. */
export interface EmbedRequest {
  readonly texts: readonly string[];
}

/** Row-major, one row per text. */
export interface EmbedResult {
  readonly vectors: Float32Array<ArrayBuffer>;
  readonly dimensions: number;
}
