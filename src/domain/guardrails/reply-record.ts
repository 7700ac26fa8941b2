import type { Action, CheckRecord, Decision, JudgedFinding } from '../../ports/guard.ts';
import { harder } from './policy/policy.ts';
import { TOO_SHORT } from './skip-reason.ts';

/** What the checks of one streamed reply have found so far. They run many times on each text, but are recorded once. */
export interface ReplyRecord {
  /** The strictest action so far. */
  readonly verdict: Action;
  /** Adds the checks and the latency of one run, not its findings: these are added once they are settled. */
  merge(decision: Decision): void;
  /** Adds a finding, with offsets in the whole text. */
  add(finding: JudgedFinding): void;
  /** Blocks the reply without a finding that does. */
  block(): void;
  /** The decision about the whole reply; `last` is that about the parts that were not read. */
  completed(last: Decision): Decision;
}

/** A record without findings, whose verdict is `allow`. */
export function createReplyRecord(): ReplyRecord {
  const findings: JudgedFinding[] = [];
  const checks = new Map<string, CheckRecord>();
  let verdict: Action = 'allow';
  let latencyMs = 0;

  /** Keeps one record per part and check however often it ran; a failed run is never hidden by a later one. */
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
      findings,
      checks: [...checks.values(), ...last.checks],
      latencyMs: latencyMs + last.latencyMs,
    }),
  };
}
