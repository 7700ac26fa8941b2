import type { Direction } from '../../../ports/guard.ts';
import { readVariants } from './ascii-variants.ts';
import { changedWindows } from './changed-windows.ts';
import { createSpanDecoder, type DecodedText } from './decoded-text.ts';
import { readDressed } from './dressed-text.ts';
import { readFilled } from './filled-blanks.ts';
import type { PartReading, PartReadings } from './json-reading.ts';
import { readWrapped } from './wrapped-numbers.ts';

/** Named entities for characters that may be in a finding or next to one. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ nbsp: ' ', amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', commat: '@', colon: ':', period: '.', equals: '=' }),
);
/** An HTML entity, numeric or named. */
const ENTITY = /&(?:#(?:0{0,5}(\d{1,3})|[xX]0{0,4}([\dA-Fa-f]{1,2}))|([a-z]{2,6}));/y;

/**
 * Decodes ASCII characters from percent-encoding (RFC 3986, section 2.1), such as `%20`, also doubly encoded, `%2520`; and from
 * HTML entities. Linear in the length of the text.
 */
export function readWebCodes(raw: string): DecodedText {
  const decoder = createSpanDecoder(raw);
  let percent = raw.indexOf('%');
  let ampersand = raw.indexOf('&');
  while (percent >= 0 || ampersand >= 0) {
    if (ampersand < 0 || (percent >= 0 && percent < ampersand)) {
      const end = endOfEscape(raw, percent);
      if (end > 0) decoder.replace(percent, end, CHARACTERS[hexAt(raw, end - 2)] ?? '');
      percent = raw.indexOf('%', Math.max(end, percent + 1));
    } else {
      ENTITY.lastIndex = ampersand;
      const [whole = '', decimal, hexadecimal, name] = ENTITY.exec(raw) ?? [];
      const said = decimal === undefined && hexadecimal === undefined ? NAMED.get(name ?? '') : saidBy(decimal, hexadecimal);
      if (said !== undefined) decoder.replace(ampersand, ampersand + whole.length, said);
      ampersand = raw.indexOf('&', ampersand + 1);
    }
  }
  return decoder.finish() ?? { text: raw, written: (place) => place };
}

/** End of the percent escape that begins at an index; 0 if it does not encode an ASCII character. */
function endOfEscape(raw: string, at: number): number {
  let digits = at + 1;
  while (digits < at + 1 + DEEPEST * 2 && raw.charCodeAt(digits) === TWO && raw.charCodeAt(digits + 1) === FIVE) digits += 2;
  // An encoded percent sign that begins no further escape.
  if (hexAt(raw, digits) >= ASCII) digits -= 2;
  return digits > at ? digits + 2 : 0;
}

/** Nesting depth to which URLs in URLs are decoded. */
const DEEPEST = 3;
const TWO = 0x32;
const FIVE = 0x35;

/** Value of two hexadecimal digits at an index; 256 if there are none. */
function hexAt(raw: string, at: number): number {
  return (DIGITS[raw.charCodeAt(at)] ?? NO_DIGIT) * 16 + (DIGITS[raw.charCodeAt(at + 1)] ?? NO_DIGIT);
}

const NO_DIGIT = 256;
/** Values of the hexadecimal digits, by code. */
const DIGITS = Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
  return digit < 0 ? NO_DIGIT : digit;
});
const CHARACTERS = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** The character of a numeric entity. */
function saidBy(decimal: string | undefined, hexadecimal: string | undefined): string | undefined {
  const number = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return number === NO_BREAK ? ' ' : CHARACTERS[number];
}

const ASCII = 128;
const NO_BREAK = 160;

/**
 * What is decoded, one after the other: of requests percent-encoding, HTML entities and Unicode variants, and the line breaks within
 * numbers and the lines of forms around them are taken out. Codes in a reply were written by the model, and a reply that grows is read
 * as it was.
 */
const READINGS: Readonly<Record<Direction, readonly ((raw: string) => DecodedText | undefined)[]>> = {
  input: [(raw) => (raw.includes('%') || raw.includes('&') ? readWebCodes(raw) : undefined), readDressed, readFilled, readWrapped],
  output: [readVariants],
};

/** The deepest reading of a part so decoded; undefined if that changes nothing. */
export function webReading({ read, again }: PartReadings, direction: Direction): PartReading | undefined {
  const { part, placed } = again.at(-1) ?? read;
  let { text } = part;
  const ways: DecodedText['written'][] = [];
  for (const readIn of READINGS[direction]) {
    const decoded = readIn(text);
    if (decoded === undefined) continue;
    ways.push(decoded.written);
    text = decoded.text;
  }
  if (text === part.text) return undefined;
  const written = (place: number): number => ways.reduceRight((at, way) => way(at), place);
  return {
    part: { ...part, text },
    windows: changedWindows(part.text, { text, written }),
    placed: (finding) => placed({ ...finding, start: written(finding.start), end: written(finding.end) }),
  };
}
