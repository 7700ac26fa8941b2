import type { ListedValue } from './listed-passwords.ts';
import { isAnswer } from './secret-value.ts';

/** Longest text between the beginning of a value and the word that says what it is, and longest value. */
const MAX_BEFORE = 128;
const MAX_VALUE = 22;
/** What says that a value is what the next words call it, in a dozen languages. */
const IS = String.raw`(?:as|is|for|was|[-=]>?|als|ist|für|comme|est|como|es|come|è|é|como|jako|to|olarak|som)`;
const OWN = String.raw`(?:the|my|our|your|a|an|her|his|their|das|mein|unser|dein|neues|le|mon|notre|un|la|mi|una|el|o|minha|uma|mia|il|het|mijn|een|moje)`;
/** What stands around a value, and the words between it and the word for a password. */
const VALUE_BEFORE = new RegExp(
  String.raw`(?:^|[\s"'\x60(:])([^\s"'\x60<>,;()]{6,${MAX_VALUE}})["'\x60]?[ \t](?:\(|${IS}[ \t](?:${OWN}[ \t])?(?:[\p{L}-]{1,14}[ \t]){0,2})$`,
  'iu',
);
/** What asks for a value to be taken: it may be a word and a number then. */
const TAKES =
  /(?:^|[^\p{L}])(?:use|set|put|try|take|enter|pick|chose|choose|nimm|verwende|benutze|nutze|usa|use[mn]?|utilise[rz]?|mets|gebruik|użyj|usare)\s["'`]?$/iu;
/** Another thing that is called by the same word. */
const OTHER_THING =
  /^\p{L}*["'`]?(?:[ _-](?:manager|hash\w*|polic\w*|algorithm|encoding|storage|vault|generator|field|input|box|column|reset\w*|rules?|strength|app|hint|file|cracker|tool|provider|length|format|validation)|[_(.])/iu;

/** Tells of the words for a password of one text, in their order, which values stand before them. */
export interface StatedBefore {
  /** The value before the word at a place that says what it is: `hunter2-Blue is my password`. */
  at(place: number): ListedValue | undefined;
}

/** Looks before words for passwords of a text that is written whole, each of which stands behind the one before it. */
export function createStatedBefore(text: string): StatedBefore {
  let seen = 0;
  let digit = -1;
  return {
    at(place) {
      if (place < seen) [seen, digit] = [0, -1];
      for (; seen < place; seen += 1) if (isDigit(text.charCodeAt(seen))) digit = seen;
      const behind = text.charCodeAt(place - 1);
      if (digit < 0 || place - digit > MAX_BEFORE || (behind !== BLANK && behind !== BRACKET)) return undefined;
      if (behind === BLANK && !isStated(text, place)) return undefined;
      const from = Math.max(0, place - MAX_BEFORE);
      const match = VALUE_BEFORE.exec(text.slice(from, place));
      if (match === null || OTHER_THING.test(text.slice(place, place + MAX_OTHER))) return undefined;
      const value = match[1] ?? '';
      const start = from + match.index + match[0].indexOf(value);
      const isTaken = TAKES.test(text.slice(Math.max(0, start - MAX_TAKES), start)) && /\d/.test(value) && /\p{L}/u.test(value);
      return isTaken || isSigned(value) ? { start, end: start + value.length, kind: 'chosen' } : undefined;
    },
  };
}

/** Most words between a value and the word for a password, and the longest of them. */
const MOST_WORDS = 4;
const MOST_LETTERS = 14;
const STATES = new RegExp(`^${IS}$`, 'i');

/** Whether one of the words before a place can state what the value before it is. */
function isStated(text: string, place: number): boolean {
  let end = place - 1;
  for (let words = 0; words < MOST_WORDS; words += 1) {
    let start = end;
    while (start > 0 && end - start <= MOST_LETTERS && !isBlank(text.charCodeAt(start - 1)) && !isDigit(text.charCodeAt(start - 1)))
      start -= 1;
    if (start === end || start === 0 || !isBlank(text.charCodeAt(start - 1))) return false;
    if (end - start <= MOST_STATING && STATES.test(text.slice(start, end))) return true;
    end = start - 1;
  }
  return false;
}

function isBlank(code: number): boolean {
  return code === BLANK || code === TAB;
}

const MOST_STATING = 7;
const TAB = 9;
const BLANK = 32;
const BRACKET = 40;
const MAX_TAKES = 16;
const MAX_OTHER = 40;

/** Whether a value looks like a password by a sign in it: letters and digits alone are a name of something. */
function isSigned(value: string): boolean {
  return /[!#$%^*?]/.test(value) && isAnswer(value);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
