import type { Finding } from '../ports/guard.ts';

/** The findings of one check in one part as columns: copying a hundred thousand objects between threads takes longer than finding them. */
export interface PackedFindings {
  readonly categories: readonly string[];
  /** For each finding the index of its category in `categories`, its start and its end. */
  readonly spans: Uint32Array<ArrayBuffer>;
  readonly scores: Float64Array<ArrayBuffer>;
}

/** Packs the findings of one check in one part. */
export function packFindings(findings: readonly Finding[]): PackedFindings {
  const categories = [...new Set(findings.map(({ category }) => category))];
  const places = new Map(categories.map((category, place) => [category, place]));
  const spans = new Uint32Array(findings.length * 3);
  const scores = new Float64Array(findings.length);
  for (const [index, { category, start, end, score }] of findings.entries()) {
    spans[index * 3] = places.get(category) ?? 0;
    spans[index * 3 + 1] = start;
    spans[index * 3 + 2] = end;
    scores[index] = score;
  }
  return { categories, spans, scores };
}

/** Unpacks the findings of the check and the part that they belong to. */
export function unpackFindings({ categories, spans, scores }: PackedFindings, of: Pick<Finding, 'detector' | 'part'>): Finding[] {
  return Array.from(scores, (score, index) => {
    const category = categories[spans[index * 3] ?? 0] ?? '';
    return { ...of, category, start: spans[index * 3 + 1] ?? 0, end: spans[index * 3 + 2] ?? 0, score };
  });
}
