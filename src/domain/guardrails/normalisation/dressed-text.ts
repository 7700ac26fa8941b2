import { isAscii } from './character-runs.ts';
import { createSpanDecoder, type DecodedText, type SpanDecoder } from './decoded-text.ts';
import { partingAt, SIGNS } from './parted-numbers.ts';

/** Prefilter: matches wherever a text that is not all ASCII has something to replace, also on a single surrogate. */
const MAY_BE_DRESSED = new RegExp(
  String.raw`[\ud835\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]|\*\*|[A-Za-z\d)][${SIGNS}][A-Za-z\d(]`,
);
/** Bold markup, which is a space where it parts the digits of a number. */
const BOLD = '**';

/** Consecutive character codes, from the first on, and the ASCII characters they stand for. */
type Variants = readonly [first: number, said: string];

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = CAPITALS + CAPITALS.toLowerCase();
const NUMERALS = '0123456789';
/** Arabic, Persian and Devanagari digits, and full-width digits and letters. */
const VARIANTS = saidByCode([
  [0x660, NUMERALS],
  [0x6f0, NUMERALS],
  [0x966, NUMERALS],
  [0xff10, NUMERALS],
  [0xff21, CAPITALS],
  [0xff41, CAPITALS.toLowerCase()],
]);
/** Mathematical letters (bold, sans-serif, bold sans-serif, monospace) and digits, by the second of their two UTF-16 code units. */
const MATHEMATICAL = saidByCode([
  [0xdc00, LETTERS],
  [0xdda0, LETTERS],
  [0xddd4, LETTERS],
  [0xde70, LETTERS],
  [0xdfce, NUMERALS.repeat(5)],
]);
const MATHEMATICAL_UNIT = 0xd835;
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
  const isPair = code === MATHEMATICAL_UNIT;
  const end = at + (isPair ? 2 : 1);
  const variant = (isPair ? MATHEMATICAL[raw.charCodeAt(at + 1)] : VARIANTS[code]) ?? 0;
  const said = variant === 0 ? partingAt(raw, at, code) : String.fromCharCode(variant);
  if (said === undefined) return at + 1;
  decoder.replace(at, end, said);
  return end;
}

/** By character code, the code of what it stands for; 0 for any other. */
function saidByCode(all: readonly Variants[]): Uint8Array {
  const codes = new Uint8Array(Math.max(...all.map(([first, said]) => first + said.length)));
  for (const [first, said] of all) for (let index = 0; index < said.length; index += 1) codes[first + index] = said.charCodeAt(index);
  return codes;
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
