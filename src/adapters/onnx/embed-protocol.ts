import type { SessionRequest } from './protocol.ts';

/** What an embedder's worker loads: a session and its tokenizer. */
export interface EmbedSessionRequest extends SessionRequest {
  /** Path of a Hugging Face `tokenizer.json`, readable by node:fs. */
  readonly tokenizerPath: string;
  /** Tokens read at once of a text, including the special ones at its ends. */
  readonly maxTokens: number;
}

/** One batch: to be embedded, or only to have its tokens counted. */
export interface EmbedRequest {
  readonly task: 'embed' | 'count';
  readonly texts: readonly string[];
}

/** The first window of each text, and how far it reaches. */
export interface EmbedResult {
  /** Row-major, one row per text; empty for a batch that is only counted. */
  readonly vectors: Float32Array<ArrayBuffer>;
  readonly dimensions: number;
  /** Tokens of the window with the special ones, or of the whole text without them where they are only counted. */
  readonly tokens: readonly number[];
  /** Its end in the text, in UTF-16 code units. */
  readonly ends: readonly number[];
}
