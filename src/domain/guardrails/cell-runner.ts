import { keptMessage, ServiceError } from '../../core/errors.ts';
import { rounded } from '../../core/rounded.ts';
import type {
  CheckRecord,
  Detector,
  EvaluateOptions,
  Finding,
  GuardInput,
  GuardPart,
  JudgedFinding,
  ModelDetector,
} from '../../ports/guard.ts';
import type { Clock } from '../../ports/system.ts';
import { allowedSpans } from './allowed-spans.ts';
import { broken, joinedCells, skipped, type Cell, type OpenCell } from './cell.ts';
import { runFirstStage } from './first-stage.ts';
import { highestScore } from './highest-score.ts';
import { asItIs, type PartReading } from './normalisation/json-reading.ts';
import type { Policy, PolicyCheck, PolicyRule } from './policy/policy.ts';
import type { RuleTable } from './policy/rule-table.ts';
import { createFindingJudge, type FindingJudge } from './policy/shadow-verdict.ts';
import type { ReadPart } from './read-part.ts';
import { allowedValues } from './redaction/value-meaning.ts';
import { noDoubt, settleDoubt, type SecondStageResult } from './second-stage.ts';

/** Detectors bound to one request or reply, by name. */
export type Bound = ReadonlyMap<string, Detector>;

/** Options for checking one input. */
export type RunOptions = EvaluateOptions & {
  readonly bound: Bound;
  /** Checks disabled for the rest of a reply because one run timed out, with the reason for the record. */
  readonly givenUp?: Map<string, string>;
};

/**
 * Runs one check of a policy on one part; synchronously if possible, so that short texts cost no turn of the event loop. The cell is open
 * if a second stage is to be asked.
 */
export type CellRunner = (
  check: PolicyCheck,
  part: ReadPart,
  direction: GuardInput['direction'],
  options: RunOptions,
) => Cell | OpenCell | Promise<Cell | OpenCell>;

/** A check to be run on one reading of a part. */
interface Look {
  readonly check: PolicyCheck;
  readonly part: GuardPart;
  readonly read: PartReading;
  readonly rules: readonly PolicyRule[];
  readonly detector: Detector | ModelDetector;
  readonly signal: AbortSignal;
  readonly thorough: RunOptions['thorough'];
  readonly givenUp: RunOptions['givenUp'];
  readonly start: number;
}

const UNCHECKED = { input: 'not checked on input', output: 'not checked on output' } as const;
const NO_FINDINGS: readonly JudgedFinding[] = [];
/** Whether the policy allows the text of a finding. */
type IsAllowed = (finding: Finding) => boolean;

const NOWHERE: IsAllowed = () => false;

/** Creates the runner. It never throws or rejects: each check of a part ends as scanned, or as not scanned with a reason. */
export function createCellRunner({
  byName,
  policy,
  rulesFor,
  clock,
}: {
  readonly byName: ReadonlyMap<string, Detector | ModelDetector>;
  readonly policy: Policy;
  readonly rulesFor: RuleTable;
  readonly clock: Clock;
}): CellRunner {
  const models = new Set([...byName.values()].filter((detector) => 'infer' in detector).map(({ name }) => name));
  const estimating = new Set([...byName.values()].filter((detector) => 'estimate' in detector).map(({ name }) => name));

  const readingWeb = new Set([...byName.values()].filter((detector) => 'readsWebCodes' in detector).map(({ name }) => name));

  const judges = new Map<readonly PolicyRule[], FindingJudge>();
  const values = new Map<readonly string[], ReturnType<typeof allowedValues>>();

  function judgeOf(rules: readonly PolicyRule[]): FindingJudge {
    const known = judges.get(rules) ?? createFindingJudge(rules);
    judges.set(rules, known);
    return known;
  }

  /** Allows findings inside an allowed text, and values that equal one apart from formatting. */
  function allowedBy(text: string, allow: readonly string[]): IsAllowed {
    const spans = allowedSpans(text, allow);
    const isValue = values.get(allow) ?? allowedValues(allow);
    values.set(allow, isValue);
    return ({ category, start, end }) => spans.hold(start, end) || isValue(category, text.slice(start, end));
  }

  /** Runs a check on every reading of a part. Learned checks also read the text as written, since they were trained on such text. */
  function runCell(...[check, whole, direction, options]: Parameters<CellRunner>): ReturnType<CellRunner> {
    const readsWeb = readingWeb.has(check.detector);
    const row = (readsWeb ? whole.uncoloured : undefined) ?? whole;
    const inCodes = row.web !== undefined && readsWeb ? [row.web] : [];
    // Fast path: most texts have a single reading.
    if (row.again.length + inCodes.length === 0 && row.read.part === row.part) return runOnce(check, row, direction, options);
    const isLearned = estimating.has(check.detector);
    const asWritten = isLearned && row.read.part !== row.part ? [{ part: row.part, placed: asItIs }] : [];
    // Learned checks decode encoded text themselves.
    const others = isLearned && row.read.part.readAs !== 'json' ? asWritten : [...asWritten, ...row.again, ...inCodes];
    if (others.length === 0 || models.has(check.detector)) return runOnce(check, row, direction, options);
    return runReadings(check, row, others, direction, options, isLearned);
  }

  async function runReadings(
    check: PolicyCheck,
    row: ReadPart,
    others: readonly PartReading[],
    direction: GuardInput['direction'],
    options: RunOptions,
    isLearned: boolean,
  ): Promise<Cell> {
    let cell = await closed(await runOnce(check, row, direction, options));
    for (const read of others) {
      if (cell.broken) return cell;
      const other = await closed(await runOnce(check, { part: row.part, read }, direction, options));
      // Findings of all readings are merged, but of several learned scores only the highest counts.
      if (!isLearned) cell = joinedCells(cell, other);
      else if (other.broken || other.record.score > cell.record.score) cell = other;
    }
    return cell;
  }

  /** Runs a check on one reading. */
  function runOnce(
    check: PolicyCheck,
    { part, read }: Pick<ReadPart, 'part' | 'read'>,
    direction: GuardInput['direction'],
    { signal, bound, givenUp, thorough }: RunOptions,
  ): ReturnType<CellRunner> {
    const rules = rulesFor(check, part.channel, direction);
    if (rules.length === 0) return skipped(check, part.id, UNCHECKED[direction]);
    if (check.trustedRoles.includes(part.role)) return skipped(check, part.id, 'trusted role');
    const detector = (bound.size === 0 ? undefined : bound.get(check.detector)) ?? byName.get(check.detector);
    if (detector === undefined) return broken(check, part.id, { reason: 'the check is not installed', failure: 'error' });
    if (!detector.directions.includes(direction)) return skipped(check, part.id, `the check does not read ${direction}`);
    if (part.text.length > policy.maxPartLength) {
      return broken(check, part.id, { reason: `longer than ${policy.maxPartLength} characters`, failure: 'too_long' });
    }
    if (signal.aborted && !outlasts(detector, signal)) {
      return broken(check, part.id, { reason: 'aborted before the check ran', failure: 'timeout' });
    }
    const late = givenUp?.get(check.detector);
    if (late !== undefined) return broken(check, part.id, { reason: late, failure: 'timeout' });
    const look: Look = { check, part, read, rules, detector, signal, thorough, givenUp, start: clock.elapsed() };
    try {
      const unread = detector.unread?.(read.part);
      if (unread !== undefined) return skipped(check, part.id, unread);
      const first = runFirstStage(detector, read, signal);
      return first instanceof Promise ? awaited(look, first) : afterFirst(look, first);
    } catch (error) {
      return failed(look, error);
    }
  }

  async function awaited(look: Look, first: Promise<readonly Finding[]>): Promise<Cell | OpenCell> {
    try {
      return afterFirst(look, await first);
    } catch (error) {
      return failed(look, error);
    }
  }

  function afterFirst(look: Look, found: readonly Finding[]): Cell | OpenCell {
    const { detector, read, signal, thorough, givenUp } = look;
    const latencyMs = rounded(clock.elapsed() - look.start);
    const stage = 'secondStage' in detector ? detector.secondStage : undefined;
    if (stage === undefined || givenUp?.has(stage.name) === true) return cellOf(look, found, latencyMs);
    const doubt = stage.doubtAbout(read.part, thorough);
    if (doubt === undefined) return cellOf(look, found, latencyMs, noDoubt(stage, read.part));
    return {
      score: doubt.score,
      atOnce: stage.atOnce,
      async settle() {
        try {
          return cellOf(look, found, latencyMs, await settleDoubt(stage, doubt, read.part, { signal, clock }));
        } catch (error) {
          return failed(look, error);
        }
      },
    };
  }

  function cellOf(
    { check, part, read, rules, detector, signal, givenUp }: Look,
    first: readonly Finding[],
    latencyMs: number,
    second?: SecondStageResult,
  ): Cell {
    if (second?.failed === true && signal.aborted) givenUp?.set(second.record.detector, second.record.reason ?? '');
    const found = second?.findings ?? first;
    const allowed = found.length === 0 || check.allow === undefined ? NOWHERE : allowedBy(read.part.text, check.allow);
    const findings = found.length === 0 ? NO_FINDINGS : judgedAll(found, read, judgeOf(rules), allowed);
    const estimate = ('estimate' in detector ? detector.estimate?.(read.part) : undefined) ?? 0;
    const score = findings.length === 0 ? estimate : highestScore(findings, estimate);
    const record: CheckRecord = {
      detector: check.detector,
      part: part.id,
      outcome: 'scanned',
      findings: findings.length,
      score,
      latencyMs,
    };
    if (second === undefined) return { record, findings, broken: false };
    return { record, findings, broken: false, second: second.record, unsettled: second.failed };
  }

  function failed({ check, part, signal, givenUp, start }: Look, error: unknown): Cell {
    const reason = `the check failed: ${whyOf(error)}`;
    if (signal.aborted) givenUp?.set(check.detector, reason);
    const failure = signal.aborted || isTimeout(error) ? 'timeout' : 'error';
    return broken(check, part.id, { reason, failure }, rounded(clock.elapsed() - start));
  }

  return runCell;
}

async function closed(cell: Cell | OpenCell): Promise<Cell> {
  return 'settle' in cell ? cell.settle() : cell;
}

/** Whether a check can still answer without its model after a time-out, which the model may have caused. */
function outlasts(detector: Detector | ModelDetector, { reason }: AbortSignal): boolean {
  return 'inspect' in detector && detector.secondStage !== undefined && reason instanceof DOMException && reason.name === 'TimeoutError';
}

function isTimeout(error: unknown): boolean {
  return error instanceof ServiceError ? error.kind === 'timeout' : error instanceof Error && error.name === 'TimeoutError';
}

/** The reason for the record. Only messages of our own errors are used: those of others may quote content. */
function whyOf(error: unknown): string {
  if (error instanceof ServiceError) return keptMessage(error);
  if (isTimeout(error)) return 'it took too long';
  return error instanceof Error ? error.name : 'unknown';
}

function judgedAll(
  found: readonly Finding[],
  { placed }: PartReading,
  judge: FindingJudge,
  isAllowed: IsAllowed,
): readonly JudgedFinding[] {
  return found.map((one) => {
    const { detector, category, part, start, end, score } = one;
    const { threshold, action, shadow } = judge(category, score, isAllowed(one));
    const finding: JudgedFinding = { detector, category, part, start, end, score, threshold, action };
    return placed(shadow === undefined ? finding : { ...finding, shadow });
  });
}
