import { createSpanDecoder, type DecodedText, type SpanDecoder } from './decoded-text.ts';

/** A line to fill in. */
const BLANK = '__';
const UNDERSCORE = 95;
/** How values with a number begin and end. */
const VALUE_BEHIND = /^[+(]?[A-Z]{0,3}\d/;
const VALUE_BEFORE = /\d[A-Z]?\)?$/;
/** What may be on the other side of the line. */
const OUTSIDE = /[\s:;,.>)|]/;
const REACH = 5;

/** Replaces the underscores of forms before and behind a number that was filled in by a space; undefined if the text has none. Linear in its length. */
export function readFilled(raw: string): DecodedText | undefined {
  let decoder: SpanDecoder | undefined;
  let end = 0;
  for (let start = raw.indexOf(BLANK); start >= 0; start = raw.indexOf(BLANK, end)) {
    end = start + BLANK.length;
    while (raw.charCodeAt(end) === UNDERSCORE) end += 1;
    if (!isBeside(raw, start, end)) continue;
    decoder ??= createSpanDecoder(raw);
    decoder.replace(start, end, ' ');
  }
  return decoder?.finish();
}

/** Whether a value is on one side of a line, and nothing of a name on the other. */
function isBeside(raw: string, start: number, end: number): boolean {
  const isOpen = start === 0 || OUTSIDE.test(raw.charAt(start - 1));
  if (isOpen && VALUE_BEHIND.test(raw.slice(end, end + REACH))) return true;
  return (end === raw.length || OUTSIDE.test(raw.charAt(end))) && VALUE_BEFORE.test(raw.slice(Math.max(0, start - REACH), start));
}
