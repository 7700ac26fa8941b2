import { abortable } from '../../core/abort.ts';
import type {
  Action,
  CheckRecord,
  Decision,
  Detector,
  EvaluateOptions,
  Finding,
  GuardInput,
  GuardPart,
  GuardPipeline,
  JudgedFinding,
  ModelDetector,
  OutputCheck,
  Rewrite,
} from '../../ports/guard.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import { harder, judge, policyName, type Policy, type PolicyCheck, type PolicyRule } from './policy.ts';
import { createOutputCheck } from './output-check.ts';
import { redact, type RedactionSpan, type WriteRedaction } from './redact.ts';
import { createVerdictCache } from './verdict-cache.ts';
import { redactionWriter, type KeyedHash } from './write-redaction.ts';

export interface GuardPipelineDeps {
  readonly detectors: readonly (Detector | ModelDetector)[];
  readonly policy: Policy;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How many UTF-16 units of input are remembered with what the checks said of them; 0 for none, 4,194,304 unless given. */
  readonly cacheCharacters?: number | undefined;
  /** Makes redactions by hash. */
  readonly hash?: KeyedHash | undefined;
}

/** What came of one check on one part. */
interface Cell {
  readonly record: CheckRecord;
  readonly findings: readonly JudgedFinding[];
  /** The check should have run and could not: the policy says whether that blocks. */
  readonly broken: boolean;
}

/**
 * Runs every check of the policy on every part. Each pair ends as scanned or as not scanned with a
 * reason; a check that fails blocks or passes as its policy says. Never throws.
 */
export function createGuardPipeline({
  detectors,
  policy,
  clock,
  ids,
  hash,
  cacheCharacters = 4_194_304,
}: GuardPipelineDeps): GuardPipeline {
  const redactions = new Map(policy.checks.map((check) => [check.detector, check.redaction]));
  const spanOf = (finding: JudgedFinding): RedactionSpan => ({ ...finding, redaction: redactions.get(finding.detector) });
  const byName = new Map(detectors.map((detector) => [detector.name, detector]));
  const name = policyName(policy);
  const cache = createVerdictCache<readonly Cell[]>(cacheCharacters);
  const isShadow = policy.mode === 'shadow';
  const holding = policy.checks
    .filter((check) =>
      check.rules.some((rule) => rule.direction === 'output' && rule.steps.some(({ action }) => action === 'redact' || action === 'block')),
    )
    .map((check) => byName.get(check.detector))
    .filter((detector): detector is Detector => detector !== undefined && 'tail' in detector && detector.directions.includes('output'));

  async function runCell(check: PolicyCheck, part: GuardPart, input: GuardInput, signal: AbortSignal): Promise<Cell> {
    const { direction } = input;
    const rule = ruleFor(check, part, direction);
    if (rule === undefined) return skipped(check, part.id, `not checked on ${direction}`);
    if (check.trustedRoles.includes(part.role)) return skipped(check, part.id, 'trusted role');
    const detector = byName.get(check.detector);
    if (detector === undefined) return broken(check, part.id, 'the check is not installed');
    if (!detector.directions.includes(direction)) return skipped(check, part.id, `the check does not read ${direction}`);
    if (part.text.length > policy.maxPartLength) return broken(check, part.id, `longer than ${policy.maxPartLength} characters`);
    if (signal.aborted) return broken(check, part.id, 'aborted before the check ran');
    const start = clock.elapsed();
    try {
      const found = 'inspect' in detector ? detector.inspect(part) : await abortable(detector.infer(part, { signal }), signal);
      const allowed = allowedSpans(part.text, found.length === 0 ? [] : (check.allow ?? []));
      const findings = found.map((finding) => judged(finding, rule, allowed));
      const score = findings.reduce((highest, finding) => Math.max(highest, finding.score), 0);
      return {
        record: {
          detector: check.detector,
          part: part.id,
          outcome: 'scanned',
          findings: findings.length,
          score,
          latencyMs: clock.elapsed() - start,
        },
        findings,
        broken: false,
      };
    } catch (error) {
      return broken(check, part.id, `the check failed: ${error instanceof Error ? error.name : 'unknown'}`, clock.elapsed() - start);
    }
  }

  /** What every check says of a part. It is remembered for input, whose texts come again with every turn. */
  async function runChecks(part: GuardPart, input: GuardInput, signal: AbortSignal): Promise<readonly Cell[]> {
    const cells: Cell[] = [];
    for (const check of policy.checks) cells.push(await runCell(check, part, input, signal));
    if (input.direction === 'input' && cells.every((cell) => !cell.broken)) cache.set(part, cells);
    return cells;
  }

  async function evaluate(input: GuardInput, { signal, placeholderFor }: EvaluateOptions): Promise<Decision> {
    const start = clock.elapsed();
    const checks: CheckRecord[] = [];
    const findings: JudgedFinding[] = [];
    let verdict: Action = 'allow';
    for (const part of input.parts) {
      const known = input.direction === 'input' ? cache.get(part) : undefined;
      const cells = known?.map((cell) => recalled(cell, part.id)) ?? (await runChecks(part, input, signal));
      for (const [index, cell] of cells.entries()) {
        const check = policy.checks[index];
        checks.push(cell.record);
        findings.push(...cell.findings);
        if (cell.broken && check?.fail === 'closed') verdict = 'block';
      }
    }
    for (const part of input.unscanned) {
      for (const check of policy.checks) checks.push(skipped(check, part.id, part.reason).record);
    }
    for (const finding of findings) verdict = harder(verdict, finding.action);
    return {
      id: ids.next('dec-'),
      requestId: input.requestId,
      direction: input.direction,
      verdict,
      policy: name,
      ...(isShadow ? { mode: 'shadow' as const } : {}),
      findings,
      checks,
      rewrites: verdict === 'redact' ? rewritesOf(input.parts, findings, redactionWriter({ hash, placeholderFor })) : [],
      latencyMs: clock.elapsed() - start,
    };
  }

  function rewritesOf(parts: readonly GuardPart[], findings: readonly JudgedFinding[], write: WriteRedaction): Rewrite[] {
    const rewrites: Rewrite[] = [];
    for (const part of parts) {
      const found = findings.filter((finding) => finding.part === part.id && finding.action === 'redact');
      if (found.length > 0) rewrites.push({ part: part.id, text: redact(part.text, found.map(spanOf), write) });
    }
    return rewrites;
  }

  function releasable(text: string): number {
    return holding.reduce((least, detector) => Math.min(least, detector.tail(text)), text.length);
  }

  return {
    evaluate,
    openOutput: (requestId) => {
      const check = createOutputCheck({ evaluate, releasable, spanOf, write: redactionWriter({ hash }), requestId });
      return isShadow ? shadowOf(check) : check;
    },
  };
}

/** A cell of the same text at another place, or in another request. */
function recalled({ record, findings, broken: isBroken }: Cell, part: string): Cell {
  const reason = record.outcome === 'scanned' ? { reason: 'the same text was read before' } : {};
  return {
    record: { ...record, part, latencyMs: 0, ...reason },
    findings: findings.map((finding) => ({ ...finding, part })),
    broken: isBroken,
  };
}

/** A check of a reply that is only watched: what comes is released at once. */
function shadowOf(check: OutputCheck): OutputCheck {
  return {
    blocked: false,
    async push(part, delta) {
      await check.push(part, delta);
      return delta;
    },
    async end(id) {
      await check.end(id);
      return '';
    },
    note: (part) => check.note(part),
    decide: () => check.decide(),
  };
}

function judged(
  { detector, category, part, start, end, score }: Finding,
  rule: PolicyRule,
  allowed: readonly { readonly start: number; readonly end: number }[],
): JudgedFinding {
  const { threshold, ...step } = judge(rule, score);
  const action = allowed.some((span) => span.start <= start && span.end >= end) ? 'allow' : step.action;
  return { detector, category, part, start, end, score, threshold, action };
}

/** Where the texts that a check allows stand. */
function allowedSpans(text: string, allow: readonly string[]): { readonly start: number; readonly end: number }[] {
  if (allow.length === 0) return [];
  const lower = text.toLowerCase();
  // A few letters change their length, and the offsets with it.
  const folded = lower.length === text.length ? lower : text;
  const spans: { start: number; end: number }[] = [];
  for (const phrase of allow) {
    const wanted = phrase.toLowerCase();
    if (wanted === '') continue;
    for (let start = folded.indexOf(wanted); start >= 0; start = folded.indexOf(wanted, start + 1)) {
      spans.push({ start, end: start + wanted.length });
    }
  }
  return spans;
}

function ruleFor(check: PolicyCheck, part: GuardPart, direction: GuardInput['direction']): PolicyRule | undefined {
  return check.rules.find((rule) => rule.direction === direction && rule.channels.includes(part.channel));
}

function skipped(check: PolicyCheck, part: string, reason: string, latencyMs = 0): Cell {
  return {
    record: { detector: check.detector, part, outcome: 'not_scanned', reason, findings: 0, score: 0, latencyMs },
    findings: [],
    broken: false,
  };
}

function broken(check: PolicyCheck, part: string, reason: string, latencyMs = 0): Cell {
  return { ...skipped(check, part, reason, latencyMs), broken: true };
}
