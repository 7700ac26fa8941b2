import { BACKSLASH } from '../normalisation/json-escapes.ts';
import { mergeSpans, type RedactionSpan } from './redact.ts';

/** State at a place in JSON text: outside strings, inside one, or after the backslash of an escape. */
export type JsonState = 'outside' | 'string' | 'escape';

/** How the replacement of a span is written: as part of a string, or as a value of its own. */
export type Notation = 'string' | 'value';

/** The state at the end of a text that begins in the given state. */
export function jsonStateAfter(text: string, state: JsonState = 'outside'): JsonState {
  for (let index = 0; index < text.length; index += 1) state = stateBehind(text.charCodeAt(index), state);
  return state;
}

const QUOTE = 34;

function stateBehind(code: number, state: JsonState): JsonState {
  if (state === 'escape') return 'string';
  if (code === QUOTE) return state === 'string' ? 'outside' : 'string';
  return code === BACKSLASH && state === 'string' ? 'escape' : state;
}

/** Whether a part is JSON by its place, as the arguments of a function call are. */
export function isJsonPart(id: string): boolean {
  return /\.function(?:_call)?\.arguments$/.test(id);
}

/**
 * Start of arguments that are JSON, and of other JSON texts; a bracket does not suffice for the latter, as other texts begin with
 * one too.
 */
const ARGUMENTS = { begun: /^\s*[{["]/, open: /^\s*$/ };
const OTHER_TEXT = { begun: /^\s*(?:\{\s*["}]|\[\s*[{"])/, open: /^\s*(?:[{[]\s*)?$/ };

/** Whether the text of a part, as far as it is known, is JSON; undefined while that cannot be told yet. */
export function isJsonText(id: string, text: string): boolean | undefined {
  const { begun, open } = isJsonPart(id) ? ARGUMENTS : OTHER_TEXT;
  if (begun.test(text)) return true;
  return open.test(text) ? undefined : false;
}

/** Characters that delimit a bare value: whitespace and the punctuation of JSON. */
const BESIDE_VALUES = /[\s,:{}[\]"]/;
/** A number, possibly incomplete. */
const NUMBER = /^[-+]?(?:\d[\d.eE+-]*)?$/;
/** Length limit of the lookbehind for a number. */
const MAX_NUMBER = 64;

/**
 * Start of the number, outside strings, that contains a place or ends at it; otherwise the place itself. A number can only be
 * replaced as a whole.
 */
export function numberStart(text: string, place: number, state: JsonState = 'outside'): number {
  let start = place;
  while (start > 0 && place - start <= MAX_NUMBER && !BESIDE_VALUES.test(text.charAt(start - 1))) start -= 1;
  if (start === place || place - start > MAX_NUMBER || !NUMBER.test(text.slice(start, place))) return place;
  const next = text.charAt(place);
  if (next !== '' && !NUMBER.test(text.slice(start, place + 1))) return place;
  return jsonStateAfter(text.slice(0, start), state) === 'outside' ? start : place;
}

/**
 * The pieces of the spans that can be replaced with the text still being JSON: the part of a span within each string, and whole
 * numbers. `state` is the state at the start of the text. Linear in its length.
 */
export function spansInJson(text: string, spans: readonly RedactionSpan[], state: JsonState = 'outside'): RedactionSpan[] {
  const pieces: RedactionSpan[] = [];
  let now = state;
  let index = 0;
  for (const span of mergeSpans(spans)) {
    for (; index < span.start; index += 1) now = stateBehind(text.charCodeAt(index), now);
    while (index < span.end) {
      const notation = now === 'outside' ? 'value' : 'string';
      const from = index;
      // A piece ends at a quote that opens or closes a string, and at structural characters outside strings.
      while (index < span.end) {
        const next = stateBehind(text.charCodeAt(index), now);
        if ((next === 'outside') !== (now === 'outside') || (now === 'outside' && isStructure(text.charAt(index)))) break;
        now = next;
        index += 1;
      }
      const piece = { ...span, start: from, end: index, notation } as const;
      if (notation === 'string' && index > from) pieces.push(piece);
      else if (notation === 'value') pieces.push(...bareValue(text, piece));
      if (index >= span.end) break;
      now = stateBehind(text.charCodeAt(index), now);
      index += 1;
    }
  }
  return pieces;
}

function isStructure(character: string): boolean {
  return ',:{}[]'.includes(character);
}

/** A piece outside strings, without surrounding whitespace and extended to whole numbers at its ends; empty if it is blank. */
function bareValue(text: string, piece: RedactionSpan): RedactionSpan[] {
  let { start, end } = piece;
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  if (start === end) return [];
  const wide = wholeNumber(text, { start, end });
  return [{ ...piece, ...wide }];
}

/** A span outside strings, extended to whole numbers at its ends. */
function wholeNumber(text: string, { start, end }: { readonly start: number; readonly end: number }): { start: number; end: number } {
  let [from, to] = [start, end];
  while (from > 0 && start - from <= MAX_NUMBER && !BESIDE_VALUES.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && to - end <= MAX_NUMBER && !BESIDE_VALUES.test(text.charAt(to))) to += 1;
  const run = text.slice(from, to);
  const [first = '', last = ''] = [/^\S*/.exec(run)?.[0], /\S*$/.exec(run)?.[0]];
  return { start: isNumber(first) ? from : start, end: isNumber(last) ? to : end };
}

function isNumber(token: string): boolean {
  return token.length <= MAX_NUMBER && NUMBER.test(token);
}

/** A text encoded as part of a JSON string, or as a JSON string of its own. */
export function written(text: string, notation: Notation | undefined): string {
  if (notation === undefined) return text;
  const quoted = JSON.stringify(text);
  return notation === 'value' ? quoted : quoted.slice(1, -1);
}
