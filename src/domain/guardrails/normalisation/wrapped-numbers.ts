import { isAsciiLetter, isDigit } from './ascii.ts';
import { createSpanDecoder, type DecodedText, type SpanDecoder } from './decoded-text.ts';

/** A break of a line, with what a mail program or a page puts around it: spaces, indentation, marks of a quotation. */
const BREAK = /[ \t]{0,4}(?:\r?\n|<br ?\/?>(?:\r?\n)?)[ \t]{0,40}(?:[>|][ \t]?){0,4}[ \t]{0,8}/y;
/** How far a number is read on either side of a break, and the line before it. */
const REACH = 48;
const LINE = 160;
/** The part of a number before a break, behind other text in its line; and the part behind it. */
const DIGITS_BEFORE = /(?:[^\d\s.,-]|[^\d.,-]\s|[:(+])((?:\d{1,12}[ -]){0,4}\d{2,12}-?)$/;
const DIGITS_BEHIND = /^(?:\d{2,12}[ -]){0,4}\d{2,12}(?![\d.:)%])/;
/** The groups in which card numbers are printed. */
const CARD = /^(?:4 4 4 4(?: 3)?|4 6 [45])(?= |$)/;
/** The digits of the shortest and of the longest number that needs a longer line before the break. */
const [FEWEST, MOST] = [9, 19];
/** A line of this length, with this many words, is wrapped where it is full; shorter ones are rows. */
const FULL_LINE = 36;
const WORDS = /(?:\p{L}{2,}[^\p{L}\n]{1,12}){3}/u;
/** The part of an account number with its country before a break, and behind it. */
const ACCOUNT_BEFORE = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){0,28}$/;
const ACCOUNT_BEHIND = /^[A-Z0-9]{2,4}(?:[ -]?[A-Z0-9])/;

/**
 * A text with the line breaks within numbers replaced by spaces: those of cards and accounts in the groups they are printed in,
 * and those of other numbers where a line of prose is full. Undefined if it has none. Linear in its length.
 */
export function readWrapped(raw: string): DecodedText | undefined {
  let decoder: SpanDecoder | undefined;
  for (const mark of ['\n', '<br']) {
    // Either kind of break is rare where the other is in use, so the first that parts a number decides.
    let behind = 0;
    for (let at = raw.indexOf(mark); at >= 0; at = raw.indexOf(mark, at + 1)) {
      const start = numberEnd(raw, at);
      if (start < behind) continue;
      BREAK.lastIndex = start;
      if (!BREAK.test(raw)) continue;
      const end = BREAK.lastIndex;
      if (!mayGoOn(raw.charCodeAt(end)) || !mayGoOn(raw.charCodeAt(end + 1)) || !isWrapped(raw, start, end)) continue;
      decoder ??= createSpanDecoder(raw);
      // A hyphen at the end of the line is part of the number.
      if (raw.charCodeAt(start - 1) === HYPHEN) decoder.replace(start - 1, end, '-');
      else decoder.replace(start, end, ' ');
      behind = end;
    }
    if (decoder !== undefined) break;
  }
  return decoder?.finish();
}

const HYPHEN = 0x2d;
const [TAB, NEW_LINE, CR, BLANK] = [9, 10, 13, 32];

/** End of the number or word before a break, without the spaces between; -1 if there is none. */
function numberEnd(raw: string, at: number): number {
  let end = at;
  while (end > 0 && at - end < 5 && isSpace(raw.charCodeAt(end - 1))) end -= 1;
  const last = raw.charCodeAt(end - 1);
  return mayGoOn(raw.charCodeAt(end - 2)) && (last === HYPHEN || mayGoOn(last)) ? end : -1;
}

function isSpace(code: number): boolean {
  return code === BLANK || code === TAB || code === CR;
}

/** Whether a character may be that of a number or account: a digit or a capital. */
function mayGoOn(code: number): boolean {
  return isDigit(code) || (isAsciiLetter(code) && code < 97);
}

function isWrapped(raw: string, start: number, end: number): boolean {
  const before = raw.slice(Math.max(0, start - REACH), start);
  const behind = raw.slice(end, end + REACH);
  if (ACCOUNT_BEFORE.test(before) && ACCOUNT_BEHIND.test(behind)) return true;
  const first = isBehindText(raw, start) ? DIGITS_BEFORE.exec(before)?.[1] : undefined;
  const rest = first === undefined ? undefined : DIGITS_BEHIND.exec(behind)?.[0];
  if (first === undefined || rest === undefined) return false;
  const groups = `${first} ${rest}`.match(/\d+/g) ?? [];
  if (CARD.test(groups.map(({ length }) => length).join(' '))) return true;
  const digits = groups.join('').length;
  return digits >= FEWEST && digits <= MOST && isFullLine(raw, start);
}

/** Quick filter: whether something else is before the digits that end at a place, in their line. */
function isBehindText(raw: string, end: number): boolean {
  let start = end;
  while (start > 0 && end - start < REACH && (isDigit(raw.charCodeAt(start - 1)) || raw.charCodeAt(start - 1) === BLANK)) start -= 1;
  return start > 0 && raw.charCodeAt(start - 1) !== NEW_LINE;
}

function isFullLine(raw: string, end: number): boolean {
  const own = raw.slice(Math.max(0, end - LINE), end);
  const line = own.slice(Math.max(own.lastIndexOf('\n'), own.lastIndexOf('<br')) + 1);
  return line.length >= FULL_LINE && WORDS.test(line);
}
