import { codeUnitPattern } from '../code-unit-pattern.ts';
import type { GateConditions } from './named-gate.ts';
import { valueClass } from './value-class.ts';

/** A form of secret identified by the text before it: the name it is assigned to, a scheme, a surrounding URL. */
export interface NamedSecret {
  readonly category: string;
  /** Keywords of the prefilter, in lower case: every secret of this form comes after one of them. */
  readonly keywords: readonly string[];
  /** Matches from a keyword to the end of the secret, which is its only group. Sticky; every repetition is bounded. */
  readonly pattern: RegExp;
  /** Matches from a keyword to the end of the text, with the incomplete secret as its only group. Sticky. */
  readonly open: RegExp;
  /** What must match right before the keyword. */
  readonly before?: RegExp;
  /** Lookbehind that `before` needs, in characters; 64 by default. */
  readonly reachBack?: number;
  /** Minimum Shannon entropy in bits per character. */
  readonly entropy: number;
  /**
   * How the value is validated. Passwords that people choose (`chosen`): distinctive ones (`telling`, `unmistakable`), passphrases
   * (`words`), words that are none of a sentence (`unsaid`), single words (`word`) and answers to a question (`answer`). `given` and `phrase`: every word or phrase, where nothing
   * else can be; names only (`proper`). Keys that programs make (`made`), short ones, too (`drawn`), distinctive ones (`scrambled`), in whose place expressions may be. `random`: by
   * its entropy only.
   */
  readonly kind:
    | 'chosen'
    | 'given'
    | 'phrase'
    | 'proper'
    | 'telling'
    | 'answer'
    | 'unmistakable'
    | 'word'
    | 'words'
    | 'unsaid'
    | 'made'
    | 'drawn'
    | 'scrambled'
    | 'random';
  /** The prefilter of the pattern. */
  readonly gate: GateConditions;
}

/** The characters of a value of which some only belong to it before certain others. */
export interface ValueCharacters {
  /** Matches one character where it belongs to the value. */
  readonly one: string;
  /** Class of all of them. */
  readonly all: string;
  /** Matches one character of a growing value; by default, any of the class. */
  readonly growing?: string;
}

/** Describes a form of named secret. */
export interface NamedShape {
  /** From the keyword to the secret. */
  readonly prefix: string;
  /** Characters of the secret, which must end where their run ends. */
  readonly characters: string | ValueCharacters;
  readonly minLength: number;
  readonly maxLength: number;
  /** Lookahead where the secret begins; only for complete secrets, not for growing ones. */
  readonly lookahead?: string;
  /** It may end in base64 padding. */
  readonly isPadded?: boolean;
  /** What must follow it, and the incomplete form of that. */
  readonly suffix?: string;
  readonly openSuffix?: string;
  /** Settings of the prefilter; the value may begin up to `REACH` characters after its keyword by default. */
  readonly gate?: Partial<Omit<GateConditions, 'units' | 'row' | 'least'>>;
}

/** More than the distance between any keyword and its value, apart from commands. */
const REACH = 420;
/** Character classes of values, and numbers of the rows (class and minimum length) to search for, to share them between forms. */
const CLASSES = new Map<string, ReturnType<typeof valueClass>>();
const ROWS = new Map<string, number>();

function classOf(of: string): ReturnType<typeof valueClass> {
  const known = CLASSES.get(of) ?? valueClass(of);
  CLASSES.set(of, known);
  return known;
}

function rowOf(of: string, least: number): number {
  const place = ROWS.get(`${least} ${of}`) ?? ROWS.size;
  ROWS.set(`${least} ${of}`, place);
  return place;
}

/** Characters of a password in a sentence, which may be in a script without spaces. */
const IN_SENTENCE = String.raw`[^\s"'\x60,<>“”„«»\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]`;
/** The same with commas; inside a password one is not before a name with a value, a word or a number. */
export const SPOKEN: ValueCharacters = {
  one: String.raw`(?:${IN_SENTENCE}|,(?=${IN_SENTENCE})(?![\w.-]{1,24}["']?[=:]|(?:\p{L}{1,32}|[\d.]{1,32})(?:[\s"'\x60.,;)\]}]|$)))`,
  all: IN_SENTENCE.replace(',', ''),
};

/** A quote inside a password: behind a character of it, and before a letter, a digit or a few signs, but not before another name. */
const QUOTE_WITHIN = String.raw`(?<=[^\s"'\x60<>:=([{\\]\\{0,2}["'\x60]?)["'\x60]`;
const BEHIND_QUOTE = String.raw`["'\x60]?[#$%^!*]{0,3}`;
/** The same as in a sentence, with quotes inside. */
export const SPOKEN_WITH_QUOTES: ValueCharacters = {
  one: String.raw`(?:${SPOKEN.one}|${QUOTE_WITHIN}(?=${BEHIND_QUOTE}[\p{L}\d])(?![\w.-]{1,24}["']?[=:]))`,
  all: SPOKEN.all.replace(String.raw`"'\x60`, ''),
  growing: String.raw`(?:${SPOKEN.all}|${QUOTE_WITHIN}(?=${BEHIND_QUOTE}(?:[\p{L}\d]|$)))`,
};

/** Table of the ASCII codes that a character class matches. */
export function codesOf(of: string): Uint8Array {
  const pattern = new RegExp(of, 'i');
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

/** Characters before a keyword that begins a word. */
export const BEHIND_WORD = codesOf('[^A-Za-z0-9_]');

/** Text before a keyword that begins a word. */
export const WORD_BEGINS = /(?:^|[^A-Za-z0-9_])$/;

/** Recognises a `before` that only depends on the last character, for which two code units suffice. */
const LAST = /^\(\?:\^\|\[\^[^\]]*\]\)\$$/;
const UNITS_OF_ONE = 2;

/** Builds a form of secret: its pattern, its pattern for growing text, and its prefilter. */
export function named(
  category: string,
  keywords: readonly string[],
  { prefix, lookahead = '', characters, minLength, maxLength, isPadded = false, suffix, openSuffix = '', gate = {} }: NamedShape,
  more: Pick<NamedSecret, 'entropy' | 'kind' | 'before' | 'reachBack'>,
): NamedSecret {
  const [padding, none] = isPadded ? ['={0,2}', '|='] : ['', ''];
  const { one, all, growing = all }: ValueCharacters = typeof characters === 'string' ? { one: characters, all: characters } : characters;
  // A call is an expression, not a value.
  const end = suffix ?? String.raw`(?!${one}${none}|\()`;
  return {
    category,
    keywords,
    pattern: codeUnitPattern(`${prefix}${lookahead}(${one}{${minLength},${maxLength}}${padding})${end}`, 'iy'),
    open: codeUnitPattern(`${prefix}(${growing}{0,${maxLength}}${padding}${openSuffix})$`, 'iy'),
    ...(more.before !== undefined && LAST.test(more.before.source) ? { reachBack: UNITS_OF_ONE } : {}),
    ...more,
    gate: {
      units: classOf(all),
      row: rowOf(all, minLength),
      least: minLength,
      most: maxLength,
      reach: REACH,
      ending: undefined,
      name: undefined,
      follows: undefined,
      isOwn: false,
      isBare: false,
      hasDigit: false,
      soon: [],
      before: undefined,
      ...gate,
    },
  };
}
