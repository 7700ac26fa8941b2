/** Finds many short texts in a text, in any case. */
export interface MarkFilter {
  /** Where every mark stands, by its place in the list, as `indexOf` finds it again and again behind itself; undefined where none does. */
  marksIn(text: string): readonly (readonly number[] | undefined)[] | undefined;
}

/** The last bits of a character: those of a letter are the same in either case. */
const BITS = 5;
const SOME = (1 << BITS) - 1;
/** The last bits of three characters in a row. */
const THREE = (1 << (3 * BITS)) - 1;

/**
 * A filter for marks in lower case, of two characters or more and nothing but ASCII, whose letters it takes in either case. It
 * looks at the last bits of three characters in a row, and closer only where a mark may begin with them.
 */
export function createMarkFilter(marks: readonly string[]): MarkFilter {
  // As bits, so that all of them stay near the processor.
  const mayBegin = new Int32Array((THREE + 1) >> 5);
  const byBits = new Map<number, readonly number[]>();
  for (const [place, mark] of marks.entries()) {
    const [first = 0, second = 0, third] = Array.from(mark, (_, index) => mark.charCodeAt(index) & SOME);
    const from = (first << (2 * BITS)) | (second << BITS) | (third ?? 0);
    const to = third === undefined ? from | SOME : from;
    for (let bits = from; bits <= to; bits += 1) {
      mayBegin[bits >> 5] = (mayBegin[bits >> 5] ?? 0) | (1 << (bits & 31));
      byBits.set(bits, [...(byBits.get(bits) ?? []), place]);
    }
  }

  return {
    marksIn(text) {
      const { length } = text;
      let found: (number[] | undefined)[] | undefined;
      let bits = 0;
      // One step behind the end, where a mark of two characters may stand.
      for (let index = 0; index <= length; index += 1) {
        bits = ((bits << BITS) | (index < length ? text.charCodeAt(index) & SOME : 0)) & THREE;
        if ((((mayBegin[bits >> 5] ?? 0) >>> (bits & 31)) & 1) !== 0 && index > 1)
          found = marksAt(text, index - 2, byBits.get(bits) ?? [], found);
      }
      return found;
    },
  };

  function marksAt(
    text: string,
    from: number,
    places: readonly number[],
    before: (number[] | undefined)[] | undefined,
  ): (number[] | undefined)[] | undefined {
    let found = before;
    for (const place of places) {
      const mark = marks[place] ?? '';
      if (!standsAt(text, from, mark)) continue;
      found ??= Array.from({ length: marks.length });
      const known = (found[place] ??= []);
      if (from >= (known.at(-1) ?? -mark.length) + mark.length) known.push(from);
    }
    return found;
  }
}

function standsAt(text: string, from: number, mark: string): boolean {
  if (from + mark.length > text.length) return false;
  for (let index = 0; index < mark.length; index += 1) {
    const code = text.charCodeAt(from + index);
    if ((code >= 65 && code <= 90 ? code + 32 : code) !== mark.charCodeAt(index)) return false;
  }
  return true;
}
