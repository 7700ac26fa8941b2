import { rounded } from '../../core/rounded.ts';
import { mergeSpans, placeholder } from '../../domain/guardrails/redaction/redact.ts';
import type { GuardPart, JudgedFinding } from '../../ports/guard.ts';
import { shadowToWire } from '../wire.ts';

/**
 * A captured text as an operator sees it: what was redacted on its way, or would have been, is a placeholder, and the findings'
 * offsets are those of the text as it is shown.
 */
export function capturedPartToWire({ id, role, channel, text }: GuardPart, findings: readonly JudgedFinding[]) {
  const found = findings.filter((finding) => finding.part === id);
  const pieces: { readonly from: number; readonly to: number; readonly shownFrom: number; readonly shownTo: number }[] = [];
  let shown = '';
  let read = 0;
  for (const { start, end, category } of mergeSpans(
    found.filter(({ action, shadow }) => action === 'redact' || shadow?.action === 'redact'),
  )) {
    shown += text.slice(read, start);
    const shownFrom = shown.length;
    shown += placeholder(category);
    pieces.push({ from: start, to: end, shownFrom, shownTo: shown.length });
    read = end;
  }
  shown += text.slice(read);

  /** Where an offset is in the shown text; inside of what was redacted, at the placeholder's begin or end. */
  function place(offset: number, edge: 'start' | 'end'): number {
    const before = pieces.findLast(({ from }) => (edge === 'start' ? from <= offset : from < offset));
    if (before === undefined) return offset;
    if (edge === 'start' && offset < before.to) return before.shownFrom;
    if (edge === 'end' && offset <= before.to) return before.shownTo;
    return before.shownTo + offset - before.to;
  }

  return {
    id,
    role,
    channel,
    text: shown,
    findings: found.map((finding) => {
      const { detector, category, score, threshold, start, end, action } = finding;
      const at = { start: place(start, 'start'), end: place(end, 'end') };
      return { detector, category, ...at, score: rounded(score), threshold, action, ...shadowToWire(finding) };
    }),
  };
}
