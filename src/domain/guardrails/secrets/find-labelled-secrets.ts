import { isAscii } from '../normalisation/character-runs.ts';
import type { TextProfile } from '../normalisation/text-profile.ts';
import { createKeywordFilter } from './keyword-filter.ts';
import type { NamedSecret } from './named-form.ts';
import { createNamedGate, type NamedGate, type NamedLead } from './named-gate.ts';
import { NAMED_SECRETS } from './named-secrets.ts';
import { PASSWORD_MARKS } from './secret-names.ts';
import { SEED_MARKS } from './seed-words.ts';

/** A value that is named where it stands. */
export interface LabelledValue {
  readonly form: NamedSecret;
  readonly start: number;
  readonly value: string;
}

/** Most characters before a mark that must be something, and of a value and before it that have not come to an end. */
const BEFORE = 64;
const MAX_VALUE = 1100;
const MAX_LEAD = 220;
const MARKS: readonly string[] = [...new Set([...NAMED_SECRETS.flatMap(({ marks }) => marks), ...SEED_MARKS])];
const PLAIN_MARKS = MARKS.filter(isAscii);
const OTHER_MARKS = MARKS.filter((mark) => !isAscii(mark));
const keywordFilter = createKeywordFilter(PLAIN_MARKS);

/** A form that a mark belongs to, and where it comes among all such pairs. */
interface MarkedForm {
  readonly form: NamedSecret;
  readonly lead: NamedLead;
  /** The place of the form, and that of the mark in it: plain ones first. */
  readonly place: number;
  readonly order: number;
}

/** No form has more marks. */
const MOST_MARKS = 64;
/** Behind these words of some languages any other may say what kind of password it is. */
const KIND_MARKS: ReadonlySet<string> = new Set(['contrase', 'clave', 'senha', 'parola', 'mot de passe', 'mdp', 'haslo']);

function formsOf(mark: string): readonly MarkedForm[] {
  return NAMED_SECRETS.flatMap((form, place) => {
    if (!form.marks.includes(mark)) return [];
    const order = place * MOST_MARKS + form.marks.toSorted((one, other) => Number(isAscii(other)) - Number(isAscii(one))).indexOf(mark);
    return [{ form, place, order, lead: KIND_MARKS.has(mark) ? { ...form.gate, isBare: true } : form.gate }];
  });
}

const FORMS = PLAIN_MARKS.map(formsOf);
/** A mark that another one begins with, and that one: where it stands as well, the forms that have both are tried there with it. */
const SHORTER = PLAIN_MARKS.indexOf('pw');
const LONGER_REST = 'd'.charCodeAt(0);
const ONLY_SHORTER = (FORMS[SHORTER] ?? []).filter(({ form }) => !form.marks.includes('pwd'));
const OTHER_FORMS = OTHER_MARKS.map(formsOf);
/** What words stand at a mark: for a password, for a code, which may stand behind it, for a key, which may as well, or for the seed of a wallet. */
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
/** The rest of words of which a mark is only the beginning. */
const RESTS: ReadonlyMap<string, RegExp> = new Map([
  ['pass', /word|wort|wd|phrase|code|wrd|ord/iy],
  ['pw', /d/iy],
  ['contrase', /na/iy],
  ['jelsz', /o/iy],
  ['slapta', /zodis/iy],
  ['credential', /s/iy],
]);
const REST_OF = PLAIN_MARKS.map((mark) => RESTS.get(mark));
/** A character of every other mark, in either case: without one of them none of these stands in a text. */
const TELLING = /[łŁпПлЛ密口パ비패암κΚكبرसסรăĂ暗验驗校动인핀認]/;
/** The only character beyond ASCII that is ASCII in lower case and as long. */
const KELVIN = '\u212a';
const VALUE_END = /[\s"'<>]/;

/** A value with its form and mark, and the place of that. */
interface Ranked extends LabelledValue {
  order: number;
  at: number;
  readonly nameEnd: number;
}

/**
 * The values of a text that their surroundings name, form by form, each once for a form. `known` says what is known of it;
 * `see` is told where words for passwords stand, those for codes and those for keys, from the text's beginning to its end in each script.
 */
export function findLabelledSecrets(
  text: string,
  known?: Pick<TextProfile, 'isAscii' | 'digits'>,
  see?: (at: number, what: WordKind, wordEnd: number) => void,
): readonly LabelledValue[] {
  const isPlain = known?.isAscii ?? isAscii(text);
  let found: Ranked[] | undefined;
  /** The last value of every form behind a name. */
  let last: (Ranked | undefined)[] | undefined;
  /** Where every form was tried last, by its place, and what it found there. */
  let tried: Int32Array | undefined;
  let foundThere: (Ranked | undefined)[] | undefined;
  let gate: NamedGate | undefined;
  eachMark(text, isPlain, (forms, at, wordEnd, kind) => {
    if (kind !== undefined) see?.(at, kind, wordEnd);
    gate ??= createNamedGate(text, known?.digits !== 0);
    for (const { form, lead, place, order } of forms) {
      // Two marks may begin at one place.
      if (tried?.[place] === at + 1) {
        const known = foundThere?.[place];
        if (known !== undefined && order < known.order) known.order = order;
        continue;
      }
      if (wordEnd >= 0 && !gate.mayStand(lead, at, wordEnd)) continue;
      const nameEnd = wordEnd >= 0 && lead.name !== undefined ? gate.nameEnd : -1;
      const before = last?.[place];
      // The same value behind the same name; the mark that comes first in the form's list counts.
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

/** Every place in a text where a value of a form may be named, and where the word of the mark ends; -1 for words of other scripts. */
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

/** Where a named value begins that has not come to its end; the text's length for nothing. */
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

/** In lower case as long as in upper case: what is not is in no mark. */
const LONGER = '\u0130';

/** The text in lower case, place by place; a letter that would change its length is none of a mark. */
function foldedAlike(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(LONGER, '\ufffd').toLowerCase();
}
