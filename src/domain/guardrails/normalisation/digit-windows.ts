import { isDigit } from './ascii.ts';
import { MOST_PLACES, type TextProfile } from './text-profile.ts';

/** Bits for the kinds of character a window may contain, by UTF-16 code unit; characters with 0 or no entry separate windows. */
export type CharacterKinds = Uint8Array;

/** The kinds of the character at an index. */
export function kindsAt(of: CharacterKinds, text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < of.length ? (of[code] ?? 0) : 0;
}

/**
 * Visits every window that contains a digit (`end` exclusive), with the kinds of all its characters except the first digit. If
 * the positions of the digits are known, only their surroundings are read.
 */
export function eachDigitWindow(
  text: string,
  of: CharacterKinds,
  known: Pick<TextProfile, 'digits' | 'places'> | undefined,
  visit: (start: number, end: number, kinds: number) => void,
): void {
  const { length } = text;
  const count = known !== undefined && known.digits <= MOST_PLACES ? known.digits : undefined;
  let end = 0;
  for (let index = 0, next = 0; ;) {
    if (count === undefined) while (index < length && !isDigit(text.charCodeAt(index))) index += 1;
    else {
      while (next < count && (known?.places[next] ?? 0) < end) next += 1;
      index = next < count ? (known?.places[next] ?? length) : length;
    }
    if (index >= length) return;
    let start = index;
    let kinds = 0;
    for (; start > end; start -= 1) {
      const before = kindsAt(of, text, start - 1);
      if (before === 0) break;
      kinds |= before;
    }
    for (end = index + 1; end < length; end += 1) {
      const behind = kindsAt(of, text, end);
      if (behind === 0) break;
      kinds |= behind;
    }
    index = end;
    visit(start, end, kinds);
  }
}
