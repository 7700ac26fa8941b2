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
const VALUE_END = /[\s"'<>]/;

/** The values of a text that their surroundings name, form by form. */
export function* findNamed(text: string): Generator<NamedValue> {
  const lower = foldedAlike(text);
  for (const form of NAMED_SECRETS) {
    for (const mark of form.marks) {
      for (let at = lower.indexOf(mark); at >= 0; at = lower.indexOf(mark, at + mark.length)) {
        const value = valueAt(form.pattern, form, text, at);
        if (value !== undefined) yield { form, ...value };
      }
    }
  }
}

/** Where a named value begins that has not come to its end; the text's length for nothing. */
export function openNamed(text: string): number {
  let begin = text.length;
  const least = Math.max(0, text.length - MAX_VALUE);
  while (begin > least && !VALUE_END.test(text.charAt(begin - 1))) begin -= 1;
  const from = Math.max(0, begin - MAX_LEAD);
  const lower = foldedAlike(text.slice(from));
  let start = text.length;
  for (const form of NAMED_SECRETS) {
    for (const mark of form.marks) {
      for (let at = lower.indexOf(mark); at >= 0; at = lower.indexOf(mark, at + mark.length)) {
        const value = valueAt(form.open, form, text, from + at);
        if (value !== undefined) start = Math.min(start, value.start);
      }
    }
  }
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
