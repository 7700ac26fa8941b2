import { VARIED, variantAt, variantLength } from './ascii-variants.ts';
import { isAscii } from './character-runs.ts';
import { createSpanDecoder, type DecodedText, type SpanDecoder } from './decoded-text.ts';
import { partingAt, SIGNS } from './parted-numbers.ts';

/** Prefilter: matches wherever a text that is not all ASCII has something to replace, also on a single surrogate. */
const MAY_BE_DRESSED = new RegExp(String.raw`[${VARIED}]|\*\*|[A-Za-z\d)][${SIGNS}][A-Za-z\d(]`);
/** Bold markup, which is a space where it parts the digits of a number. */
const BOLD = '**';

/** No-break space, the first character that is replaced but for the stars of bold markup. */
const FIRST_DRESSED = 0xa0;
const SPACE = 32;
const STAR = 42;

/** Replaces Unicode variants of ASCII characters by ASCII, one for one; undefined if the text has none. Linear in its length. */
export function readDressed(raw: string): DecodedText | undefined {
  const isPlain = isAscii(raw);
  if (!(isPlain ? raw.includes(BOLD) : MAY_BE_DRESSED.test(raw))) return undefined;
  const decoder = createSpanDecoder(raw);
  if (isPlain) for (let at = raw.indexOf(BOLD); at >= 0; at = raw.indexOf(BOLD, at)) at = undressBold(raw, at, decoder);
  else for (let at = 0; at < raw.length;) at = undressAt(raw, at, decoder);
  return decoder.finish();
}

/** Replaces what is dressed at a place, if anything; returns the next place. */
function undressAt(raw: string, at: number, decoder: SpanDecoder): number {
  const code = raw.charCodeAt(at);
  if (code < FIRST_DRESSED) return code === STAR && raw.charCodeAt(at + 1) === STAR ? undressBold(raw, at, decoder) : at + 1;
  const variant = variantAt(raw, at, code);
  const end = at + variantLength(code);
  const said = variant === 0 ? partingAt(raw, at, code) : String.fromCharCode(variant);
  if (said === undefined) return at + 1;
  decoder.replace(at, end, said);
  return end;
}

/** Replaces bold markup, with a space on either side of it, between digits. */
function undressBold(raw: string, at: number, decoder: SpanDecoder): number {
  const start = raw.charCodeAt(at - 1) === SPACE ? at - 1 : at;
  const end = at + BOLD.length + (raw.charCodeAt(at + BOLD.length) === SPACE ? 1 : 0);
  if (!isDigit(raw, start - 1) || !isDigit(raw, end)) return at + 1;
  decoder.replace(start, end, ' ');
  return end;
}

function isDigit(raw: string, at: number): boolean {
  const code = raw.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}
