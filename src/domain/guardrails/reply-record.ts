import type { Action, CheckRecord, Decision, FailedCheck, JudgedFinding } from '../../ports/guard.ts';
import { failedClosed } from './policy/failed-closed.ts';
import { harder } from './policy/policy.ts';
import { TOO_SHORT } from './skip-reason.ts';

/** Accumulates the results of the checks on one streamed reply. They run many times on each text but are recorded once. */
export interface ReplyRecord {
  /** The strictest action so far. */
  readonly verdict: Action;
  /** Adds the checks and latency of one run. Its findings are added separately, once they are final. */
  merge(decision: Decision): void;
  /** Adds a finding with offsets into the whole text. */
  add(finding: JudgedFinding): void;
  /** Blocks the reply although no finding does. */
  block(): void;
  /** The decision about the whole reply; `last` is the decision about the unscanned parts. */
  completed(last: Decision): Decision;
}

/** An empty record with the verdict `allow`. */
export function createReplyRecord(): ReplyRecord {
  const findings: JudgedFinding[] = [];
  const checks = new Map<string, CheckRecord>();
  const failed: FailedCheck[] = [];
  let verdict: Action = 'allow';
  let latencyMs = 0;

  /** Keeps one record per part and check, however often it ran; a later success never hides an earlier failure. */
  function mergeCheck(check: CheckRecord): void {
    const key = `${check.part} ${check.detector}`;
    const before = checks.get(key) ?? { ...check, findings: 0, score: 0, latencyMs: 0 };
    const isLonger = before.outcome === 'not_scanned' && before.reason === TOO_SHORT && check.outcome === 'scanned';
    const isShorter = check.outcome === 'not_scanned' && check.reason === TOO_SHORT && before.outcome === 'scanned';
    const { outcome, reason } = isLonger || (check.outcome === 'not_scanned' && !isShorter) ? check : before;
    const merged = { ...before, outcome, latencyMs: before.latencyMs + check.latencyMs };
    checks.set(key, reason === undefined ? merged : { ...merged, reason });
  }

  return {
    get verdict() {
      return verdict;
    },
    merge(decision) {
      latencyMs += decision.latencyMs;
      for (const check of decision.checks) mergeCheck(check);
      failed.push(...(decision.failedClosed ?? []));
    },
    add(finding) {
      findings.push(finding);
      verdict = harder(verdict, finding.action);
      const key = `${finding.part} ${finding.detector}`;
      const check = checks.get(key);
      if (check !== undefined) checks.set(key, { ...check, findings: check.findings + 1, score: Math.max(check.score, finding.score) });
    },
    block() {
      verdict = 'block';
    },
    completed: (last) => ({
      ...last,
      verdict: harder(verdict, last.verdict),
      ...failedClosed([...failed, ...(last.failedClosed ?? [])]),
      findings,
      checks: [...checks.values(), ...last.checks],
      latencyMs: latencyMs + last.latencyMs,
    }),
  };
}
