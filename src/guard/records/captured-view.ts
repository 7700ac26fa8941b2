import { rounded } from '../../core/rounded.ts';
import { mergeSpans, placeholder } from '../../domain/guardrails/redaction/redact.ts';
import type { GuardPart, JudgedFinding } from '../../ports/guard.ts';
import { shadowToWire } from '../wire.ts';

/**
 * A captured text as operators see it: values that were redacted, or would have been without shadow mode, are placeholders, and the offsets
 * of findings refer to the text as shown.
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

  /** Maps an offset to the shown text; an offset inside a redacted value maps to the start or end of its placeholder. */
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
