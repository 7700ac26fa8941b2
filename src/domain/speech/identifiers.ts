import { cardinalWords, digitWords, labelWords } from './number-words.ts';
import type { ReadingRule } from './reading-rule.ts';

/** Letters by name and digits one by one, with a short pause between groups. */
function signsOf(written: string): string {
  return written
    .split(/[:-]/)
    .map((group) =>
      group
        .toUpperCase()
        .split('')
        .map((sign) => (/\d/.test(sign) ? digitWords(sign) : sign))
        .join(' '),
    )
    .join(' , ');
}

/** Groups of digits: one by one, but small numbers as such where all of them are small («1-2-3», «10-20-30»). */
function groupsOf(written: string): string {
  const groups = written.split(/[-–]/);
  const small = groups.every((group) => /^(?:[1-9]\d?|0|X)$/.test(group));
  return groups.map((group) => (group === 'X' ? 'X' : small ? cardinalWords(group) : digitWords(group))).join(' , ');
}

/** Identifiers in hexadecimal digits, with or without groups: read before anything that would see numbers, times or dates in them. */
export const HEXADECIMAL_RULES: readonly ReadingRule[] = [
  { pattern: /[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?!\w)/y, say: ([whole = '']) => signsOf(whole) },
  { pattern: /[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?![\w:])/y, say: ([whole = '']) => signsOf(whole) },
  { pattern: /#(?=[A-Fa-f]*\d)(?=\d*[A-Fa-f])([0-9A-Fa-f]{6})(?!\w)/y, say: ([, colour = '']) => `hash ${signsOf(colour)}` },
  {
    pattern: /(?=[0-9a-f]{0,62}(?:\d[a-f]{1,62}\d|[a-f]\d{1,62}[a-f]))(?!\d{1,62}e\d{1,62}(?!\w))[0-9a-f]{7,64}(?!\w)/y,
    say: ([whole = '']) => signsOf(whole),
  },
];

const CALLED =
  /\b(?:call|calls|called|calling|dial|dials|dialled|dialed|dialling|dialing|ring|phone|text|texted)\s(?:\d{3,6}(?:,|,? or|,? and)\s){0,3}$/i;
const ENDS_CALL = /^(?:["'”’]?(?:[.,;:!?)]|$)| (?:or|and|for|if|to|in|now|immediately|from|at|on|when|right|back|before)\b)/;
const CODED =
  /\b(?:card|account|number|phone)\b.{0,20}\bend(?:s|ing)(?: in| with)? $|\b(?:PIN|CVV|CVC|OTP|code|passcode|password|ZIP|extension|[Ee]xt|account|serial|tracking|confirmation|routing)(?: (?:number|no\.|code|is|was))*:? $/i;

/** After these a number behind «code» or «account» counts something. */
const COUNTS = /^ (?:lines|people|customers|users|characters|letters|digits|words|pages|bytes|dollars|euros|pounds|times|points)\b/;

/** Numbers that are names rather than quantities: ISBNs and other groups of digits, short telephone numbers and codes. */
export const CODE_RULES: readonly ReadingRule[] = [
  { pattern: /(?:0s and 1s|1s and 0s)(?!\w)/y, say: ([whole = '']) => (whole.startsWith('0') ? 'zeros and ones' : 'ones and zeros') },
  { pattern: /\d{1,9}(?:[-–]\d{1,9}){1,7}(?:-X|[-–]\d{1,9})(?![\w]|[-–]\w)/y, say: ([whole = '']) => groupsOf(whole) },
  {
    pattern: /(\d{3})\(([a-z])\)(?:\((\d)\))?/y,
    say: ([, section = '', letter = '', part]) =>
      `${labelWords(section)} ${letter.toUpperCase()}${part === undefined ? '' : ` ${cardinalWords(part)}`}`,
  },
  { pattern: /#([A-Z]{1,4})-?(?=\d)/y, say: ([, letters = '']) => `number ${letters.split('').join(' ')}` },
  {
    pattern: /\d{3,6}(?![\w%°]|[.,:/-]\d)/y,
    say: ([digits = ''], { before, after }) =>
      (CALLED.test(before) && ENDS_CALL.test(after) && (digits.length === 3 || !/called/i.test(before))) ||
      (digits === '911' && /^ (?:call|operator|dispatcher)/.test(after))
        ? digitWords(digits)
        : undefined,
  },
  {
    pattern: /\d{3,9}(?![\w%°]|[.,:/-]\d)/y,
    say: ([digits = ''], { before, after }) => (CODED.test(before) && !COUNTS.test(after) ? digitWords(digits) : undefined),
  },
];
