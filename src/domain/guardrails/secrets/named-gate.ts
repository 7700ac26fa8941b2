import { nextRow, type ValueClass, type ValueRow } from './value-class.ts';

/** Necessary conditions for a form to match, so that its pattern is skipped at most places. */
export interface GateConditions {
  /** Characters of the value, and the minimum and maximum length of its run. */
  readonly units: ValueClass;
  readonly least: number;
  readonly most: number;
  /** Index shared by all forms with the same class and minimum length. */
  readonly row: number;
  /** Maximum distance from the start of a keyword to the run. */
  readonly reach: number;
  /** Fixed text right after the value, if there is any. */
  readonly ending: string | undefined;
  /** The keyword may be the start of a longer name, followed by an assignment; `several` allows dotted names. */
  readonly name: 'one' | 'several' | undefined;
  /** Table of the ASCII codes that may follow the name directly. */
  readonly follows: Uint8Array | undefined;
  /** Names with a suffix that marks something other than a secret are excluded. */
  readonly isOwn: boolean;
  /** The value may directly follow white space. */
  readonly isBare: boolean;
  /** The value contains a digit. */
  readonly hasDigit: boolean;
  /** Characters that must occur in the value, before it, or between it and its name. */
  readonly soon: readonly Soon[];
  /** Table of the ASCII codes that may precede the keyword. */
  readonly before: Uint8Array | undefined;
}

const ASCII = 128;
/** Maximum length of the rest of a name. */
const MOST_NAME = 64;
/** Maximum number of code units per character of a value. */
const WIDEST = 2;
/** Lookahead from the start of a value for its digit. */
const MOST_TO_DIGIT = 128;

const IS_NAME = 1;
/** May be between a name and its value. */
const IS_ASSIGNMENT = 2;
const IS_BLANK = 4;
const IS_POINT = 8;
const IS_DIGIT = 16;
/** May be between white space and a value. */
const MAY_FOLLOW = 32;
/** Non-ASCII characters may be anything. */
const BEYOND = 63;
const IS_QUESTION = 64;
const IS_QUOTE = 128;
const IS_BREAK = 256;
const IS_SIGN = 512;
const IS_AT = 1024;
/** Assigns if an equals sign follows. */
const IS_COMPOUND = 2048;
const IS_ANGLE = 4096;
const EQUALS = 61;
const KINDS = Uint16Array.from({ length: ASCII }, (_, code) => {
  const character = String.fromCharCode(code);
  return (
    (/[\w-]/.test(character) ? IS_NAME : 0) |
    (/[\s"'`[\]=:<>,|*(\\]/.test(character) ? IS_ASSIGNMENT : 0) |
    (/\s/.test(character) ? IS_BLANK : 0) |
    (character === '.' ? IS_POINT : 0) |
    (/\d/.test(character) ? IS_DIGIT : 0) |
    (/[=:<>|"'`,(#*[\d-]/.test(character) ? MAY_FOLLOW : 0) |
    (character === '?' ? IS_QUESTION : 0) |
    (/["'`]/.test(character) ? IS_QUOTE : 0) |
    (character === '\n' ? IS_BREAK : 0) |
    (/[!#$%^&*?]/.test(character) ? IS_SIGN : 0) |
    (character === '@' ? IS_AT : 0) |
    (/[?+.]/.test(character) ? IS_COMPOUND : 0) |
    (/[<>]/.test(character) ? IS_ANGLE : 0)
  );
});

/** Characters that may be required soon after a keyword, and within which distance. */
const SOON = {
  question: { kind: IS_QUESTION, within: 96 },
  quote: { kind: IS_QUOTE, within: 64 },
  angle: { kind: IS_ANGLE, within: 192 },
  tag: { kind: IS_ANGLE, within: 32 },
  break: { kind: IS_BREAK, within: 128 },
  sign: { kind: IS_SIGN, within: 128 },
  at: { kind: IS_AT, within: 200 },
};
type Soon = keyof typeof SOON;

/** First three characters of the words and signs that may stand between a name and its value; a space stands for the end of a word. */
const SAYING: ReadonlySet<number> = new Set(
  'was is has issued given assigned created generated provided emailed sent vergeben erteilt you we they from wurde will ist es est er jest je on e war era fue foi byl var wifi wi- wlan vpn changed set reset updated root admin router mail email server ssh ftp este adalah back to lautet as for of on von zu de del para pour du do da van voor till til value number zum zur vom der des follows below string byte char meiner deiner seiner ihrer unserer phrase'
    .split(' ')
    .map((word) => packed(`${word} `.charCodeAt(0), `${word} `.charCodeAt(1), `${word} `.charCodeAt(2))),
);

function packed(first: number, second: number, third: number): number {
  return (first * ASCII + second) * ASCII + third;
}

/** Suffixes of names that are not of a secret itself. */
export const OTHER_NAMES =
  'name|path|file|url|uri|ids?|type|env|header|ref|arn|version|ttl|endpoint|expir\\w{0,6}|count|limit|length|size|format|prefix|field|column|policy|hash|digest|fingerprint|label|alias|rotated|date|regexp?|pattern|rules?|timeout|days|hours|seconds|minutes|attempts|retries|interval|history|strength|required|enabled|rounds|cost|encryption(?![_-]?(?:key|pass))|algo(?:rithm)?|scheme|hasher|encoder|generator|quality|validators?';
/** Maximum distance of such a suffix from the keyword. */
const MOST_OWN = 24;
const OTHER_NAME = new RegExp(`(?:${OTHER_NAMES})(?![a-z])`, 'iuy');
/** Table by the low bits of two letters: 1 if such a suffix may begin with them. */
const LAST_BITS = 31;
const LETTERS = 32;
const OTHER_BEGINNINGS = new Uint8Array(LETTERS * LETTERS);
for (const name of OTHER_NAMES.split('|'))
  OTHER_BEGINNINGS[(name.charCodeAt(0) & LAST_BITS) * LETTERS + (name.charCodeAt(1) & LAST_BITS)] = 1;

/** The prefilter for one text, whose keywords are visited from start to end. */
export interface NamedGate {
  /** Whether what precedes a value of a form may be at a keyword, whatever the value; also of one that is incomplete. No false negatives. */
  mayBegin(conditions: GateConditions, at: number, wordEnd: number): boolean;
  /** Whether a form may match at a keyword whose word ends at `wordEnd`. No false negatives. */
  mayMatch(conditions: GateConditions, at: number, wordEnd: number): boolean;
  /** Whether a form with a name may match at a keyword whose word ends at `wordEnd`: an assignment follows the name, or with `isSeveral` a point. */
  mayAssign(wordEnd: number, isSeveral: boolean): boolean;
  /** Whether a form that has a digit may match at a keyword, `reach` being the maximum distance from it to the value. */
  hasDigit(at: number, reach: number): boolean;
  /** End of the name at the keyword examined last. */
  readonly nameEnd: number;
}

/** Cached search for a kind of character: none occurs from `first` up to `place`, where one was found or the search ended. */
interface Search {
  readonly kind: number;
  first: number;
  place: number;
  isFound: boolean;
}

function searchFor(kind: number): Search {
  return { kind, first: 0, place: 0, isFound: false };
}

/** Creates the prefilter for a text; `mayHaveDigits` is false if the text has none. */
export function createNamedGate(text: string, mayHaveDigits = true): NamedGate {
  const { length } = text;
  const rows: (ValueRow | undefined)[] = [];
  /** Start and end of the rest of the name at the last keyword. */
  let from = -1;
  let end = 0;
  /** Whether the text after the name and white space can precede a value. */
  let goes: boolean | undefined;
  /** The first suffix of another name in the range searched so far. */
  let otherFrom = 0;
  let otherTo = 0;
  let other = -1;
  const digits = searchFor(IS_DIGIT);
  const soon: Partial<Record<Soon, Search>> = {};

  /** Kind of the character after the name; 0 if the name is too long, all kinds if the character is non-ASCII. */
  function readName(at: number): number {
    if (from !== at) {
      goes = undefined;
      if (at >= end || at < from) end = at;
      from = at;
      while (end < length && end - at <= MOST_NAME && isName(text.charCodeAt(end))) end += 1;
    }
    return end - at > MOST_NAME ? 0 : kindAt(end);
  }

  function kindAt(index: number): number {
    if (index >= length) return 0;
    const code = text.charCodeAt(index);
    return code < ASCII ? (KINDS[code] ?? 0) : BEYOND;
  }

  /** Whether the text after white space can be between a name and its value. */
  function goesOn(): boolean {
    let index = end;
    while (kindAt(index) === (IS_ASSIGNMENT | IS_BLANK)) index += 1;
    const kind = kindAt(index);
    if (kind === BEYOND || (kind & MAY_FOLLOW) !== 0 || isCompound(kind, index)) return true;
    const [second, third] = [kindAt(index + 1), kindAt(index + 2)];
    return second === BEYOND || third === BEYOND || SAYING.has(packed(letterAt(index), letterAt(index + 1), letterAt(index + 2)));
  }

  /** Whether a character begins an operator such as `?=` or `??=`. */
  function isCompound(kind: number, index: number): boolean {
    return (kind & IS_COMPOUND) !== 0 && (text.charCodeAt(index + 1) === EQUALS || text.charCodeAt(index + 2) === EQUALS);
  }

  /** A letter in lower case; a space for anything else. */
  function letterAt(index: number): number {
    const code = text.charCodeAt(index) | 32;
    return code >= 97 && code <= 122 ? code : 32;
  }

  function isOtherName(): boolean {
    const last = Math.min(end - 1, from + MOST_OWN);
    if (from < otherFrom || from > otherTo || (other >= 0 && other < from)) {
      otherFrom = from;
      otherTo = from;
      other = -1;
    }
    for (; other < 0 && otherTo <= last; otherTo += 1) {
      if (OTHER_BEGINNINGS[(text.charCodeAt(otherTo) & LAST_BITS) * LETTERS + (text.charCodeAt(otherTo + 1) & LAST_BITS)] === 0) continue;
      OTHER_NAME.lastIndex = otherTo;
      if (OTHER_NAME.test(text)) other = otherTo;
    }
    return other >= 0 && other <= last;
  }

  /** Whether a run that may be the value begins within reach. */
  function hasRun({ units, row: place, least, most, reach, ending }: GateConditions, at: number): boolean {
    const row = (rows[place] ??= { start: 0, end: 0 });
    // Characters before the keyword are not examined: the rest of a run that begins there will do.
    if (row.end < at + least) nextRow(text, units, least, at, row);
    if (row.start > at + reach || row.end > at + reach + WIDEST * most) return false;
    return ending === undefined || text.startsWith(ending, row.end);
  }

  /** Whether a character of a kind occurs in a range; ranges of consecutive calls hardly ever move back. */
  function occursWithin(search: Search, from: number, to: number): boolean {
    const { first, place, isFound } = search;
    if (from >= first && from <= place && (isFound || place > to)) return isFound && place <= to;
    return soonFrom(search, from, to);
  }

  function soonFrom(search: Search, from: number, to: number): boolean {
    if (from < search.first || from > search.place) {
      search.first = from;
      search.place = from;
      search.isFound = false;
    }
    let { place, isFound } = search;
    while (!isFound && place < length && place <= to) {
      if ((kindAt(place) & search.kind) === 0) place += 1;
      else isFound = true;
    }
    search.place = place;
    search.isFound = isFound;
    return isFound && place <= to;
  }

  function mayAssign(wordEnd: number, isSeveral: boolean): boolean {
    const kind = readName(wordEnd);
    return (kind & IS_ASSIGNMENT) !== 0 || (isSeveral && (kind & IS_POINT) !== 0) || isCompound(kind, end);
  }

  function hasDigit(at: number, reach: number): boolean {
    return mayHaveDigits && occursWithin(digits, at, at + reach + MOST_TO_DIGIT);
  }

  /** Whether the character before the keyword may be there. */
  function isBehind({ before }: GateConditions, at: number): boolean {
    if (before === undefined || at === 0) return true;
    const code = text.charCodeAt(at - 1);
    return code >= ASCII || before[code] !== 0;
  }

  /** Whether a value may follow the name that the keyword is in. */
  function isNamed({ name, follows, isBare }: GateConditions, wordEnd: number): boolean {
    if (name === undefined) return true;
    if (!mayAssign(wordEnd, name === 'several')) return false;
    const behind = text.charCodeAt(end);
    if (follows !== undefined && behind < ASCII && follows[behind] === 0) return false;
    return kindAt(end) !== (IS_ASSIGNMENT | IS_BLANK) || isBare || (goes ??= goesOn());
  }

  return {
    mayAssign,
    hasDigit,
    get nameEnd() {
      return end;
    },
    mayBegin: (conditions, at, wordEnd) => isBehind(conditions, at) && isNamed(conditions, wordEnd),
    mayMatch(conditions, at, wordEnd) {
      const { reach } = conditions;
      if (!isBehind(conditions, at)) return false;
      if (conditions.hasDigit && !hasDigit(at, reach)) return false;
      for (const each of conditions.soon)
        if (!occursWithin((soon[each] ??= searchFor(SOON[each].kind)), wordEnd, wordEnd + SOON[each].within)) return false;
      if (!isNamed(conditions, wordEnd)) return false;
      if (reach < Infinity && !hasRun(conditions, at)) return false;
      return !conditions.isOwn || !isOtherName();
    },
  };
}

function isName(code: number): boolean {
  return code < ASCII && ((KINDS[code] ?? 0) & IS_NAME) !== 0;
}
