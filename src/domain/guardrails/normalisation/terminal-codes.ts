import { shiftBefore } from './decoded-text.ts';

/** A text without the codes that colour it in a terminal. */
export interface UncolouredText {
  readonly text: string;
  /** The span of the original text (UTF-16, `end` exclusive) without the codes at its borders. */
  original(start: number, end: number): { readonly start: number; readonly end: number };
}

/** The escape character, drawn as a sign, written as an escape sequence however often escaped, or as terminals show it. */
const ESCAPE = String.raw`\u001b|\u241b|\\{1,8}(?:u001b|u001B|x1b|x1B|0?33|e)|\^\[`;
/** A control sequence (ECMA-48), or the choice of a character set. Written out, only what sets colours and erases counts. */
const CODE = new RegExp(String.raw`\u001b(?:\[[\d;:?]{0,32}[A-Za-z]|\([AB0])|(?:${ESCAPE})\[[\d;]{0,32}[mK]`, 'g');
/** The same, or without the escape character, which copying from a terminal may lose. */
const CODE_OR_REST = new RegExp(String.raw`${CODE.source}|\[\d{1,3}(?:;\d{1,3}){0,8}m(?!\])`, 'g');
/** What ends a colour. */
const RESETS = ['[0m', '[39m'];
const WRITTEN = ['1b[', '1B[', '33[', '\\e['];

/** Removes the codes that colour a text in a terminal; undefined if it has none. Linear in the length of the text. */
export function readUncoloured(raw: string): UncolouredText | undefined {
  const hasRest = RESETS.some((reset) => raw.includes(reset));
  if (!hasRest && !mayBeColoured(raw)) return undefined;
  const pieces: string[] = [];
  const places: number[] = [];
  const shifts: number[] = [];
  let [from, length] = [0, 0];
  for (const { 0: code, index } of raw.matchAll(hasRest ? CODE_OR_REST : CODE)) {
    pieces.push(raw.slice(from, index));
    length += index - from;
    from = index + code.length;
    places.push(length);
    shifts.push(from - length);
  }
  if (places.length === 0) return undefined;
  const [sorted, by] = [Uint32Array.from(places), Uint32Array.from(shifts)];
  return {
    text: pieces.join('') + raw.slice(from),
    original: (start, end) => ({ start: start + shiftBefore(sorted, by, start + 1), end: end + shiftBefore(sorted, by, end) }),
  };
}

/** Quick filter. */
function mayBeColoured(raw: string): boolean {
  if (raw.includes('\u001b') || raw.includes('^[[') || raw.includes('\u241b')) return true;
  return raw.includes('\\') && WRITTEN.some((code) => raw.includes(code));
}
