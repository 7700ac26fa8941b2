/** The token that begins a word carries this sign before its letters (SentencePiece, Kudo and Richardson 2018). */
const WORD_BEGINS = '▁';

/** A word that tokens spell, and which of them: the first, and the one behind the last. */
export interface SpelledWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The pieces of text that a model's tokens stand for. */
export interface TokenTable {
  readonly size: number;
  /** The words that tokens spell, without the space between them. Bytes that are no UTF-8 become U+FFFD. */
  words(tokens: readonly number[]): SpelledWord[];
}

/**
 * Reads a table of tokens as Moonshine's packages carry it: for each token in order its length in bytes, in one byte below 128 and otherwise
 * in two (the rest modulo 128 plus 128, then the quotient), and its bytes. Throws a RangeError where the file ends inside a token.
 */
export function readTokenTable(bytes: Uint8Array): TokenTable {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const long = first >= 128;
    const length = long ? (bytes[at + 1] ?? 0) * 128 + first - 128 : first;
    const start = at + (long ? 2 : 1);
    at = start + length;
    if (at > bytes.length) throw new RangeError('the table of tokens ends inside a token');
    pieces.push(bytes.subarray(start, at));
  }
  const decoder = new TextDecoder();
  const mark = new TextEncoder().encode(WORD_BEGINS);
  const begins = pieces.map((piece) => mark.every((byte, index) => piece[index] === byte));

  function textOf(tokens: readonly number[]): string {
    const joined = tokens.flatMap((token) => [...(pieces[token] ?? [])]);
    return decoder.decode(Uint8Array.from(joined)).replaceAll(WORD_BEGINS, ' ').trim();
  }

  return {
    size: pieces.length,
    words(tokens) {
      const words: SpelledWord[] = [];
      let from = 0;
      for (let to = 1; to <= tokens.length; to += 1) {
        if (to < tokens.length && begins[tokens[to] ?? -1] !== true) continue;
        const text = textOf(tokens.slice(from, to));
        // A word of several words is one of tokens that hold spaces themselves.
        if (text !== '') words.push({ text, from, to });
        from = to;
      }
      return words;
    },
  };
}
