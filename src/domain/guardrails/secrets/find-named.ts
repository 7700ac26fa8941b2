import { isAscii } from '../long-runs.ts';
import { createMarkFilter } from './mark-filter.ts';
import { NAMED_SECRETS, type NamedSecret } from './named-secrets.ts';

/** A value that is named where it stands. */
export interface NamedValue {
  readonly form: NamedSecret;
  readonly start: number;
  readonly value: string;
}

/** Most characters before a mark that must be something, and of a value and before it that have not come to an end. */
const BEFORE = 64;
const MAX_VALUE = 1100;
const MAX_LEAD = 220;
const MARKS: readonly string[] = [...new Set(NAMED_SECRETS.flatMap(({ marks }) => marks))];
const PLAIN_MARKS = MARKS.filter(isAscii);
const markFilter = createMarkFilter(PLAIN_MARKS);
/** The forms with the places of their marks among the plain ones, and their other marks. */
const FORMS = NAMED_SECRETS.map((form) => ({
  form,
  places: Int32Array.from(form.marks.filter(isAscii), (mark) => PLAIN_MARKS.indexOf(mark)),
  others: form.marks.filter((mark) => !isAscii(mark)),
}));
/** A character of every other mark, in either case: without one of them none of these stands in a text. */
const TELLING = /[łŁпП密パ비κΚكסร]/;
/** The only character beyond ASCII that is ASCII in lower case and as long. */
const KELVIN = '\u212a';
const VALUE_END = /[\s"'<>]/;

/** The values of a text that their surroundings name, form by form. `isPlain` says whether it is nothing but ASCII. */
export function findNamed(text: string, isPlain = isAscii(text)): readonly NamedValue[] {
  let found: NamedValue[] | undefined;
  eachMark(text, isPlain, (form, at) => {
    const value = valueAt(form.pattern, form, text, at);
    if (value !== undefined) (found ??= []).push({ form, start: value.start, value: value.value });
  });
  return found ?? NONE;
}

/** Every place in a text where a value of a form may be named, form by form. */
function eachMark(text: string, isPlain: boolean, visit: (form: NamedSecret, at: number) => void): void {
  const lower = isPlain || !(TELLING.test(text) || text.includes(KELVIN)) ? undefined : foldedAlike(text);
  const present = markFilter.marksIn(lower ?? text);
  if (present === undefined && lower === undefined) return;
  for (const { form, places, others } of FORMS) {
    for (let index = 0; index < places.length; index += 1) {
      const ats = present?.[places[index] ?? 0];
      if (ats !== undefined) for (const at of ats) visit(form, at);
    }
    if (lower !== undefined) for (const mark of others) for (const at of placesOf(mark, lower)) visit(form, at);
  }
}

/** Where a mark stands in a text in lower case. */
function placesOf(mark: string, lower: string): readonly number[] {
  const places: number[] = [];
  for (let at = lower.indexOf(mark); at >= 0; at = lower.indexOf(mark, at + mark.length)) places.push(at);
  return places;
}

const NONE: readonly NamedValue[] = [];

/** Where a named value begins that has not come to its end; the text's length for nothing. */
export function openNamed(text: string): number {
  let begin = text.length;
  const least = Math.max(0, text.length - MAX_VALUE);
  while (begin > least && !VALUE_END.test(text.charAt(begin - 1))) begin -= 1;
  const from = Math.max(0, begin - MAX_LEAD);
  let start = text.length;
  const end = text.slice(from);
  eachMark(end, isAscii(end), (form, at) => {
    const value = valueAt(form.open, form, text, from + at);
    if (value !== undefined) start = Math.min(start, value.start);
  });
  return start;
}

function valueAt(
  pattern: RegExp,
  { before }: NamedSecret,
  text: string,
  at: number,
): { readonly start: number; readonly value: string } | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null || before?.test(text.slice(Math.max(0, at - BEFORE), at)) === false) return undefined;
  const value = match.groups?.['secret'] ?? '';
  return { start: at + match[0].lastIndexOf(value), value };
}

/** The text in lower case, place by place; the few letters that would change their length stay. */
function foldedAlike(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : Array.from(text, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('');
}
