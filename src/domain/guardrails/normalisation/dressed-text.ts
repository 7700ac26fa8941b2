import { isAscii } from './character-runs.ts';
import { createSpanDecoder, type DecodedText } from './decoded-text.ts';

/**
 * Mathematical, full-width and other Unicode forms of letters and digits; bold markup within a number; and unusual separators
 * between the groups of a card number.
 */
const DRESSED =
  /[\u{1d400}-\u{1d433}\u{1d5a0}-\u{1d5d3}\u{1d5d4}-\u{1d607}\u{1d670}-\u{1d6a3}\u{1d7ce}-\u{1d7ff}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]|(?<=\d) ?\*\* ?(?=\d)|(?<=(?<!\d)\d{3})[\u2010-\u2015\u2212](?=\d{2}[\u2010-\u2015\u2212-]\d{4}(?!\d))|(?<=(?<!\d)\d{3}[\u2010-\u2015\u2212-]\d{2})[\u2010-\u2015\u2212](?=\d{4}(?!\d))/gu;
/** Prefilter: matches wherever `DRESSED` could, also on a single surrogate. */
const MAY_BE_DRESSED =
  /[\ud835\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]|\*\*|\d[\u2010-\u2015\u2212]\d/;
/** The only such form in pure ASCII: bold markup between digits. */
const BOLD = /(?<=\d) ?\*\* ?(?=\d)/g;
/** The code of the digit zero in each script. */
const ZEROS = [0x660, 0x6f0, 0x966];
const ONE_HALF = 0xffff;

/** Replaces Unicode variants of ASCII characters by ASCII, one for one; undefined if the text has none. Linear in its length. */
export function readDressed(raw: string): DecodedText | undefined {
  const isPlain = isAscii(raw);
  if (!(isPlain ? raw.includes('**') : MAY_BE_DRESSED.test(raw))) return undefined;
  const decoder = createSpanDecoder(raw);
  for (const { 0: dress, index } of raw.matchAll(isPlain ? BOLD : DRESSED)) decoder.replace(index, index + dress.length, undressed(dress));
  return decoder.finish();
}

/** The ASCII equivalent of a variant character; a space for bold markup, a hyphen for dashes. */
function undressed(dress: string): string {
  const code = dress.codePointAt(0) ?? 0;
  if (code < 0x80) return ' ';
  if (code > ONE_HALF || code >= 0xff10) return dress.normalize('NFKC');
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? '-' : String(code - zero);
}
