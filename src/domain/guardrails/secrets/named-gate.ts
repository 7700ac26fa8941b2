import { nextRow, type ValueClass, type ValueRow } from './value-class.ts';

/** What a form says of itself, so that most places are passed over without its pattern. */
export interface NamedLead {
  /** What a value is made of, and how many of them at least and at most in a row that goes no further. */
  readonly units: ValueClass;
  readonly least: number;
  readonly most: number;
  /** The same number for all forms with the same class and least length. */
  readonly row: number;
  /** Most units from the beginning of a mark to that of the row. */
  readonly reach: number;
  /** What stands right behind the value, where that is always the same. */
  readonly ending: string | undefined;
  /** The rest of a name stands behind the mark, then what gives it a value; or one of several such names with full stops between. */
  readonly name: 'one' | 'several' | undefined;
  /** 1 at the codes of ASCII that may stand right behind the name. */
  readonly follows: Uint8Array | undefined;
  /** Names that go on with what is no secret's own are none. */
  readonly isOwn: boolean;
  /** A value may stand right behind blanks. */
  readonly isBare: boolean;
  /** A digit stands in the value. */
  readonly hasDigit: boolean;
  /** What else stands in it, before it or between it and its name. */
  readonly soon: readonly Soon[];
  /** 1 at the codes of ASCII that the character before the mark may have. */
  readonly before: Uint8Array | undefined;
}

const ASCII = 128;
/** Longest rest of a name. */
const MOST_NAME = 64;
/** Characters of one value are at most so many units. */
const WIDEST = 2;
/** From the beginning of a value a digit is looked for so far. */
const MOST_TO_DIGIT = 128;

const IS_NAME = 1;
/** May stand behind a name and before its value. */
const GIVES = 2;
const IS_BLANK = 4;
const IS_POINT = 8;
const IS_DIGIT = 16;
/** May stand between blanks and a value. */
const MAY_FOLLOW = 32;
/** Characters beyond ASCII may be anything. */
const BEYOND = 63;
const IS_QUESTION = 64;
const IS_QUOTE = 128;
const IS_BREAK = 256;
const IS_SIGN = 512;
const IS_AT = 1024;
const KINDS = Uint16Array.from({ length: ASCII }, (_, code) => {
  const character = String.fromCharCode(code);
  return (
    (/[\w-]/.test(character) ? IS_NAME : 0) |
    (/[\s"'`\]=:<>,|*(\\]/.test(character) ? GIVES : 0) |
    (/\s/.test(character) ? IS_BLANK : 0) |
    (character === '.' ? IS_POINT : 0) |
    (/\d/.test(character) ? IS_DIGIT : 0) |
    (/[=:<>|"'`,(#*\d-]/.test(character) ? MAY_FOLLOW : 0) |
    (character === '?' ? IS_QUESTION : 0) |
    (/["'`]/.test(character) ? IS_QUOTE : 0) |
    (character === '\n' ? IS_BREAK : 0) |
    (/[!#$%^&*?]/.test(character) ? IS_SIGN : 0) |
    (character === '@' ? IS_AT : 0)
  );
});

/** What may have to stand so far behind a word at most. */
const SOON = {
  question: { kind: IS_QUESTION, within: 96 },
  quote: { kind: IS_QUOTE, within: 64 },
  break: { kind: IS_BREAK, within: 128 },
  sign: { kind: IS_SIGN, within: 128 },
  at: { kind: IS_AT, within: 132 },
};
type Soon = keyof typeof SOON;

/** How words begin that stand between a name and its value, and signs, by the first three characters; a blank for the end of a word. */
const SAYING: ReadonlySet<number> = new Set(
  'was is has you we they from wurde will ist es est er jest je on e war era fue foi byl var wifi wi- wlan vpn changed set reset updated root admin router mail email server ssh ftp este adalah back to lautet as for of on von zu de del para pour du do da van voor till til value number zum zur vom der des meiner deiner seiner ihrer unserer'
    .split(' ')
    .map((word) => packed(`${word} `.charCodeAt(0), `${word} `.charCodeAt(1), `${word} `.charCodeAt(2))),
);

function packed(first: number, second: number, third: number): number {
  return (first * ASCII + second) * ASCII + third;
}

/** The rest of a name that is not a secret's own. */
export const OTHER_NAMES =
  'name|path|file|url|uri|ids?|type|env|header|ref|arn|version|ttl|endpoint|expir\\w{0,6}|count|limit|length|size|format|prefix|field|column|policy|hash|digest|fingerprint|label|alias|rotated|date|regexp?|pattern|rules?|timeout|days|hours|seconds|minutes|attempts|retries|interval|history|strength|required|enabled|rounds|cost';
/** How far behind the mark such a rest may begin. */
const MOST_OWN = 24;
const OTHER_NAME = new RegExp(`(?:${OTHER_NAMES})(?![a-z])`, 'iuy');
/** 1 where two letters, by their last bits, begin such a rest. */
const LAST_BITS = 31;
const LETTERS = 32;
const OTHER_BEGINNINGS = new Uint8Array(LETTERS * LETTERS);
for (const name of OTHER_NAMES.split('|'))
  OTHER_BEGINNINGS[(name.charCodeAt(0) & LAST_BITS) * LETTERS + (name.charCodeAt(1) & LAST_BITS)] = 1;

/** What is known of a text while its marks are visited from its beginning to its end. */
export interface NamedGate {
  /** Whether a value of a form can be named by the mark at a place, whose word ends at another; false only where it cannot. */
  mayStand(lead: NamedLead, at: number, wordEnd: number): boolean;
  /** Where the name ends whose mark was asked about last. */
  readonly nameEnd: number;
}

/** Where a character of a kind was looked for: nothing of it stands between the two places, and at the second what was found, or the end of what was looked at. */
interface Search {
  readonly kind: number;
  first: number;
  place: number;
  isFound: boolean;
}

function searchFor(kind: number): Search {
  return { kind, first: 0, place: 0, isFound: false };
}

/** Looks at a text for the forms of a list; `mayHaveDigits` is false where none stands in all of it. */
export function createNamedGate(text: string, mayHaveDigits = true): NamedGate {
  const { length } = text;
  const rows: (ValueRow | undefined)[] = [];
  /** Of the last mark: where the rest of its name begins and ends. */
  let from = -1;
  let end = 0;
  /** Whether what stands behind its name and blanks can stand before a value. */
  let goes: boolean | undefined;
  /** The first rest of another name at or behind a place, as far as it has been looked for. */
  let otherFrom = 0;
  let otherTo = 0;
  let other = -1;
  const digits = searchFor(IS_DIGIT);
  const soon: Partial<Record<Soon, Search>> = {};

  /** The kind of what stands behind the name; 0 where that is too long, all kinds where it is beyond ASCII. */
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

  /** Whether what follows blanks can stand between a name and its value. */
  function goesOn(): boolean {
    let index = end;
    while (kindAt(index) === (GIVES | IS_BLANK)) index += 1;
    const kind = kindAt(index);
    if (kind === BEYOND || (kind & MAY_FOLLOW) !== 0) return true;
    const [second, third] = [kindAt(index + 1), kindAt(index + 2)];
    return second === BEYOND || third === BEYOND || SAYING.has(packed(letterAt(index), letterAt(index + 1), letterAt(index + 2)));
  }

  /** A letter in lower case, a blank for anything else. */
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

  /** Whether a row that may be the value stands where one can, by the place of its class and length. */
  function hasRow({ units, row: place, least, most, reach, ending }: NamedLead, at: number): boolean {
    const row = (rows[place] ??= { start: 0, end: 0 });
    // What stands before the mark is never looked at: of a row that begins there the rest is as good.
    if (row.end < at + least) nextRow(text, units, least, at, row);
    if (row.start > at + reach || row.end > at + reach + WIDEST * most) return false;
    return ending === undefined || text.startsWith(ending, row.end);
  }

  /** Whether a character of a kind stands between two places, the first of which hardly ever goes back. */
  function standsSoon(search: Search, from: number, to: number): boolean {
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

  return {
    get nameEnd() {
      return end;
    },
    mayStand(lead, at, wordEnd) {
      if (lead.hasDigit && !mayHaveDigits) return false;
      const { reach, name, before } = lead;
      if (before !== undefined && at > 0) {
        const code = text.charCodeAt(at - 1);
        if (code < ASCII && before[code] === 0) return false;
      }
      if (lead.hasDigit && !standsSoon(digits, at, at + reach + MOST_TO_DIGIT)) return false;
      for (const each of lead.soon)
        if (!standsSoon((soon[each] ??= searchFor(SOON[each].kind)), wordEnd, wordEnd + SOON[each].within)) return false;
      if (name !== undefined) {
        const kind = readName(wordEnd);
        if ((kind & GIVES) === 0 && !(name === 'several' && (kind & IS_POINT) !== 0)) return false;
        const behind = text.charCodeAt(end);
        if (lead.follows !== undefined && behind < ASCII && lead.follows[behind] === 0) return false;
        if (kind === (GIVES | IS_BLANK) && !lead.isBare && !(goes ??= goesOn())) return false;
      }
      if (reach < Infinity && !hasRow(lead, at)) return false;
      return !lead.isOwn || !isOtherName();
    },
  };
}

function isName(code: number): boolean {
  return code < ASCII && ((KINDS[code] ?? 0) & IS_NAME) !== 0;
}
