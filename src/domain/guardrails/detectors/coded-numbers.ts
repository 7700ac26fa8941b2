import { isAlphanumeric, isDigit } from '../normalisation/ascii.ts';
import { longRun, type RunOf } from '../normalisation/character-runs.ts';

/** A stretch of a text in base64 or hexadecimal, `end` exclusive, with what it says. */
export interface CodedNumbers {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Lengths of a code in base64 in which a card number may be, and of one in hexadecimal, in characters. */
export const LEAST_CODED = 20;
export const LEAST_HEXADECIMAL = 26;
const MOST_CODED = 2048;
const LEAST_DIGITS = 12;
/** How far back a code that goes on is held. */
const MAX_HELD = 512;

/** Digits, blanks, hyphens and letters have no other signs in base64; a path or a name in a URL has. */
const IN_BASE64: RunOf = { kinds: Uint8Array.from({ length: 128 }, (_, code) => (isAlphanumeric(code) ? 1 : 0)), bit: 1 };

/** Digits, blanks and hyphens in hexadecimal, also with something between the pairs. */
const HEXADECIMAL = /(?<![0-9A-Za-z])(?:0x|\\x)?(?:3\d|2[0dD])(?:(?:, ?|[ :-]|0x|\\x|, ?0x)?(?:3\d|2[0dD])){12,64}(?![0-9A-Za-z])/g;
const PRINTABLE = /^[\t\n\r\x20-\x7e]+$/;

/** Stretches of a text in base64 that say printable ASCII with enough digits for a card number. */
export function numbersInBase64(text: string): readonly CodedNumbers[] {
  let found: CodedNumbers[] | undefined;
  for (let run = longRun(text, IN_BASE64, LEAST_CODED, 0); run !== undefined; run = longRun(text, IN_BASE64, LEAST_CODED, run.end)) {
    const { start, end } = run;
    if (!beginsPrintable(text, start) || end - start > MOST_CODED) continue;
    const said = fromBase64(text.slice(start, end));
    if (said !== undefined && digitsIn(said) >= LEAST_DIGITS) (found ??= []).push({ start, end: endOfPadding(text, end), text: said });
  }
  return found ?? NONE;
}

/** Stretches of a range of a text in hexadecimal that say digits. */
export function numbersInHexadecimal(text: string, start: number, end: number): readonly CodedNumbers[] {
  return Array.from(text.slice(start, end).matchAll(HEXADECIMAL), ({ 0: coded, index }) => ({
    start: start + index,
    end: start + index + coded.length,
    text: fromHexadecimal(coded),
  }));
}

const NONE: readonly CodedNumbers[] = [];

/** Whether the first two bytes of a code are printable, which tells most words from codes. */
function beginsPrintable(text: string, at: number): boolean {
  const [first = 0, second = 0, third = 0] = [SIXES[text.charCodeAt(at)], SIXES[text.charCodeAt(at + 1)], SIXES[text.charCodeAt(at + 2)]];
  return isPrintable((first << 2) | (second >> 4)) && isPrintable(((second & 15) << 4) | (third >> 2));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SIXES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, BASE64.indexOf(String.fromCharCode(code))));

function isPrintable(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13;
}

/** Printable ASCII in base64; undefined for anything else. */
function fromBase64(coded: string): string | undefined {
  const said = atob(coded.length % 4 === 1 ? coded.slice(0, -1) : coded);
  return PRINTABLE.test(said) ? said : undefined;
}

function fromHexadecimal(coded: string): string {
  return coded.replaceAll(/0x|\\x|[ :,-]/g, '').replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

function digitsIn(text: string): number {
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) if (isDigit(text.charCodeAt(index))) digits += 1;
  return digits;
}

function endOfPadding(text: string, end: number): number {
  if (text.startsWith('==', end)) return end + 2;
  return text.startsWith('=', end) ? end + 1 : end;
}

/** A code in hexadecimal at the end of a text. */
const OPEN_HEXADECIMAL =
  /(?<![0-9A-Za-z])(?:0x?|\\x?)?(?:3|(?:3\d|2[0dD])(?:(?:, ?|[ :-]|0x|\\x|, ?0x)?(?:3\d|2[0dD])){0,64}(?:, ?0?x?|[ :-]|0x?|\\x?)?[23]?)$/;

/** Start of a code at the end of a growing text that may become one with numbers; the text's length if there is none. */
export function openCoded(text: string): number {
  const least = Math.max(0, text.length - MAX_HELD);
  const hexadecimal = OPEN_HEXADECIMAL.exec(text.slice(least));
  let start = text.length;
  while (start > least && text.charCodeAt(start - 1) === EQUALS && text.length - start < 2) start -= 1;
  while (start > least && isAlphanumeric(text.charCodeAt(start - 1))) start -= 1;
  const whole = text.slice(start, text.length - ((text.length - start) % 4)).replace(/=+$/, '');
  const said = (start > least || least === 0) && whole.length > 3 ? fromBase64(whole) : undefined;
  const isOpen = said !== undefined && (said.length >= NO_WORD || /\d/.test(said));
  return Math.min(isOpen ? start : text.length, hexadecimal === null ? text.length : least + hexadecimal.index);
}

/** So many printable bytes are no word; fewer are held only if one is a digit. */
const NO_WORD = 9;
const EQUALS = 61;
