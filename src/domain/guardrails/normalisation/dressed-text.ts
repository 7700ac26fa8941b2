import { isAscii } from './character-runs.ts';
import type { JsonReading } from './json-reading.ts';
import { shiftBefore } from './json-reading.ts';

/** Digits and letters in the dress of mathematics, of full width, and digits of other scripts; bold type in a number, and what parts the groups of a card otherwise. */
const DRESSED =
  /[\u{1d400}-\u{1d433}\u{1d5a0}-\u{1d5d3}\u{1d5d4}-\u{1d607}\u{1d670}-\u{1d6a3}\u{1d7ce}-\u{1d7ff}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]|(?<=\d) ?\*\* ?(?=\d)|(?<=(?<!\d)\d{3})[\u2010-\u2015\u2212](?=\d{2}[\u2010-\u2015\u2212-]\d{4}(?!\d))|(?<=(?<!\d)\d{3}[\u2010-\u2015\u2212-]\d{2})[\u2010-\u2015\u2212](?=\d{4}(?!\d))/gu;
/** One of these, or half of one, stands wherever one does. */
const MAY_BE_DRESSED =
  /[\ud835\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]|\*\*|\d[\u2010-\u2015\u2212]\d/;
/** The same where there is nothing but ASCII. */
const BOLD = /(?<=\d) ?\*\* ?(?=\d)/g;
/** Where the digits of a script begin. */
const ZEROS = [0x660, 0x6f0, 0x966];
const ONE_HALF = 0xffff;

/**
 * What a text says where characters of ASCII are dressed otherwise, one for each; undefined where none is. Linear in its length.
 */
export function readDressed(raw: string): JsonReading | undefined {
  const isPlain = isAscii(raw);
  if (!(isPlain ? raw.includes('**') : MAY_BE_DRESSED.test(raw))) return undefined;
  const places: number[] = [];
  const shifts: number[] = [];
  const pieces: string[] = [];
  let [from, length, shift] = [0, 0, 0];
  for (const { 0: dress, index } of raw.matchAll(isPlain ? BOLD : DRESSED)) {
    if (index > from) pieces.push(raw.slice(from, index));
    pieces.push(undressed(dress));
    length += index - from;
    places.push(length);
    length += 1;
    shift += dress.length - 1;
    shifts.push(shift);
    from = index + dress.length;
  }
  if (places.length === 0) return undefined;
  pieces.push(raw.slice(from));
  const [sorted, by] = [Uint32Array.from(places), Uint32Array.from(shifts)];
  return { text: pieces.join(''), written: (place) => place + shiftBefore(sorted, by, place) };
}

/** The character of ASCII that one in another dress stands for; a blank for bold type, a hyphen for dashes. */
function undressed(dress: string): string {
  const code = dress.codePointAt(0) ?? 0;
  if (code < 0x80) return ' ';
  if (code > ONE_HALF || code >= 0xff10) return dress.normalize('NFKC');
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? '-' : String(code - zero);
}
