import { isAscii } from '../normalisation/character-runs.ts';
import { rememberStretches } from '../normalisation/repeated-stretches.ts';
import type { TextProfile } from '../normalisation/text-profile.ts';
import { createKeywordFilter } from './keyword-filter.ts';
import type { NamedSecret } from './named-form.ts';
import { createNamedGate, type NamedGate, type GateConditions } from './named-gate.ts';
import { NAMED_SECRETS } from './named-secrets.ts';
import { PASSWORD_KEYWORDS } from './secret-names.ts';
import { SEED_KEYWORDS } from './seed-words.ts';

/** A value identified by a label next to it. */
export interface LabelledValue {
  readonly form: NamedSecret;
  readonly start: number;
  readonly value: string;
}

/** Limits in characters: lookbehind for required text before a keyword, and length of a label and value that are still incomplete. */
const BEFORE = 64;
const MAX_VALUE = 1100;
const MAX_LEAD = 220;
const KEYWORDS: readonly string[] = [...new Set([...NAMED_SECRETS.flatMap(({ keywords }) => keywords), ...SEED_KEYWORDS])];
const ASCII_KEYWORDS = KEYWORDS.filter(isAscii);
const NON_ASCII_KEYWORDS = KEYWORDS.filter((keyword) => !isAscii(keyword));
const keywordFilter = createKeywordFilter(ASCII_KEYWORDS);

/** A form that a keyword belongs to, and its rank among all such pairs. */
interface KeywordForm {
  readonly form: NamedSecret;
  readonly conditions: GateConditions;
  /** Index of the form. */
  readonly place: number;
  readonly order: number;
}

/** Forms of one keyword, by what is needed at it for any of them to match. */
interface KeywordForms {
  readonly all: readonly KeywordForm[];
  /** With a name that is assigned a value; with a digit in it; with both. */
  readonly named: readonly KeywordForm[];
  readonly withDigit: readonly KeywordForm[];
  readonly namedWithDigit: readonly KeywordForm[];
  readonly others: readonly KeywordForm[];
  /** One of the names may be dotted. */
  readonly isSeveral: boolean;
  /** Maximum distance to a value with a digit. */
  readonly reach: number;
}

function byNeed(all: readonly KeywordForm[]): KeywordForms {
  const having = (isNamed: boolean, hasDigit: boolean): KeywordForm[] =>
    all.filter(({ conditions }) => (conditions.name !== undefined) === isNamed && conditions.hasDigit === hasDigit);
  return {
    all,
    named: having(true, false),
    withDigit: having(false, true),
    namedWithDigit: having(true, true),
    others: having(false, false),
    isSeveral: all.some(({ conditions }) => conditions.name === 'several'),
    reach: Math.max(0, ...all.map(({ conditions }) => (conditions.hasDigit ? conditions.reach : 0))),
  };
}

/** Maximum number of keywords per form. */
const MAX_KEYWORDS = 64;
/** In some languages the kind of password follows the word for it and may be any word. */
const KEYWORDS_BEFORE_KIND: ReadonlySet<string> = new Set(['contrase', 'clave', 'senha', 'parola', 'mot de passe', 'mdp', 'haslo']);

function formsOf(keyword: string): readonly KeywordForm[] {
  return NAMED_SECRETS.flatMap((form, place) => {
    if (!form.keywords.includes(keyword)) return [];
    const order =
      place * MAX_KEYWORDS + form.keywords.toSorted((one, other) => Number(isAscii(other)) - Number(isAscii(one))).indexOf(keyword);
    return [{ form, place, order, conditions: KEYWORDS_BEFORE_KIND.has(keyword) ? { ...form.gate, isBare: true } : form.gate }];
  });
}

const FORMS = ASCII_KEYWORDS.map((keyword) => byNeed(formsOf(keyword)));
/** Index of a keyword that is a prefix of another: where the longer one matches, forms with both are only tried with that one. */
const SHORTER = ASCII_KEYWORDS.indexOf('pw');
const LONGER_REST = 'd'.charCodeAt(0);
const ONLY_SHORTER = byNeed(formsOf('pw').filter(({ form }) => !form.keywords.includes('pwd')));
const OTHER_FORMS = NON_ASCII_KEYWORDS.map((keyword) => byNeed(formsOf(keyword)));
const NO_FORMS = byNeed([]);
/** Kind of word at a keyword: for a password, for a code (which may follow it), for a key (likewise), or for a wallet seed. */
export type WordKind = 'password' | 'code' | 'key' | 'seed';
const CODE_KEYWORDS: ReadonlySet<string> = new Set(['code', 'otp', 'pin', 'cvv', 'cvc']);
const KEY_KEYWORDS: ReadonlySet<string> = new Set(['key', 'token', 'secret']);

function kindOf(keyword: string): WordKind | undefined {
  if (PASSWORD_KEYWORDS.includes(keyword)) return 'password';
  if (CODE_KEYWORDS.has(keyword)) return 'code';
  if (KEY_KEYWORDS.has(keyword)) return 'key';
  return SEED_KEYWORDS.includes(keyword) ? 'seed' : undefined;
}

const KINDS = ASCII_KEYWORDS.map(kindOf);
const OTHER_KINDS = NON_ASCII_KEYWORDS.map(kindOf);
/** The rest of words of which the keyword is only the start. */
const RESTS: ReadonlyMap<string, RegExp> = new Map([
  ['pass', /word|wort|wd|phrase|code|wrd|ord/iy],
  ['pw', /d/iy],
  ['contrase', /na/iy],
  ['jelsz', /o/iy],
  ['slapta', /zodis/iy],
  ['credential', /s/iy],
]);
const REST_OF = ASCII_KEYWORDS.map((keyword) => RESTS.get(keyword));
/** Prefilter for the non-ASCII keywords: each contains one of these characters, in either case. */
const TELLING = /[šŠžŽżŻপபپ用łŁпПлЛ密口パ비패암κΚكبرसסรăĂ暗验驗校动인핀認]/;
/** The non-ASCII letters that fold to an ASCII letter, which patterns do not fold. */
const FOLDED = /[\u017f\u212a]/g;
const LONG_S = '\u017f';
const VALUE_END = /[\s"'<>]/;

/** A value with its form and keyword, and the keyword's offset. */
interface Ranked extends LabelledValue {
  order: number;
  at: number;
  readonly nameEnd: number;
}

/** A form tried at a keyword where it may match. */
interface Attempt {
  readonly of: KeywordForm;
  /** Distance from the keyword to the end of its name; -1 without one. */
  readonly nameLength: number;
  /** The value has been read. */
  isRead: boolean;
  value: ReadValue | undefined;
}

/** The attempts at a keyword. */
interface KeywordAttempts {
  readonly made: Attempt[];
  isComplete: boolean;
}

/** More than any form reads around its keyword. */
const READS = { back: 1024, ahead: 16_384 };

/**
 * Values identified by labels, form by form and each at most once per form. `known` is the text profile; `onKeyword` is called for each
 * word for a password, code, key or seed, in order of offset within each script.
 */
export function findLabelledSecrets(
  whole: string,
  known?: Pick<TextProfile, 'isAscii' | 'digits'>,
  onKeyword?: (at: number, what: WordKind, wordEnd: number) => void,
): readonly LabelledValue[] {
  const isPlain = known?.isAscii ?? isAscii(whole);
  const text = isPlain ? whole : withAsciiLetters(whole);
  let found: Ranked[] | undefined;
  /** Most recent value after a name, by form. */
  let last: (Ranked | undefined)[] | undefined;
  /** Offset at which each form was tried last, plus one, and the result there. */
  let tried: Int32Array | undefined;
  let foundThere: (Ranked | undefined)[] | undefined;
  let gate: NamedGate | undefined;
  const memory = rememberStretches<KeywordForms, KeywordAttempts>(text, READS, noAttempts);

  /** Tries forms at a keyword; those that may match are added to `attempts`. */
  function attempt(forms: readonly KeywordForm[], at: number, wordEnd: number, own: NamedGate, attempts?: Attempt[]): void {
    for (const each of forms) {
      const isTried = tried?.[each.place] === at + 1;
      if (!isTried && wordEnd >= 0 && !own.mayMatch(each.conditions, at, wordEnd)) continue;
      const nameEnd = !isTried && wordEnd >= 0 && each.conditions.name !== undefined ? own.nameEnd : -1;
      const made =
        attempts === undefined ? undefined : { of: each, nameLength: nameEnd < 0 ? -1 : nameEnd - at, isRead: false, value: undefined };
      if (made !== undefined) attempts?.push(made);
      settle(each, at, nameEnd, made);
    }
  }

  /** Reads the value of a form that may match, or takes it from the same attempt elsewhere. */
  function settle({ form, place, order }: KeywordForm, at: number, nameEnd: number, made?: Attempt): void {
    // Two keywords may begin at the same offset.
    if (tried?.[place] === at + 1) {
      const known = foundThere?.[place];
      if (known !== undefined && order < known.order) known.order = order;
      return;
    }
    const before = last?.[place];
    // The same value after the same name; the keyword listed first in its form wins.
    const isAgain = nameEnd >= 0 && before?.nameEnd === nameEnd;
    if (isAgain && order >= before.order) return;
    (tried ??= new Int32Array(NAMED_SECRETS.length))[place] = at + 1;
    const read = made?.isRead === true ? made.value : valueAt(form.pattern, form, text, at);
    if (made !== undefined) {
      made.isRead = true;
      made.value = read;
    }
    if (foundThere !== undefined) foundThere[place] = undefined;
    if (read === undefined) return;
    const start = at + read.offset;
    if (isAgain && start === before.start) {
      before.order = order;
      before.at = at;
      (foundThere ??= [])[place] = before;
      return;
    }
    const ranked: Ranked = { form, start, value: read.value, order, at, nameEnd };
    (found ??= []).push(ranked);
    (foundThere ??= [])[place] = ranked;
    if (nameEnd >= 0) (last ??= [])[place] = ranked;
  }

  eachKeyword(text, isPlain, (forms, at, wordEnd, kind) => {
    if (kind !== undefined) onKeyword?.(at, kind, wordEnd);
    const own = (gate ??= createNamedGate(text, known?.digits !== 0));
    if (wordEnd < 0) {
      attempt(forms.all, at, wordEnd, own);
      return;
    }
    const before = memory?.at(at, forms);
    if (before?.isComplete === true) {
      for (const each of before.made) settle(each.of, at, each.nameLength < 0 ? -1 : at + each.nameLength, each);
      return;
    }
    const { named, withDigit, namedWithDigit, others } = forms;
    const hasDigit = withDigit.length + namedWithDigit.length > 0 && own.hasDigit(at, forms.reach);
    if (named.length + namedWithDigit.length > 0 && own.mayAssign(wordEnd, forms.isSeveral)) {
      attempt(named, at, wordEnd, own, before?.made);
      if (hasDigit) attempt(namedWithDigit, at, wordEnd, own, before?.made);
    }
    if (others.length > 0) attempt(others, at, wordEnd, own, before?.made);
    if (hasDigit) attempt(withDigit, at, wordEnd, own, before?.made);
    if (before !== undefined) before.isComplete = true;
  });
  if (found === undefined) return NONE;
  const values = found.toSorted((one, other) => one.order - other.order || one.at - other.at);
  return text === whole ? values : values.map((one) => ({ ...one, value: whole.slice(one.start, one.start + one.value.length) }));
}

function noAttempts(): KeywordAttempts {
  return { made: [], isComplete: false };
}

/** Visits every keyword in a text, with the end of its word; -1 for words of other scripts. */
function eachKeyword(
  text: string,
  isPlain: boolean,
  visit: (forms: KeywordForms, at: number, wordEnd: number, kind: WordKind | undefined) => void,
): void {
  keywordFilter.each(text, (keyword, at) => {
    const rest = REST_OF[keyword];
    let wordEnd = at + (ASCII_KEYWORDS[keyword]?.length ?? 0);
    if (rest !== undefined) {
      rest.lastIndex = wordEnd;
      if (rest.test(text)) wordEnd = rest.lastIndex;
    }
    const isLonger = keyword === SHORTER && (text.charCodeAt(at + 2) | 32) === LONGER_REST;
    visit(isLonger ? ONLY_SHORTER : (FORMS[keyword] ?? NO_FORMS), at, wordEnd, isLonger ? undefined : KINDS[keyword]);
  });
  if (isPlain || !TELLING.test(text)) return;
  const lower = foldedAlike(text);
  for (const [place, keyword] of NON_ASCII_KEYWORDS.entries())
    for (let at = lower.indexOf(keyword); at >= 0; at = lower.indexOf(keyword, at + keyword.length))
      visit(OTHER_FORMS[place] ?? NO_FORMS, at, -1, OTHER_KINDS[place]);
}

const NONE: readonly LabelledValue[] = [];

/** Start of a labelled value that may be incomplete at the end of the text; the text's length if there is none. */
export function openLabelledSecret(whole: string): number {
  let begin = whole.length;
  const least = Math.max(0, whole.length - MAX_VALUE);
  while (begin > least && !VALUE_END.test(whole.charAt(begin - 1))) begin -= 1;
  const from = Math.max(0, begin - MAX_LEAD);
  let start = whole.length;
  // A reply is looked at again with every piece of it, so only its end is rewritten.
  const written = whole.slice(from);
  const end = withAsciiLetters(written);
  const text = end === written ? whole : whole.slice(0, from) + end;
  let gate: NamedGate | undefined;
  eachKeyword(end, isAscii(end), (forms, at, wordEnd) => {
    // No value begins before its keyword.
    if (from + at >= start) return;
    for (const { form, conditions } of forms.all) {
      if (wordEnd >= 0 && !(gate ??= createNamedGate(text)).mayBegin(conditions, from + at, from + wordEnd)) continue;
      const value = valueAt(form.open, form, text, from + at);
      if (value !== undefined) start = Math.min(start, from + at + value.offset);
    }
  });
  return start;
}

/** A value, and its distance from the keyword. */
interface ReadValue {
  readonly offset: number;
  readonly value: string;
}

function valueAt(pattern: RegExp, { before, reachBack = BEFORE }: NamedSecret, text: string, at: number): ReadValue | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null || before?.test(text.slice(Math.max(0, at - reachBack), at)) === false) return undefined;
  const value = match[1] ?? '';
  return { offset: match[0].lastIndexOf(value), value };
}

/** The text with ASCII letters in place of those that fold to one, at the same offsets. */
function withAsciiLetters(text: string): string {
  return text.replaceAll(FOLDED, (letter) => (letter === LONG_S ? 's' : 'k'));
}

/** The character whose lower case is longer; no keyword contains it. */
const LONGER = '\u0130';

/** Lower-cases a text without moving offsets; a letter that would change its length is left, as no keyword contains one. */
function foldedAlike(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(LONGER, '\ufffd').toLowerCase();
}
