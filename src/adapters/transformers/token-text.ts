/** Decodes token numbers to text, as a tokenizer does. */
export type DecodeTokens = (tokens: readonly number[]) => string;

/** Turns tokens that come one by one into text. */
export interface TokenText {
  /** The text that is certain with this token; empty within a character of several tokens. */
  push(token: number): string;
  /** What is left of a character that was not completed, once no token follows. */
  end(): string;
}

/** What a decoder writes for bytes that are no whole character. */
const INCOMPLETE = '\uFFFD';

/**
 * Decodes as text is generated. A token's text may depend on those before it, so that each is decoded behind the few before it and told
 * apart by their text; the cost of a token is that of a few, however long the text has become.
 */
export function createTokenText(decode: DecodeTokens): TokenText {
  let tokens: number[] = [];
  /** How many of the tokens have been told, and how long their text is. */
  let told = 0;
  let toldLength = 0;

  function release(text: string): string {
    const piece = text.slice(toldLength);
    tokens = tokens.slice(told);
    told = tokens.length;
    toldLength = decode(tokens).length;
    return piece;
  }

  return {
    push(token) {
      tokens.push(token);
      const text = decode(tokens);
      return text.length <= toldLength || text.endsWith(INCOMPLETE) ? '' : release(text);
    },
    end() {
      const text = told === tokens.length ? '' : decode(tokens);
      return text.length <= toldLength ? '' : release(text);
    },
  };
}
