import { isAscii } from '../normalisation/character-runs.ts';
import type { TextProfile } from '../normalisation/text-profile.ts';
import { createKeywordFilter } from './keyword-filter.ts';
import type { NamedSecret } from './named-form.ts';
import { createNamedGate, type NamedGate, type NamedLead } from './named-gate.ts';
import { NAMED_SECRETS } from './named-secrets.ts';
import { PASSWORD_MARKS } from './secret-names.ts';
import { SEED_MARKS } from './seed-words.ts';

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
const MARKS: readonly string[] = [...new Set([...NAMED_SECRETS.flatMap(({ marks }) => marks), ...SEED_MARKS])];
const PLAIN_MARKS = MARKS.filter(isAscii);
const OTHER_MARKS = MARKS.filter((mark) => !isAscii(mark));
const keywordFilter = createKeywordFilter(PLAIN_MARKS);

/** A form that a keyword belongs to, and its rank among all such pairs. */
interface MarkedForm {
  readonly form: NamedSecret;
  readonly lead: NamedLead;
  /** Index of the form. */
  readonly place: number;
  readonly order: number;
}

/** Maximum number of keywords per form. */
const MOST_MARKS = 64;
/** In some languages the kind of password follows the word for it and may be any word. */
const KIND_MARKS: ReadonlySet<string> = new Set(['contrase', 'clave', 'senha', 'parola', 'mot de passe', 'mdp', 'haslo']);

function formsOf(mark: string): readonly MarkedForm[] {
  return NAMED_SECRETS.flatMap((form, place) => {
    if (!form.marks.includes(mark)) return [];
    const order = place * MOST_MARKS + form.marks.toSorted((one, other) => Number(isAscii(other)) - Number(isAscii(one))).indexOf(mark);
    return [{ form, place, order, lead: KIND_MARKS.has(mark) ? { ...form.gate, isBare: true } : form.gate }];
  });
}

const FORMS = PLAIN_MARKS.map(formsOf);
/** Index of a keyword that is a prefix of another: where the longer one matches, forms with both are only tried with that one. */
const SHORTER = PLAIN_MARKS.indexOf('pw');
const LONGER_REST = 'd'.charCodeAt(0);
const ONLY_SHORTER = (FORMS[SHORTER] ?? []).filter(({ form }) => !form.marks.includes('pwd'));
const OTHER_FORMS = OTHER_MARKS.map(formsOf);
/** Kind of word at a keyword: for a password, for a code (which may follow it), for a key (likewise), or for a wallet seed. */
export type WordKind = 'password' | 'code' | 'key' | 'seed';
const CODE_MARKS: ReadonlySet<string> = new Set(['code', 'otp', 'pin']);
const KEY_MARKS: ReadonlySet<string> = new Set(['key', 'token', 'secret']);

function kindOf(mark: string): WordKind | undefined {
  if (PASSWORD_MARKS.includes(mark)) return 'password';
  if (CODE_MARKS.has(mark)) return 'code';
  if (KEY_MARKS.has(mark)) return 'key';
  return SEED_MARKS.includes(mark) ? 'seed' : undefined;
}

const KINDS = PLAIN_MARKS.map(kindOf);
const OTHER_KINDS = OTHER_MARKS.map(kindOf);
/** The rest of words of which the keyword is only the start. */
const RESTS: ReadonlyMap<string, RegExp> = new Map([
  ['pass', /word|wort|wd|phrase|code|wrd|ord/iy],
  ['pw', /d/iy],
  ['contrase', /na/iy],
  ['jelsz', /o/iy],
  ['slapta', /zodis/iy],
  ['credential', /s/iy],
]);
const REST_OF = PLAIN_MARKS.map((mark) => RESTS.get(mark));
/** Prefilter for the non-ASCII keywords: each contains one of these characters, in either case. */
const TELLING = /[łŁпПлЛ密口パ비패암κΚكبرसסรăĂ暗验驗校动인핀認]/;
/** The only non-ASCII character whose lower case is ASCII and of equal length. */
const KELVIN = '\u212a';
const VALUE_END = /[\s"'<>]/;

/** A value with its form and keyword, and the keyword's offset. */
interface Ranked extends LabelledValue {
  order: number;
  at: number;
  readonly nameEnd: number;
}

/**
 * Values identified by labels, form by form and each at most once per form. `known` is the text profile; `see` is called for each
 * word for a password, code, key or seed, in order of offset within each script.
 */
export function findLabelledSecrets(
  text: string,
  known?: Pick<TextProfile, 'isAscii' | 'digits'>,
  see?: (at: number, what: WordKind, wordEnd: number) => void,
): readonly LabelledValue[] {
  const isPlain = known?.isAscii ?? isAscii(text);
  let found: Ranked[] | undefined;
  /** Most recent value after a name, by form. */
  let last: (Ranked | undefined)[] | undefined;
  /** Offset at which each form was tried last, plus one, and the result there. */
  let tried: Int32Array | undefined;
  let foundThere: (Ranked | undefined)[] | undefined;
  let gate: NamedGate | undefined;
  eachMark(text, isPlain, (forms, at, wordEnd, kind) => {
    if (kind !== undefined) see?.(at, kind, wordEnd);
    gate ??= createNamedGate(text, known?.digits !== 0);
    for (const { form, lead, place, order } of forms) {
      // Two keywords may begin at the same offset.
      if (tried?.[place] === at + 1) {
        const known = foundThere?.[place];
        if (known !== undefined && order < known.order) known.order = order;
        continue;
      }
      if (wordEnd >= 0 && !gate.mayStand(lead, at, wordEnd)) continue;
      const nameEnd = wordEnd >= 0 && lead.name !== undefined ? gate.nameEnd : -1;
      const before = last?.[place];
      // The same value after the same name; the keyword listed first in its form wins.
      const isAgain = nameEnd >= 0 && before?.nameEnd === nameEnd;
      if (isAgain && order >= before.order) continue;
      (tried ??= new Int32Array(NAMED_SECRETS.length))[place] = at + 1;
      const value = valueAt(form.pattern, form, text, at);
      if (foundThere !== undefined) foundThere[place] = undefined;
      if (value === undefined) continue;
      if (isAgain && value.start === before.start) {
        before.order = order;
        before.at = at;
        (foundThere ??= [])[place] = before;
        continue;
      }
      const ranked: Ranked = { form, start: value.start, value: value.value, order, at, nameEnd };
      (found ??= []).push(ranked);
      (foundThere ??= [])[place] = ranked;
      if (nameEnd >= 0) (last ??= [])[place] = ranked;
    }
  });
  return found === undefined ? NONE : found.toSorted((one, other) => one.order - other.order || one.at - other.at);
}

/** Visits every keyword in a text, with the end of its word; -1 for words of other scripts. */
function eachMark(
  text: string,
  isPlain: boolean,
  visit: (forms: readonly MarkedForm[], at: number, wordEnd: number, kind: WordKind | undefined) => void,
): void {
  const hasKelvin = !isPlain && text.includes(KELVIN);
  keywordFilter.each(hasKelvin ? text.replaceAll(KELVIN, 'k') : text, (mark, at) => {
    const rest = REST_OF[mark];
    let wordEnd = at + (PLAIN_MARKS[mark]?.length ?? 0);
    if (rest !== undefined) {
      rest.lastIndex = wordEnd;
      if (rest.test(text)) wordEnd = rest.lastIndex;
    }
    const isLonger = mark === SHORTER && (text.charCodeAt(at + 2) | 32) === LONGER_REST;
    visit(isLonger ? ONLY_SHORTER : (FORMS[mark] ?? []), at, wordEnd, isLonger ? undefined : KINDS[mark]);
  });
  if (isPlain || !TELLING.test(text)) return;
  const lower = foldedAlike(text);
  for (const [place, mark] of OTHER_MARKS.entries())
    for (let at = lower.indexOf(mark); at >= 0; at = lower.indexOf(mark, at + mark.length))
      visit(OTHER_FORMS[place] ?? [], at, -1, OTHER_KINDS[place]);
}

const NONE: readonly LabelledValue[] = [];

/** Start of a labelled value that may be incomplete at the end of the text; the text's length if there is none. */
export function openLabelledSecret(text: string): number {
  let begin = text.length;
  const least = Math.max(0, text.length - MAX_VALUE);
  while (begin > least && !VALUE_END.test(text.charAt(begin - 1))) begin -= 1;
  const from = Math.max(0, begin - MAX_LEAD);
  let start = text.length;
  const end = text.slice(from);
  eachMark(end, isAscii(end), (forms, at) => {
    for (const { form } of forms) {
      const value = valueAt(form.open, form, text, from + at);
      if (value !== undefined) start = Math.min(start, value.start);
    }
  });
  return start;
}

function valueAt(
  pattern: RegExp,
  { before, reachBack = BEFORE }: NamedSecret,
  text: string,
  at: number,
): { readonly start: number; readonly value: string } | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null || before?.test(text.slice(Math.max(0, at - reachBack), at)) === false) return undefined;
  const value = match[1] ?? '';
  return { start: at + match[0].lastIndexOf(value), value };
}

/** The character whose lower case is longer; no keyword contains it. */
const LONGER = '\u0130';

/** Lower-cases a text without moving offsets; a letter that would change its length is left, as no keyword contains one. */
function foldedAlike(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(LONGER, '\ufffd').toLowerCase();
}
