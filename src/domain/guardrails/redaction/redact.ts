import type { Notation } from './json-notation.ts';

/**
 * What replaces a redacted value. `placeholder`: such as `[EMAIL_1]`, restored in the reply (or `[EMAIL]`, not restored, in text
 * the model wrote). `mask`: stars except for the last `visible` characters. `hash`: a keyed hash, equal for equal values.
 * Otherwise a fixed text.
 */
export type Redaction =
  | { readonly mode: 'placeholder' }
  | { readonly mode: 'mask'; readonly visible: number }
  | { readonly mode: 'hash' }
  | { readonly mode: 'replace'; readonly text: string };

/** A span to be replaced: UTF-16 offsets (`end` exclusive), and the category of the value. */
export interface RedactionSpan {
  readonly start: number;
  readonly end: number;
  readonly category: string;
  /** A placeholder by default. */
  readonly redaction?: Redaction | undefined;
  /** How the replacement must be encoded in JSON; unencoded by default. */
  readonly notation?: Notation | undefined;
  /** Number of nested JSON strings that contain the span; one by default. */
  readonly depth?: number | undefined;
  /** In the innermost of them the span is a value of its own. */
  readonly isBare?: boolean | undefined;
}

/** Computes the replacement of a value. */
export type WriteRedaction = (
  span: Pick<RedactionSpan, 'category' | 'redaction' | 'notation' | 'depth' | 'isBare'>,
  value: string,
) => string;

/** The placeholder of a category without a number, such as `[CREDIT_CARD]`. */
export function placeholder(category: string): string {
  return `[${category.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}]`;
}

/** A hash in brackets behind the name of its category. */
const HASH = /^[0-9a-f]{16}\]/;
const CATEGORY = /\[[A-Z][A-Z0-9_]{0,63}:$/;
const MAX_CATEGORY = 66;

/** Whether a range is the hash that replaced a value: `[PASSWORD:3b474351f5a3e78c]`, as models repeat it. */
export function isHashOfValue(text: string, start: number, end: number): boolean {
  if (text.charAt(end) !== ']' || text.charAt(start - 1) !== ':') return false;
  return HASH.test(text.slice(start, end + 1)) && CATEGORY.test(text.slice(Math.max(0, start - MAX_CATEGORY), start));
}

/** Sorts spans and merges overlapping ones under the category of the longest. */
export function mergeSpans(spans: readonly RedactionSpan[]): RedactionSpan[] {
  const merged: RedactionSpan[] = [];
  let last: RedactionSpan | undefined;
  let longest = 0;
  for (const span of inOrder(spans)) {
    const length = span.end - span.start;
    if (last === undefined || span.start >= last.end) {
      merged.push((last = span));
      longest = length;
      continue;
    }
    const { start, end } = last;
    if (length <= longest && span.end <= end) continue;
    merged[merged.length - 1] = last = { ...(length > longest ? span : last), start, end: Math.max(end, span.end) };
    longest = Math.max(longest, length);
  }
  return merged;
}

/** Sorts by start, longer spans first; skipped where they are sorted already, as those of most checks are. */
function inOrder(spans: readonly RedactionSpan[]): readonly RedactionSpan[] {
  const isBehind = (span: RedactionSpan, index: number): boolean => {
    const before = spans[index - 1];
    return before === undefined || before.start < span.start || (before.start === span.start && before.end >= span.end);
  };
  return spans.every(isBehind) ? spans : spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** Replaces every span of a text, with its placeholder by default. */
export function redact(
  text: string,
  spans: readonly RedactionSpan[],
  write: WriteRedaction = ({ category }) => placeholder(category),
): string {
  let from = 0;
  let redacted = '';
  for (const span of mergeSpans(spans)) {
    redacted += text.slice(from, span.start) + write(span, text.slice(span.start, span.end));
    from = span.end;
  }
  return redacted + text.slice(from);
}
