/** A span of a text, `end` exclusive. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/**
 * The characters a run consists of: a table of bits by ASCII code, of which `bit` must be set, and whether all non-ASCII
 * characters belong to it.
 */
export interface RunOf {
  readonly kinds: Uint8Array;
  readonly bit: number;
  readonly takesOthers?: boolean;
}

const ASCII = 128;

/**
 * The first maximal run of at least `least` characters of a kind that begins at or after `from`; `from` must not be inside one.
 * Skips ahead by `least` characters like Boyer-Moore, since every such run covers one of those places, so most characters are
 * never read.
 */
export function longRun(text: string, { kinds, bit, takesOthers = false }: RunOf, least: number, from: number): Run | undefined {
  const { length } = text;
  let low = from;
  for (let place = from + least - 1; place < length; place = low + least - 1) {
    const code = text.charCodeAt(place);
    if (code < ASCII ? ((kinds[code] ?? 0) & bit) === 0 : !takesOthers) {
      low = place + 1;
      continue;
    }
    let start = place;
    while (start > low) {
      const before = text.charCodeAt(start - 1);
      if (before < ASCII ? ((kinds[before] ?? 0) & bit) === 0 : !takesOthers) break;
      start -= 1;
    }
    let end = place + 1;
    while (end < length) {
      const next = text.charCodeAt(end);
      if (next < ASCII ? ((kinds[next] ?? 0) & bit) === 0 : !takesOthers) break;
      end += 1;
    }
    if (end - start >= least) return { start, end };
    low = end + 1;
  }
  return undefined;
}

/** How many ASCII characters of a run have a bit set. */
export function countIn(text: string, { start, end }: Run, kinds: Uint8Array, bit: number): number {
  let count = 0;
  for (let index = start; index < end; index += 1) if (((kinds[text.charCodeAt(index)] ?? 0) & bit) !== 0) count += 1;
  return count;
}

/** Whether a text is all ASCII. */
export function isAscii(text: string): boolean {
  return isAsciiBetween(text, 0, text.length);
}

/** Whether a range of a text is all ASCII. */
export function isAsciiBetween(text: string, from: number, to: number): boolean {
  let all = 0;
  for (let index = from; index < to; index += 1) all |= text.charCodeAt(index);
  return all < ASCII;
}
