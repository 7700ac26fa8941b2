import type { CheckFailure, CheckRecord, JudgedFinding } from '../../ports/guard.ts';
import type { PolicyCheck } from './policy/policy.ts';

/** Result of one check on one part. */
export interface Cell {
  readonly record: CheckRecord;
  readonly findings: readonly JudgedFinding[];
  /** The check should have run but could not; the policy's `fail` setting decides whether that blocks. */
  readonly broken: CheckFailure | false;
  /** Record of the check's second stage, if it has one. */
  readonly second?: CheckRecord;
  /** The second stage gave no answer, so the result must not be cached. */
  readonly unsettled?: boolean;
}

/** A check's result on one part that its second stage is to settle. */
export interface OpenCell {
  /** The first stage's score, 0 to 1. */
  readonly score: number;
  /** How many cells of the same check may be settled at the same time. */
  readonly atOnce: number;
  settle(): Promise<Cell>;
}

const NO_FINDINGS: readonly JudgedFinding[] = [];

/** The result of a check that does not apply, with the reason. */
export function skipped(check: PolicyCheck, part: string, reason: string, latencyMs = 0): Cell {
  return {
    record: { detector: check.detector, part, outcome: 'not_scanned', reason, findings: 0, score: 0, latencyMs },
    findings: NO_FINDINGS,
    broken: false,
  };
}

/** The result of a check that failed to run, with the reason. */
export function broken(
  check: PolicyCheck,
  part: string,
  { reason, failure }: { readonly reason: string; readonly failure: CheckFailure },
  latencyMs = 0,
): Cell {
  return { ...skipped(check, part, reason, latencyMs), broken: failure };
}

/** Limit on the findings compared between readings: the comparison is quadratic. */
const MAX_COMPARED = 512;

/** Merges the findings that another reading of the same text adds; of two findings of the same value the longer one stays. */
export function joinedCells(cell: Cell, other: Cell): Cell {
  if (other.broken) return other;
  if (other.findings.length === 0) return cell;
  const isCompared = other.findings.length <= MAX_COMPARED;
  const added = isCompared ? without(other.findings, cell.findings) : other.findings;
  if (added.length === 0) return cell;
  const findings = [...(isCompared ? without(cell.findings, added) : cell.findings), ...added];
  const score = Math.max(cell.record.score, other.record.score);
  return { ...cell, findings, record: { ...cell.record, outcome: 'scanned', findings: findings.length, score } };
}

/** The findings that are in none of the others. */
function without(findings: readonly JudgedFinding[], others: readonly JudgedFinding[]): readonly JudgedFinding[] {
  return findings.filter(
    (found) => !others.some(({ category, start, end }) => category === found.category && start <= found.start && end >= found.end),
  );
}

/** A cached result, re-labelled for the same text at another place or in another request. */
export function recalled({ record, findings, broken: isBroken, second }: Cell, part: string): Cell {
  const again = (known: CheckRecord): CheckRecord => {
    const reason = known.outcome === 'scanned' ? { reason: 'the same text was read before' } : {};
    return { ...known, part, latencyMs: 0, ...reason };
  };
  return {
    record: again(record),
    findings: findings.map((finding) => ({ ...finding, part })),
    broken: isBroken,
    ...(second === undefined ? {} : { second: again(second) }),
  };
}
