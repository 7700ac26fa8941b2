/** A span to be replaced: UTF-16 offsets, `end` exclusive, and what kind of thing stood there. */
export interface RedactionSpan {
  readonly start: number;
  readonly end: number;
  readonly category: string;
}

/** What stands in the place of a redacted value, such as `[CREDIT_CARD]`. */
export function placeholder(category: string): string {
  return `[${category.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}]`;
}

/** Spans in order of place, overlapping ones merged under the category of the longest. */
export function mergeSpans(spans: readonly RedactionSpan[]): RedactionSpan[] {
  const merged: { start: number; end: number; category: string; longest: number }[] = [];
  for (const { start, end, category } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    const length = end - start;
    if (last === undefined || start >= last.end) {
      merged.push({ start, end, category, longest: length });
      continue;
    }
    last.end = Math.max(last.end, end);
    if (length > last.longest) {
      last.category = category;
      last.longest = length;
    }
  }
  return merged.map(({ start, end, category }) => ({ start, end, category }));
}

/** The text with every span replaced by its placeholder, from right to left so that offsets stay true. */
export function redact(text: string, spans: readonly RedactionSpan[]): string {
  return mergeSpans(spans).reduceRight(
    (current, { start, end, category }) => current.slice(0, start) + placeholder(category) + current.slice(end),
    text,
  );
}
