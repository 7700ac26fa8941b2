import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import { createAutomaton, type Automaton } from './phrase-automaton.ts';

const NAME = 'canary';
/** Length of a fragment that counts as the whole token. */
const TELLING = 10;
/** Maximum number of characters between two letters of a spread-out token. */
const MAX_SPREAD = 6;
const MAX_OPEN = 256;
const BREAK = 0;

/**
 * Finds the canary token planted in the system message: in any case, in full-width letters, spread out, reversed, in ROT13, as
 * hexadecimal, decimal or binary character codes, in HTML, JSON and URL escapes, or in base64. Without a token it skips every
 * text, for `reason`.
 */
export function createCanaryDetector(token: string | undefined, reason = 'no canary was planted'): Detector {
  const none: Detector = { name: NAME, directions: ['output'], inspect: () => [], unread: () => reason, tail: (text) => text.length };
  if (token === undefined) return none;
  const anyCase = automatonOf([token, backwards(token), rot13(token), ...inCodes(token)].flatMap(telling));
  const asWritten = automatonOf([...base64(token), ...base64(token.toUpperCase())].flatMap(telling));

  function inspect({ id, text }: GuardPart): readonly Finding[] {
    const letters = lettersOf(text);
    const findings: Finding[] = [];
    const add = (start: number, end: number): void => {
      const span = { start: letters.places[start] ?? 0, end: (letters.places[end - 1] ?? 0) + 1 };
      findings.push({ detector: NAME, category: NAME, part: id, ...span, score: 1 });
    };
    for (const { automaton, lengths, codes } of [
      { ...anyCase, codes: letters.lower },
      { ...asWritten, codes: letters.codes },
    ]) {
      automaton.scan(codes, letters.count, (pattern, end) => add(end - (lengths[pattern] ?? 0), end));
    }
    return findings.toSorted((a, b) => a.start - b.start);
  }

  function tail(text: string): number {
    const from = Math.max(0, text.length - MAX_OPEN);
    const { lower, codes, count, places } = lettersOf(text.slice(from));
    const open = Math.max(anyCase.automaton.scan(lower, count), asWritten.automaton.scan(codes, count));
    const spread = text.length - from - 1 - (places[count - 1] ?? 0);
    return open === 0 || spread > MAX_SPREAD ? text.length : from + (places[count - open] ?? 0);
  }

  return { name: NAME, directions: ['output'], inspect, tail };
}

function automatonOf(patterns: readonly string[]): { readonly automaton: Automaton; readonly lengths: readonly number[] } {
  const codes = patterns.map((pattern) => Uint16Array.from(pattern, (letter) => letter.charCodeAt(0)));
  return { automaton: createAutomaton(codes), lengths: codes.map(({ length }) => length) };
}

/** Fragments of a form that identify it: its start and its end. */
function telling(form: string): string[] {
  const share = Math.ceil((form.length * TELLING) / 16);
  return [form, form.slice(0, share), form.slice(-share)];
}

/** The letters and digits of a text with their offsets; a gap too wide for a spread-out word is kept as a break. */
function lettersOf(text: string) {
  const codes = new Uint16Array(text.length + Math.ceil(text.length / MAX_SPREAD));
  const lower = new Uint16Array(codes.length);
  const places = new Int32Array(codes.length);
  let [count, gap] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const code = narrow(text.charCodeAt(index));
    const isUpper = code >= 65 && code <= 90;
    if (!isUpper && !(code >= 97 && code <= 122) && !(code >= 48 && code <= 57)) {
      gap += 1;
      if (gap !== MAX_SPREAD + 1) continue;
    } else gap = 0;
    codes[count] = gap === 0 ? code : BREAK;
    lower[count] = gap === 0 ? (isUpper ? code + 32 : code) : BREAK;
    places[count] = index;
    count += 1;
  }
  return { codes, lower, places, count };
}

function backwards(text: string): string {
  return Array.from(text).toReversed().join('');
}

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
}

/** The letters as character codes without separators: `61` (also `\x61` and `&#x61;`), `\u0061`, `97` (also `&#97;`), `01100001`. */
function inCodes(text: string): string[] {
  const codes = Array.from(text, (letter) => letter.charCodeAt(0));
  const hex = codes.map((code) => code.toString(16));
  return [
    hex.join(''),
    hex.map((digits) => `x${digits}`).join(''),
    hex.map((digits) => `u00${digits}`).join(''),
    codes.join(''),
    codes.map((code) => code.toString(2).padStart(8, '0')).join(''),
  ];
}

/** The ASCII form of a full-width letter or digit. */
function narrow(code: number): number {
  return code >= 0xff10 && code <= 0xff5a ? code - 0xfee0 : code;
}

/** The parts of a text's base64 encoding that do not depend on the text around it, at each of the three alignments. */
function base64(text: string): string[] {
  return [0, 2, 3].map((own, offset) => {
    const coded = btoa('x'.repeat(offset) + text).replace(/=+$/, '');
    return coded.slice(own, (offset + text.length) % 3 === 0 ? undefined : -1);
  });
}
