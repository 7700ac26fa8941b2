import type { JudgedFinding } from '../../ports/guard.ts';

/** The findings kept in a record or an event, and how many were left out. */
export interface CappedFindings {
  readonly kept: readonly JudgedFinding[];
  readonly omitted: number;
}

/**
 * The first `limit` findings of a decision and the first of each kind, so that no check, category or action is missing. The cap keeps a
 * text with a hundred thousand findings from filling the disk.
 */
export function cappedFindings(findings: readonly JudgedFinding[], limit: number): CappedFindings {
  if (findings.length <= limit) return { kept: findings, omitted: 0 };
  const kinds = new Set<string>();
  const kept = findings.filter((finding, index) => {
    const { detector, category, channel, action, shadow } = finding;
    const kind = `${detector} ${category} ${channel ?? ''} ${action} ${shadow?.action ?? ''}`;
    const isNew = !kinds.has(kind);
    if (isNew) kinds.add(kind);
    return isNew || index < limit;
  });
  return { kept, omitted: findings.length - kept.length };
}
