import { isDigit } from '../normalisation/ascii.ts';
import { isJoinedWords, isWordForPassword } from './password-words.ts';
import type { TabularValue } from './secret-columns.ts';
import { isAnswer } from './secret-value.ts';

/** Maximum distance from the start of a value to the word for it, and maximum length of a value. */
const MAX_BEFORE = 128;
const MAX_VALUE = 22;
/** Words that link a value to the label after it, in a dozen languages. */
const IS = String.raw`(?:as|is|for|was|<-|←|[-=]>?|als|ist|für|comme|est|como|es|come|è|é|como|jako|to|olarak|som)`;
/** Those that are unambiguous. */
const AS = '(?:as|als|comme|como|come|jako)';
const OWN = String.raw`(?:the|my|our|your|a|an|her|his|their|das|mein|unser|dein|neues|le|mon|notre|un|la|mi|una|el|o|minha|uma|mia|il|het|mijn|een|moje)`;
/** Text around a value up to the word for a password; the second group matches if the link is unambiguous. */
const VALUE_BEFORE = new RegExp(
  String.raw`(?:^|[\s"'\x60(:„“»«])([^\s"'\x60<>,;()„“”»«]{6,${MAX_VALUE}})["'\x60“”»«]?(?:[ \t](?:\((?:[\p{L}-]{1,14}[ \t]){0,2}|(?:(${AS})|${IS})[ \t](?:${OWN}[ \t])?(?:[\p{L}-]{1,14}[ \t]){0,2})|(,|(?=[ \t]an?[ \t]))[ \t]${OWN}[ \t](?:[\p{L}-]{1,14}[ \t]){0,2})$`,
  'iu',
);
/** Words before a value that link it to the label after it. */
const SAYS = /(?:^|[^\p{L}])(?:it['’]?s|that['’]?s|is|was|use|try|enter|ist|est|es|è|é)\s["'`]?$/iu;
const QUOTE = /["'`„“»«]$/;
/** Ways to hash and to write, which have numbers. */
const METHOD =
  /^(?:sha|md|hs|rs|es|aes|utf|base|b?crypt|argon|pbkdf|blake|hmac|ripemd|rc|ed|iso|ipv|win|tls|x|fido|oauth|saml|oidc|webauthn)[-_]?\d/i;
/** A word for what is done with a password, or a name beside it, before a value; and what lies between it and its word. */
const BEFORE_VALUE =
  /(?:(?:^|\n)["'`]|(?<!\p{L})(?:to|typ(?:e[ds]?|ing)|tr(?:y|ied|ying)|us(?:e[ds]?|ing)|enter(?:ed|ing)?|is|it['’]s|was|does|did|with|set|auf|mit|avec|con|com)\s["'`(]?|[\w.@-]{2,40}\s?[/:]\s?)$/iu;
const BEHIND_VALUE = /^["'`]?(?:[.,;)]?[ \t(]|[.,;)])[^\n]{0,64}$/;
/** Another value in a list before one. */
const VALUE_IN_ROW = new RegExp(
  String.raw`(?:^|[\s"'\x60(:/])([^\s"'\x60<>,;()]{6,${MAX_VALUE}})["'\x60]?(?:,|[ \t](?:and|or|und|oder|et|ou|y|o|e))[ \t]["'\x60]?$`,
  'iu',
);
/** Verbs that tell somebody to use a value; it may then be a word and a number. */
const TAKES =
  /(?:^|[^\p{L}])(?:use|set|put|try|take|enter|type|write|pick|chose|choose|nimm|verwende|benutze|nutze|usa|use[mn]?|utilise[rz]?|mets|gebruik|użyj|usare)\s["'`]?$/iu;
/** Verbs that tell somebody to use a value as what the label says. */
const TAKE = String.raw`(?:^|[^\p{L}])(?:us(?:e|es|ed|ing)|enter|set|type|try|put|pick|choose|take|with|verwende|nimm|nutze|utilise[rz]?|usa)\s["'\x60*]{0,3}`;
const TAKEN = String.raw`[^\s"'\x60*<>,;()]`;
const TAKEN_AS = new RegExp(
  String.raw`${TAKE}(${TAKEN}{5,${MAX_VALUE}})["'\x60*]{0,3}\s${AS}\s(?:${OWN}\s)?(?:[\p{L}-]{1,14}\s){0,2}$`,
  'iu',
);
/** What it holds, which most texts do not. */
const HAS_AS = new RegExp(String.raw`\s${AS}\s`, 'iu');
/** The same when still incomplete, with the word for a password after it, which may turn it into something else. */
const OPEN_TAKEN = new RegExp(
  String.raw`${TAKE}(?:(${TAKEN}{1,${MAX_VALUE}})|(${TAKEN}{5,${MAX_VALUE}})["'\x60*]{0,3}(?:\s(?:a|al|c|co|com|comm|j|ja|jak|${AS}(?:\s[\p{L}-]{0,14}){0,5})?)?)$`,
  'iu',
);
/** Maximum length of that. */
const MAX_TAKEN = 140;
/** Compounds that name something other than a one-word password. */
const OTHER_WORD =
  /^(?:e?mail|username|login|number|phone|birthday|birthdate|names?|empty|blank|token|stdin|input|output|admin|root|base|hash|salt|python|bcrypt|argon|oauth|google|github|gitlab|keycloak|vault|bitwarden|keepass|lastpass|asterisks?|stars|dots|these|those|words?|letters?|digits|numbers|symbols|anything|something|nothing|everything|it|them|this|that)$/;
/** Phrases that call a value somebody's own password. */
const IS_OWN = new RegExp(
  String.raw`(?:^|[\s"'\x60(:])([^\s"'\x60<>,()]{6,${MAX_VALUE}})["'\x60]?\s(?:is|was|ist|war|est|es|era|é|è|is|jest|to)\s(?:my|our|the|mein|unser|mon|notre|mi|nuestra|minha|mia|mijn|moje)\s(?:[\p{L}-]{1,14}\s){0,2}$`,
  'iu',
);
/** End of the clause with a password. */
const ENDS_CLAUSE = /^\p{L}*["'`]?(?:[.,;!?)]|\s*$|\s(?:for|on|when|if|until|to|at|in|now|please|and|because|everywhere|till)(?!\p{L}))/u;
/** More than one password, which is what things of one kind are taken as. */
const MANY = /^(?:passwords|passcodes|passphrases|passwörter|contraseñas|senhas|codes)(?!\p{L})/iu;
/** What says that a word shall not be one. */
const NOT_TAKEN =
  /(?:^|[^\p{L}])(?:never|not|don['’]?t|avoid|nicht|kein\p{L}{0,2}|nunca|no|ne|jamais)\s(?:ever\s)?\S{1,12}\s["'`*]{0,3}$/iu;
const MAX_NOT = 40;
/** What is done with a password alone. */
const TYPED = /(?:^|[^\p{L}])(?:typ(?:ed|ing)|entered|entering|tried|trying)\s["'`(]?$/iu;
/** Other things named with the same word. */
const OTHER_THING =
  /^(?:\p{L}{0,12}less(?!\p{L})|\p{L}*["'`]?(?:[ _-](?:manager|less|grant|scheme|checker|replacement|flow|authentication|login|column|hash\w*|polic\w*|algorithm|encoding|storage|vault|generator|fields?|inputs?|box|page|screen|form|prompt|endpoint|param\w*|variable|key|flag|option|type|column|reset\w*|rules?|strength|app|hint|file|cracker|tool|provider|length|format|validation)|[_(]|\.\w))/iu;

/** Looks for values before the words for a password of one text, in order of offset. */
export interface ValueBeforeLabel {
  /** Adds the values before the label at a place: `hunter2-Blue is my password`. */
  at(place: number, found: TabularValue[]): void;
}

/** Creates the search for a text; its labels must be given in order. */
export function createValueBeforeLabel(text: string, isWhole: boolean): ValueBeforeLabel {
  let seen = 0;
  let digit = -1;
  /** Start and classes of the current run of password characters, and the range of the last run that may be a password. */
  let row = 0;
  let has = 0;
  let [start, end] = [-1, -1];

  function read(place: number): void {
    if (place < seen || place - seen > MAX_READ) {
      seen = Math.max(0, place - MAX_READ);
      [digit, row, has, start, end] = [-1, seen, 0, -1, -1];
    }
    for (; seen < place; seen += 1) {
      const code = text.charCodeAt(seen);
      const kind = code < KINDS.length ? (KINDS[code] ?? 0) : 0;
      if (kind === IS_DIGIT) digit = seen;
      if (kind !== 0) {
        has |= kind;
        continue;
      }
      if (has === IS_ALL && seen - row >= LEAST_NEAR && seen - row <= MAX_VALUE) [start, end] = [row, seen];
      row = seen + 1;
      has = 0;
    }
  }

  function noteRow(from: number, found: TabularValue[]): void {
    const least = Math.max(0, from - MAX_BEFORE);
    const other = VALUE_IN_ROW.exec(text.slice(least, from));
    const value = other?.[1] ?? '';
    if (other === null || !isSigned(value)) return;
    const begin = least + other.index + other[0].indexOf(value);
    found.push({ start: begin, end: begin + value.length, kind: 'chosen' });
  }

  function note(from: number, value: string, found: TabularValue[]): void {
    found.push({ start: from, end: from + value.length, kind: 'chosen' });
    noteRow(from, found);
  }

  /** The value that the words right before a label declare. */
  function stated(place: number, states: boolean, found: TabularValue[]): boolean {
    const behind = text.charCodeAt(place - 1);
    if (digit < 0 || place - digit > MAX_BEFORE || (behind !== BRACKET && !states)) return false;
    const least = Math.max(0, place - MAX_BEFORE);
    const match = VALUE_BEFORE.exec(text.slice(least, place));
    if (match === null) return false;
    const value = match[1] ?? '';
    const from = least + match.index + match[0].indexOf(value);
    const lead = text.slice(Math.max(0, from - MAX_TAKES), from);
    const isTaken = TAKES.test(lead) && /\d/.test(value) && /\p{L}/u.test(value);
    const isOwn = IS_OWN.test(text.slice(least, place)) && /\d/.test(value) && /\p{L}/u.test(value) && !METHOD.test(value);
    const isPlain = match[2] !== undefined || (match[3] !== undefined && SAYS.test(lead));
    const isBracketed = behind === BRACKET || match[0].lastIndexOf('(') > value.length;
    const isQuoted = (isPlain || isBracketed) && QUOTE.test(lead) && /\d/.test(value) && /\p{L}/u.test(value) && !METHOD.test(value);
    if (!isTaken && !isOwn && !isQuoted && !((isPlain || isBracketed) && isStyled(value)) && (match[3] !== undefined || !isSigned(value)))
      return false;
    if (isOther(place)) return false;
    note(from, value, found);
    return true;
  }

  /** The value to be used as a password; in an incomplete text the only kind. */
  function taken(place: number, found: TabularValue[]): boolean {
    const least = Math.max(0, place - MAX_BEFORE);
    const before = text.slice(least, place);
    const match = HAS_AS.test(before) ? TAKEN_AS.exec(before) : null;
    const value = match?.[1] ?? '';
    if (match === null || isOther(place)) return false;
    const from = least + match.index + match[0].indexOf(value);
    const isOne = !MANY.test(text.slice(place, place + MAX_OTHER)) && !NOT_TAKEN.test(text.slice(Math.max(0, from - MAX_NOT), from));
    const isWord = isOne && isWordForPassword(value) && !OTHER_WORD.test(value) && ENDS_CLAUSE.test(text.slice(place, place + MAX_OTHER));
    const isMixed = /\d/.test(value) && /\p{L}/u.test(value) && !METHOD.test(value);
    if (!isWord && !isMixed && !isJoinedWords(value.replace('.', '-'))) return false;
    if (isWord && !isWhole) return false;
    found.push({ start: from, end: from + value.length, kind: isWord ? 'word' : 'chosen' });
    return true;
  }

  const isOther = (place: number): boolean => OTHER_THING.test(text.slice(place, place + MAX_OTHER));

  return {
    at(place, found) {
      const states = isBlank(text.charCodeAt(place - 1)) && isStated(text, place);
      if ((states && taken(place, found)) || !isWhole) return;
      read(place);
      if (stated(place, states, found) || start < 0 || place - end > MAX_NEAR) return;
      const value = text.slice(start, end);
      const isTyped = TYPED.test(text.slice(Math.max(0, start - MAX_TAKES), start)) && isStyled(value);
      if ((!isTyped && !isSigned(value)) || !BEHIND_VALUE.test(text.slice(end, place)) || isOther(place)) return;
      if (isTyped || BEFORE_VALUE.test(text.slice(Math.max(0, start - MAX_NAME), start))) note(start, value, found);
    },
  };
}

/** Start of a value that a growing text may yet declare to be used as a password; the text's length if there is none. */
export function openTaken(text: string): number {
  if (!mayBeTaken(text)) return text.length;
  const from = Math.max(0, text.length - MAX_TAKEN);
  const match = OPEN_TAKEN.exec(text.slice(from));
  if (match === null) return text.length;
  const value = match[1] ?? match[2] ?? '';
  return from + match.index + match[0].indexOf(value, value.length > 0 ? match[0].search(/\s/) : 0);
}

/** Prefilter: whether a text may end in a value to be used as something. */
function mayBeTaken(text: string): boolean {
  const own = text.slice(-MAX_TAKEN);
  return SAYS_AS.some((as) => own.includes(as)) || LAST_TAKES.test(own.slice(-MOST_LAST));
}

const SAYS_AS = [' as ', ' als ', ' com', ' jako '];
/** The same when its last word may be that value. */
const LAST_TAKES =
  /(?:us(?:e|es|ed|ing|a)|enter|set|type|try|put|pick|choose|take|with|verwende|nimm|nutze|utilise[rz]?)\s["'`*]{0,3}[^\s]{1,22}\s?[a-z]{0,5}$/i;
const MOST_LAST = 44;

/** Character classes that distinguish passwords from names: signs, letters and digits. */
const IS_SIGN = 1;
const IS_LETTER = 2;
const IS_DIGIT = 4;
const IS_ALL = IS_SIGN | IS_LETTER | IS_DIGIT;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) return IS_DIGIT;
  if (/[A-Za-z]/.test(character)) return IS_LETTER;
  return /[!#$%^*?+_-]/.test(character) ? IS_SIGN : 0;
});
/** Minimum length of a value without a declaration, and maximum distances of the label after it and of the context before it. */
const LEAST_NEAR = 8;
const MAX_NEAR = 72;
const MAX_NAME = 48;
/** Total lookbehind before a label. */
const MAX_READ = 160;
/** Maximum number of words between a value and the label, and their maximum length. */
const MOST_WORDS = 4;
const MOST_LETTERS = 14;
const STATES = new RegExp(`^(?:${IS}|an?)$`, 'i');

/** Whether one of the words before a place can declare what the value before it is. */
function isStated(text: string, place: number): boolean {
  let end = place - 1;
  for (let words = 0; words < MOST_WORDS; words += 1) {
    let start = end;
    while (start > 0 && end - start <= MOST_LETTERS && !isBlank(text.charCodeAt(start - 1)) && !isDigit(text.charCodeAt(start - 1)))
      start -= 1;
    // After a comma, a name for the value may follow.
    if (text.charCodeAt(start) === BRACKET) return true;
    if (start === end || start === 0 || !isBlank(text.charCodeAt(start - 1))) return words > 0 && text.charCodeAt(end - 1) === COMMA;
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
const COMMA = 44;
const BRACKET = 40;
const MAX_TAKES = 16;
const MAX_OTHER = 40;

/** Whether a sign makes a value look like a password; letters and digits alone may be a name. */
function isSigned(value: string): boolean {
  return /[!#$%^*?]/.test(value) && isAnswer(value);
}

/** Whether a value mixes letters and digits unlike a name does: with signs between, or digits between letters. */
function isStyled(value: string): boolean {
  if (!/\d/.test(value) || !/\p{L}/u.test(value) || METHOD.test(value) || /^\p{Ll}+[-_]?\d+$/u.test(value)) return false;
  return /[!#$%^*?&+=~_-]/.test(value) || /\p{L}\d\p{L}/u.test(value);
}
