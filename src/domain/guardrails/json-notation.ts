import { isJsonPart } from './vault.ts';

/** Where a place in a JSON text stands: outside its strings, inside one, or behind the backslash of an escape in one. */
export type JsonState = 'outside' | 'string' | 'escape';

/** How something that takes the place of a span has to be written: as a part of a string, or as a value of its own. */
export type Notation = 'string' | 'value';

/** The state behind a text that is read on from a state. */
export function jsonStateAfter(text: string, state: JsonState = 'outside'): JsonState {
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (state === 'escape') state = 'string';
    else if (character === '"') state = state === 'string' ? 'outside' : 'string';
    else if (character === '\\' && state === 'string') state = 'escape';
  }
  return state;
}

/** Whether a part's text is a JSON object or list as far as it has been written; undefined while it is blank. */
export function isJsonText(id: string, text: string): boolean | undefined {
  if (!isJsonPart(id)) return false;
  const first = /\S/.exec(text)?.[0];
  return first === undefined ? undefined : first === '{' || first === '[';
}

/** How what replaces the text from `start` on has to be written, when the text begins in `state`. */
export function notationAt(text: string, start: number, state: JsonState = 'outside'): Notation {
  return jsonStateAfter(text.slice(0, start), state) === 'outside' ? 'value' : 'string';
}

const ESCAPE = 2;
const CODE_ESCAPE = 6;

/** A span of a JSON text without the halves of escapes at its ends, which are not its own. Itself when nothing is left of it. */
export function betweenEscapes<Span extends { readonly start: number; readonly end: number }>(text: string, span: Span): Span {
  const start = escapeAround(text, span.start)?.end ?? span.start;
  const end = escapeAround(text, span.end)?.start ?? span.end;
  return start < end && (start !== span.start || end !== span.end) ? { ...span, start, end } : span;
}

/** The escape that begins before a place in a text and ends behind it. */
function escapeAround(text: string, place: number): { readonly start: number; readonly end: number } | undefined {
  for (let start = place - 1; start >= 0 && start > place - CODE_ESCAPE; start -= 1) {
    if (text[start] !== '\\' || !isOdd(backslashesBefore(text, start + 1))) continue;
    const end = start + (text[start + 1] === 'u' ? CODE_ESCAPE : ESCAPE);
    return end > place ? { start, end } : undefined;
  }
  return undefined;
}

function backslashesBefore(text: string, end: number): number {
  let start = end;
  while (start > 0 && text[start - 1] === '\\') start -= 1;
  return end - start;
}

function isOdd(count: number): boolean {
  return count % 2 === 1;
}

/** A text as it stands inside a JSON string, or as a JSON string of its own. */
export function written(text: string, notation: Notation | undefined): string {
  if (notation === undefined) return text;
  const quoted = JSON.stringify(text);
  return notation === 'value' ? quoted : quoted.slice(1, -1);
}
