/** Prefilter: tells which lists of words may have a word with non-ASCII characters in a range of a text. */
export interface NonAsciiLetters {
  /** The lists, as bits by their index. */
  listsIn(text: string, from: number, to: number): number;
}

const ASCII = 128;
const UNITS = 0x10000;
/** Non-ASCII letters that case-fold to ASCII ones. */
const FOLDED = '\u017f\u212a';

/** Source of a pattern with escapes resolved: some bundlers write non-ASCII characters as escapes. */
function written({ source }: RegExp): string {
  return source.replaceAll(/\\u\{?([0-9a-fA-F]{4})\}?/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Compiles up to 31 lists of word patterns, by the non-ASCII characters in the patterns, ignoring case. */
export function createNonAsciiLetters(lists: readonly (readonly (RegExp | undefined)[])[]): NonAsciiLetters {
  const owners = new Int32Array(UNITS);
  for (const [place, patterns] of lists.entries()) {
    for (const pattern of patterns) {
      if (pattern === undefined) continue;
      const source = written(pattern);
      const all = `${source}${source.toLowerCase()}${source.toUpperCase()}${pattern.unicode ? FOLDED : ''}`;
      for (let index = 0; index < all.length; index += 1) {
        const code = all.charCodeAt(index);
        if (code >= ASCII) owners[code] = (owners[code] ?? 0) | (1 << place);
      }
    }
  }
  return {
    listsIn(text, from, to) {
      let present = 0;
      for (let index = from; index < to; index += 1) present |= owners[text.charCodeAt(index)] ?? 0;
      return present;
    },
  };
}
