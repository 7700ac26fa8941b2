import type { Finding, Verdict } from './api/guard-api.ts';
import { hardestFirst } from './words.ts';

/** A stretch of a text, with the hardest action that a finding in it asks for. */
export interface SpanStretch {
  readonly text: string;
  readonly action: Verdict | undefined;
  readonly categories: readonly string[];
}

/** Cuts a text at the ends of its findings. Offsets are UTF-16 code units; those outside the text are held to its ends. */
export function spansOf(text: string, findings: readonly Pick<Finding, 'start' | 'end' | 'action' | 'category'>[]): readonly SpanStretch[] {
  const held = (offset: number): number => Math.min(Math.max(offset, 0), text.length);
  const cuts = [...new Set([0, text.length, ...findings.flatMap(({ start, end }) => [held(start), held(end)])])].toSorted((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    const over = findings.filter((finding) => held(finding.start) <= start && held(finding.end) >= end);
    const action = over.map((finding) => finding.action).toSorted(hardestFirst)[0];
    return { text: text.slice(start, end), action, categories: [...new Set(over.map(({ category }) => category))] };
  });
}
