/** A stretch of a text, `end` exclusive. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** Which characters a run is made of: a byte for every ASCII code, of which one bit must be set, and whether all others belong to it. */
export interface RunOf {
  readonly kinds: Uint8Array;
  readonly bit: number;
  readonly takesOthers?: boolean;
}

const ASCII = 128;

/**
 * The first maximal run of at least `least` characters of a kind that begins at or behind `from`, which is no place inside
 * of one. Every such run holds a place that is a multiple of its length away from there, so that most characters are
 * never looked at.
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

/** Whether a text holds nothing but ASCII. */
export function isAscii(text: string): boolean {
  return isAsciiBetween(text, 0, text.length);
}

/** Whether a text holds nothing but ASCII between two places. */
export function isAsciiBetween(text: string, from: number, to: number): boolean {
  let all = 0;
  for (let index = from; index < to; index += 1) all |= text.charCodeAt(index);
  return all < ASCII;
}
