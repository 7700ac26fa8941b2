import type { CheckRecord, JudgedFinding } from '../../ports/guard.ts';
import type { PolicyCheck } from './policy/policy.ts';

/** What came of one check on one part. */
export interface Cell {
  readonly record: CheckRecord;
  readonly findings: readonly JudgedFinding[];
  /** The check should have run and could not: the policy says whether that blocks. */
  readonly broken: boolean;
  /** What the record says of the check's second stage, where it has one. */
  readonly second?: CheckRecord;
  /** The second stage could not tell: it is asked again when the text comes again. */
  readonly unsettled?: boolean;
}

const NO_FINDINGS: readonly JudgedFinding[] = [];

/** What comes of a check that need not run, and why it did not. */
export function skipped(check: PolicyCheck, part: string, reason: string, latencyMs = 0): Cell {
  return {
    record: { detector: check.detector, part, outcome: 'not_scanned', reason, findings: 0, score: 0, latencyMs },
    findings: NO_FINDINGS,
    broken: false,
  };
}

/** What comes of a check that should have run and could not. */
export function broken(check: PolicyCheck, part: string, reason: string, latencyMs = 0): Cell {
  return { ...skipped(check, part, reason, latencyMs), broken: true };
}

/** Findings that are compared with each other. */
const MAX_COMPARED = 512;

/** A cell with what another reading of the same text adds to it. */
export function joinedCells(cell: Cell, other: Cell): Cell {
  if (other.broken) return other;
  const isKnown = (found: JudgedFinding): boolean =>
    cell.findings.some(({ category, start, end }) => category === found.category && start <= found.start && end >= found.end);
  const added = other.findings.length > MAX_COMPARED ? other.findings : other.findings.filter((found) => !isKnown(found));
  if (added.length === 0) return cell;
  const findings = [...cell.findings, ...added];
  const score = Math.max(cell.record.score, other.record.score);
  return { ...cell, findings, record: { ...cell.record, outcome: 'scanned', findings: findings.length, score } };
}

/** A cell of the same text at another place, or in another request. */
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
