import type { SessionRequest } from './protocol.ts';

/** What an embedder's worker loads: a session and the tokenizer that goes with it. */
export interface EmbedSessionRequest extends SessionRequest {
  /** A `tokenizer.json` of Hugging Face's tokenizers, at a path that node:fs reads. */
  readonly tokenizerPath: string;
  /** Tokens read of a text, those at its ends included. */
  readonly maxTokens: number;
}

/** One batch. */
export interface EmbedRequest {
  readonly texts: readonly string[];
}

/** Row-major, one row a text. */
export interface EmbedResult {
  readonly vectors: Float32Array<ArrayBuffer>;
  readonly dimensions: number;
}
