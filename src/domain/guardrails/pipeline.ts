import type {
  Action,
  CheckRecord,
  Conversation,
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
  OutputOptions,
  Rewrite,
  ShadowUnread,
} from '../../ports/guard.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import { createJsonNesting, withNesting } from './json-nesting.ts';
import { isJsonText, spansInJson } from './json-notation.ts';
import { asItIs, readingsOf, type PartReading } from './json-reading.ts';
import { createBreather } from './breather.ts';
import { firstLook } from './first-look.ts';
import { harder, policyName, type Policy, type PolicyCheck, type PolicyRule } from './policy.ts';
import { createRuleTable } from './rule-table.ts';
import { highestScore } from './highest-score.ts';
import { createOutputCheck } from './output-check.ts';
import { redact, type RedactionSpan, type WriteRedaction } from './redact.ts';
import { lookAgain, type SecondLook } from './second-look.ts';
import { isEnforced, judgeFinding, shadowVerdict, withShadowVerdict } from './shadow-verdict.ts';
import { goesOnAs, tailOf } from './detector-tail.ts';
import { shadowOf } from './shadow-output.ts';
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
  /** What the record says of the check's second stage, where it has one. */
  readonly second?: SecondLook['record'];
  /** The second stage could not tell: it is asked again when the text comes again. */
  readonly unsettled?: boolean;
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
  const rulesFor = createRuleTable(policy.checks);
  const name = policyName(policy);
  const cache = createVerdictCache<readonly Cell[]>(cacheCharacters);
  const plainCells = new Map<string, Cell>();
  const isShadow = policy.mode === 'shadow';
  const hasShadowRule = policy.checks.some(({ rules }) => !rules.every(isEnforced));
  const holding = policy.checks
    .filter((check) =>
      check.rules.some(
        (rule) =>
          rule.direction === 'output' && isEnforced(rule) && rule.steps.some(({ action }) => action === 'redact' || action === 'block'),
      ),
    )
    .map((check) => byName.get(check.detector))
    .filter((detector): detector is Detector => detector !== undefined && 'tail' in detector && detector.directions.includes('output'));
  const watching = policy.checks
    .filter(({ rules }) =>
      rules.some((rule) => rule.direction === 'output' && (!isEnforced(rule) || rule.steps.some(({ action }) => action === 'flag'))),
    )
    .map((check) => byName.get(check.detector))
    .filter((detector): detector is Detector => detector !== undefined && 'tail' in detector && !holding.includes(detector));
  const inferring = new Set(detectors.filter((detector) => 'infer' in detector).map((detector) => detector.name));
  const estimating = new Set(detectors.filter((detector) => 'estimate' in detector).map((detector) => detector.name));
  const modelChecks = new Set(detectors.filter(asksModel).map((detector) => detector.name));
  const binding = policy.checks
    .map((check) => byName.get(check.detector))
    .filter((detector): detector is Binding => detector !== undefined && 'bind' in detector);

  /** The checks that matter otherwise in this request or reply, as they are for it. */
  function bind({ direction, parts, conversation = NO_CONVERSATION }: Pick<GuardInput, 'direction' | 'parts' | 'conversation'>): Bound {
    if (binding.length === 0) return NOTHING_BOUND;
    const bound = new Map<string, Detector>();
    for (const detector of binding) {
      const own = detector.bind({ direction, parts, conversation });
      if (own !== undefined) bound.set(detector.name, own);
    }
    return bound;
  }

  /** A check on a part, in every reading of it. What it learned from texts as they are written it is asked about them too. */
  function runCell(check: PolicyCheck, row: Row, input: GuardInput, options: RunOptions): Cell | Promise<Cell> {
    const isLearned = estimating.has(check.detector);
    const asWritten = isLearned && row.read.part !== row.part ? [{ part: row.part, placed: asItIs }] : [];
    // Those checks decode codes in a text themselves.
    const others = isLearned && row.read.part.readAs !== 'json' ? asWritten : [...asWritten, ...row.again];
    if (others.length === 0 || inferring.has(check.detector)) return runOnce(check, row, input, options);
    return runReadings(check, row, others, input, options, isLearned);
  }

  async function runReadings(
    check: PolicyCheck,
    row: Row,
    others: readonly PartReading[],
    input: GuardInput,
    options: RunOptions,
    isLearned: boolean,
  ): Promise<Cell> {
    let cell = await runOnce(check, row, input, options);
    for (const read of others) {
      if (cell.broken) return cell;
      const other = await runOnce(check, { part: row.part, read }, input, options);
      // Of estimates the highest counts, of findings all.
      if (!isLearned) cell = joinedCells(cell, other);
      else if (other.broken || other.record.score > cell.record.score) cell = other;
    }
    return cell;
  }

  /** At once where the check can, so that a short text costs no turn of the event loop. */
  function runOnce(
    check: PolicyCheck,
    { part, read }: Pick<Row, 'part' | 'read'>,
    { direction }: GuardInput,
    { signal, bound, givenUp }: RunOptions,
  ): Cell | Promise<Cell> {
    const rules = rulesFor(check, part.channel, direction);
    if (rules.length === 0) return skipped(check, part.id, UNCHECKED[direction]);
    if (check.trustedRoles.includes(part.role)) return skipped(check, part.id, 'trusted role');
    const detector = bound.get(check.detector) ?? byName.get(check.detector);
    if (detector === undefined) return broken(check, part.id, 'the check is not installed');
    if (!detector.directions.includes(direction)) return skipped(check, part.id, `the check does not read ${direction}`);
    if (part.text.length > policy.maxPartLength) return broken(check, part.id, `longer than ${policy.maxPartLength} characters`);
    if (signal.aborted && !outlasts(detector, signal)) return broken(check, part.id, 'aborted before the check ran');
    const late = givenUp?.get(check.detector);
    if (late !== undefined) return broken(check, part.id, late);
    const look: Look = { check, part, read, rules, detector, signal, givenUp, start: clock.elapsed() };
    try {
      const unread = detector.unread?.(read.part);
      if (unread !== undefined) return skipped(check, part.id, unread);
      const first = firstLook(detector, read.part, signal);
      if (first instanceof Promise) return settled(look, first);
      const second = secondLook(look);
      return second instanceof Promise ? settled(look, first, second) : cellOf(look, first, second);
    } catch (error) {
      return failed(look, error);
    }
  }

  async function settled(look: Look, first: Promise<readonly Finding[]> | readonly Finding[], second?: Promise<SecondLook>): Promise<Cell> {
    try {
      const found = await first;
      return cellOf(look, found, await (second ?? secondLook(look)));
    } catch (error) {
      return failed(look, error);
    }
  }

  function secondLook({ detector, read, signal, givenUp }: Look): SecondLook | Promise<SecondLook> | undefined {
    const stage = 'inspect' in detector ? detector.secondStage : undefined;
    return stage === undefined || givenUp?.has(stage.name) === true ? undefined : lookAgain(stage, read.part, { signal, clock });
  }

  function cellOf(
    { check, part, read, rules, detector, signal, givenUp, start }: Look,
    first: readonly Finding[],
    second?: SecondLook,
  ): Cell {
    if (second?.failed === true && signal.aborted) givenUp?.set(second.record.detector, second.record.reason ?? '');
    const found = second?.findings ?? first;
    const allowed = found.length === 0 || check.allow === undefined ? NOWHERE : allowedSpans(read.part.text, check.allow);
    const findings = found.length === 0 ? NO_FINDINGS : found.map((finding) => read.placed(judged(finding, rules, allowed)));
    const estimate = ('inspect' in detector ? detector.estimate?.(read.part) : undefined) ?? 0;
    const latencyMs = inMicroseconds(clock.elapsed() - start - (second?.record.latencyMs ?? 0));
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
    const reason = `the check failed: ${error instanceof Error ? error.name : 'unknown'}`;
    if (signal.aborted) givenUp?.set(check.detector, reason);
    return broken(check, part.id, reason, inMicroseconds(clock.elapsed() - start));
  }

  /** What the checks of one phase say of a part. What all of them say is remembered for input, whose texts come again with every turn. */
  async function runChecks(row: Row, input: GuardInput, options: BreathingOptions, isModelPhase: boolean): Promise<void> {
    const { part, known, cells } = row;
    for (const [index, check] of policy.checks.entries()) {
      if (modelChecks.has(check.detector) !== isModelPhase) continue;
      const pause = options.breathe(part.text.length);
      if (pause !== undefined) await pause;
      const before = options.bound.has(check.detector) ? undefined : known?.[index];
      const cell = before === undefined ? runCell(check, row, input, options) : recalled(before, part.id);
      cells[index] = cell instanceof Promise ? await cell : cell;
    }
    const isWhole = isModelPhase || modelChecks.size === 0;
    if (isWhole && input.direction === 'input' && known === undefined && cells.every((cell) => !cell.broken && cell.unsettled !== true))
      cache.set(part, cells.map(kept));
  }

  /** The cells of every part. A model is asked after all checks that need none, so that nothing but itself suffers when it is slow. */
  async function runAll(input: GuardInput, options: RunOptions): Promise<readonly Row[]> {
    const isInput = input.direction === 'input';
    const breathing = { ...options, breathe: createBreather(clock) };
    const rows = input.parts.map((part) => rowOf(part, isInput ? cache.get(part) : undefined));
    for (const row of rows) await runChecks(row, input, breathing, false);
    if (modelChecks.size > 0) for (const row of rows) await runChecks(row, input, breathing, true);
    return rows;
  }

  /** A cell as it is remembered: one for all texts of which a check says the same and nothing else. */
  function kept(cell: Cell): Cell {
    const { detector, outcome, reason = '', score } = cell.record;
    if (cell.findings.length > 0 || cell.second !== undefined || score > 0) return cell;
    const name = `${detector} ${outcome} ${reason}`;
    const known = plainCells.get(name) ?? cell;
    if (plainCells.size < MAX_PLAIN) plainCells.set(name, known);
    return known;
  }

  function evaluate(input: GuardInput, options: EvaluateOptions): Promise<Decision> {
    return run(input, { ...options, bound: bind(input) });
  }

  async function run(input: GuardInput, options: RunOptions): Promise<Decision> {
    const start = clock.elapsed();
    const checks: CheckRecord[] = [];
    const findings: JudgedFinding[] = [];
    const unread: ShadowUnread[] = [];
    let verdict: Action = 'allow';
    for (const { part, cells } of await runAll(input, options)) {
      for (const [index, cell] of cells.entries()) {
        const check = policy.checks[index];
        checks.push(cell.record);
        if (cell.second !== undefined) checks.push(cell.second);
        for (const finding of cell.findings) findings.push(finding);
        if (!cell.broken || check?.fail !== 'closed') continue;
        if (rulesFor(check, part.channel, input.direction).some(isEnforced)) verdict = 'block';
        else unread.push({ detector: check.detector, channel: part.channel });
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
      ...(hasShadowRule ? shadowVerdict({ verdict, findings }, unread) : {}),
      findings,
      checks,
      rewrites:
        verdict === 'redact' ? rewritesOf(input.parts, findings, redactionWriter({ hash, placeholderFor: options.placeholderFor })) : [],
      latencyMs: inMicroseconds(clock.elapsed() - start),
    };
  }

  function rewritesOf(parts: readonly GuardPart[], findings: readonly JudgedFinding[], write: WriteRedaction): Rewrite[] {
    const rewrites: Rewrite[] = [];
    for (const part of parts) {
      const found = findings.filter((finding) => finding.part === part.id && finding.action === 'redact');
      if (found.length === 0) continue;
      const spans = found.map(spanOf);
      const own =
        isJsonText(part.id, part.text) === true ? withNesting(part.text, spansInJson(part.text, spans), createJsonNesting(part.id)) : spans;
      rewrites.push({ part: part.id, text: redact(part.text, own, write) });
    }
    return rewrites;
  }

  function openOutput(requestId: string, conversation?: Conversation, { timeoutMs }: OutputOptions = {}): OutputCheck {
    const bound = bind({ direction: 'output', parts: [], ...(conversation === undefined ? {} : { conversation }) });
    const open = holding.map((detector) => bound.get(detector.name) ?? detector);
    const unread: ShadowUnread[] = [];
    const givenUp = new Map<string, string>();
    const check = createOutputCheck({
      evaluate: async (input, options) => {
        const decision = await run(input, { ...options, bound, givenUp });
        for (const entry of decision.unreadInShadow ?? []) if (!unread.some((known) => isSame(known, entry))) unread.push(entry);
        return decision;
      },
      releasable: (text) => open.reduce((least, detector) => Math.min(least, tailOf(detector, text)), text.length),
      undecided: (text) => watching.reduce((least, detector) => Math.min(least, tailOf(detector, text)), text.length),
      goesOn: (finding, text) =>
        goesOnAs(
          open.find(({ name: own }) => own === finding.detector),
          finding,
          text,
        ),
      spanOf,
      write: redactionWriter({ hash }),
      timeoutMs,
      requestId,
    });
    const judgedAll = hasShadowRule ? withShadowVerdict(check, unread) : check;
    return isShadow ? shadowOf(judgedAll) : judgedAll;
  }

  return { evaluate, openOutput, ...(binding.length === 0 ? {} : { readsConversation: true }) };
}

function asksModel(detector: Detector | ModelDetector): boolean {
  return 'infer' in detector || detector.secondStage !== undefined;
}

/** Whether a check has an answer without its model, which may be what took all the time. */
function outlasts(detector: Detector | ModelDetector, { reason }: AbortSignal): boolean {
  return 'inspect' in detector && detector.secondStage !== undefined && reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** A part and what its checks have said so far, in their order. */
interface Row {
  readonly part: GuardPart;
  readonly read: PartReading;
  /** What it says where it holds escapes again. */
  readonly again: readonly PartReading[];
  readonly known: readonly Cell[] | undefined;
  readonly cells: Cell[];
}

/** What one look of a check at a part is about. */
interface Look {
  readonly check: PolicyCheck;
  readonly part: GuardPart;
  readonly read: PartReading;
  readonly rules: readonly PolicyRule[];
  readonly detector: Detector | ModelDetector;
  readonly signal: AbortSignal;
  readonly givenUp: RunOptions['givenUp'];
  readonly start: number;
}

/** Cells that are shared by all texts, at most. */
const MAX_PLAIN = 256;

const UNCHECKED = { input: 'not checked on input', output: 'not checked on output' } as const;
const NO_FINDINGS: readonly JudgedFinding[] = [];
const NOWHERE: ReturnType<typeof allowedSpans> = [];

/** Longer numbers are longer to write, and say no more. */
function inMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

function rowOf(part: GuardPart, known: Row['known']): Row {
  return { part, ...readingsOf(part), known, cells: [] };
}

/** Findings that are compared with each other. */
const MAX_COMPARED = 512;

/** A cell with what another reading of the same text adds to it. */
function joinedCells(cell: Cell, other: Cell): Cell {
  if (other.broken) return other;
  const isKnown = (found: JudgedFinding): boolean =>
    cell.findings.some(({ category, start, end }) => category === found.category && start <= found.start && end >= found.end);
  const added = other.findings.length > MAX_COMPARED ? other.findings : other.findings.filter((found) => !isKnown(found));
  if (added.length === 0) return cell;
  const findings = [...cell.findings, ...added];
  const score = Math.max(cell.record.score, other.record.score);
  return { ...cell, findings, record: { ...cell.record, outcome: 'scanned', findings: findings.length, score } };
}

type Binding = Detector & Required<Pick<Detector, 'bind'>>;
type Bound = ReadonlyMap<string, Detector>;
type RunOptions = EvaluateOptions & {
  readonly bound: Bound;
  /** Checks that are asked no more as they once took too long, and what the record says of them. */
  readonly givenUp?: Map<string, string>;
};
type BreathingOptions = RunOptions & { readonly breathe: ReturnType<typeof createBreather> };

const NOTHING_BOUND: Bound = new Map();
const NO_CONVERSATION: Conversation = { definitions: new Map(), steps: [], reply: [] };

/** A cell of the same text at another place, or in another request. */
function recalled({ record, findings, broken: isBroken, second }: Cell, part: string): Cell {
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

function judged(
  { detector, category, part, start, end, score }: Finding,
  rules: readonly PolicyRule[],
  allowed: readonly { readonly start: number; readonly end: number }[],
): JudgedFinding {
  const isAllowed = allowed.some((span) => span.start <= start && span.end >= end);
  return { detector, category, part, start, end, score, ...judgeFinding({ category, score }, rules, isAllowed) };
}

function isSame(one: ShadowUnread, other: ShadowUnread): boolean {
  return one.detector === other.detector && one.channel === other.channel;
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

function skipped(check: PolicyCheck, part: string, reason: string, latencyMs = 0): Cell {
  return {
    record: { detector: check.detector, part, outcome: 'not_scanned', reason, findings: 0, score: 0, latencyMs },
    findings: NO_FINDINGS,
    broken: false,
  };
}

function broken(check: PolicyCheck, part: string, reason: string, latencyMs = 0): Cell {
  return { ...skipped(check, part, reason, latencyMs), broken: true };
}
