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
  Rewrite,
} from '../../ports/guard.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import { betweenEscapes, isJsonText, notationAt } from './json-notation.ts';
import { createBreather } from './breather.ts';
import { firstLook } from './first-look.ts';
import { harder, judge, policyName, type Policy, type PolicyCheck, type PolicyRule, type PolicyStep } from './policy.ts';
import { highestScore } from './highest-score.ts';
import { createOutputCheck } from './output-check.ts';
import { redact, type RedactionSpan, type WriteRedaction } from './redact.ts';
import { isJsonPart } from './vault.ts';
import { lookAgain, type SecondLook } from './second-look.ts';
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
  const name = policyName(policy);
  const cache = createVerdictCache<readonly Cell[]>(cacheCharacters);
  const isShadow = policy.mode === 'shadow';
  const holding = policy.checks
    .filter((check) =>
      check.rules.some((rule) => rule.direction === 'output' && rule.steps.some(({ action }) => action === 'redact' || action === 'block')),
    )
    .map((check) => byName.get(check.detector))
    .filter((detector): detector is Detector => detector !== undefined && 'tail' in detector && detector.directions.includes('output'));
  const watching = policy.checks
    .filter(({ rules }) => rules.some((rule) => rule.direction === 'output' && rule.steps.some(({ action }) => action === 'flag')))
    .map((check) => byName.get(check.detector))
    .filter((detector): detector is Detector => detector !== undefined && 'tail' in detector && !holding.includes(detector));
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

  async function runCell(check: PolicyCheck, part: GuardPart, input: GuardInput, { signal, bound }: RunOptions): Promise<Cell> {
    const { direction } = input;
    const rules = rulesFor(check, part, direction);
    if (rules.length === 0) return skipped(check, part.id, `not checked on ${direction}`);
    if (check.trustedRoles.includes(part.role)) return skipped(check, part.id, 'trusted role');
    const detector = bound.get(check.detector) ?? byName.get(check.detector);
    if (detector === undefined) return broken(check, part.id, 'the check is not installed');
    if (!detector.directions.includes(direction)) return skipped(check, part.id, `the check does not read ${direction}`);
    if (part.text.length > policy.maxPartLength) return broken(check, part.id, `longer than ${policy.maxPartLength} characters`);
    if (signal.aborted && !outlasts(detector, signal)) return broken(check, part.id, 'aborted before the check ran');
    const unread = detector.unread?.(part);
    if (unread !== undefined) return skipped(check, part.id, unread);
    const start = clock.elapsed();
    try {
      const first = await firstLook(detector, part, signal);
      const stage = 'inspect' in detector ? detector.secondStage : undefined;
      const second = stage === undefined ? undefined : await lookAgain(stage, part, { signal, clock });
      const found = second?.findings ?? first;
      const allowed = allowedSpans(part.text, found.length === 0 ? [] : (check.allow ?? []));
      const own = isJsonPart(part.id) ? found.map((finding) => betweenEscapes(part.text, finding)) : found;
      const findings = own.map((finding) => judged(finding, rules, allowed));
      const estimate = ('inspect' in detector ? detector.estimate?.(part) : undefined) ?? 0;
      const score = highestScore(findings, estimate);
      return {
        record: {
          detector: check.detector,
          part: part.id,
          outcome: 'scanned',
          findings: findings.length,
          score,
          latencyMs: clock.elapsed() - start - (second?.record.latencyMs ?? 0),
        },
        findings,
        broken: false,
        ...(second === undefined ? {} : { second: second.record, unsettled: second.failed }),
      };
    } catch (error) {
      return broken(check, part.id, `the check failed: ${error instanceof Error ? error.name : 'unknown'}`, clock.elapsed() - start);
    }
  }

  /** What the checks of one phase say of a part. What all of them say is remembered for input, whose texts come again with every turn. */
  async function runChecks(
    { part, known, cells }: Row,
    input: GuardInput,
    options: BreathingOptions,
    isModelPhase: boolean,
  ): Promise<void> {
    for (const [index, check] of policy.checks.entries()) {
      if (modelChecks.has(check.detector) !== isModelPhase) continue;
      const pause = options.breathe();
      if (pause !== undefined) await pause;
      const cell = options.bound.has(check.detector) ? undefined : known?.[index];
      cells[index] = cell === undefined ? await runCell(check, part, input, options) : recalled(cell, part.id);
    }
    const isWhole = isModelPhase || modelChecks.size === 0;
    if (isWhole && input.direction === 'input' && known === undefined && cells.every((cell) => !cell.broken && cell.unsettled !== true))
      cache.set(part, cells);
  }

  /** The cells of every part. A model is asked after all checks that need none, so that nothing but itself suffers when it is slow. */
  async function runAll(input: GuardInput, options: RunOptions): Promise<readonly Row[]> {
    const isInput = input.direction === 'input';
    const breathing = { ...options, breathe: createBreather(clock) };
    const rows = input.parts.map((part): Row => ({ part, known: isInput ? cache.get(part) : undefined, cells: [] }));
    for (const row of rows) await runChecks(row, input, breathing, false);
    if (modelChecks.size > 0) for (const row of rows) await runChecks(row, input, breathing, true);
    return rows;
  }

  function evaluate(input: GuardInput, options: EvaluateOptions): Promise<Decision> {
    return run(input, { ...options, bound: bind(input) });
  }

  async function run(input: GuardInput, options: RunOptions): Promise<Decision> {
    const start = clock.elapsed();
    const checks: CheckRecord[] = [];
    const findings: JudgedFinding[] = [];
    let verdict: Action = 'allow';
    for (const { cells } of await runAll(input, options)) {
      for (const [index, cell] of cells.entries()) {
        const check = policy.checks[index];
        checks.push(cell.record);
        if (cell.second !== undefined) checks.push(cell.second);
        for (const finding of cell.findings) findings.push(finding);
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
      rewrites:
        verdict === 'redact' ? rewritesOf(input.parts, findings, redactionWriter({ hash, placeholderFor: options.placeholderFor })) : [],
      latencyMs: clock.elapsed() - start,
    };
  }

  function rewritesOf(parts: readonly GuardPart[], findings: readonly JudgedFinding[], write: WriteRedaction): Rewrite[] {
    const rewrites: Rewrite[] = [];
    for (const part of parts) {
      const found = findings.filter((finding) => finding.part === part.id && finding.action === 'redact');
      if (found.length === 0) continue;
      const isJson = isJsonText(part.id, part.text) === true;
      const spans = found.map((finding) => ({ ...spanOf(finding), ...(isJson ? { notation: notationAt(part.text, finding.start) } : {}) }));
      rewrites.push({ part: part.id, text: redact(part.text, spans, write) });
    }
    return rewrites;
  }

  function openOutput(requestId: string, conversation?: Conversation): OutputCheck {
    const bound = bind({ direction: 'output', parts: [], ...(conversation === undefined ? {} : { conversation }) });
    const open = holding.map((detector) => bound.get(detector.name) ?? detector);
    const check = createOutputCheck({
      evaluate: (input, options) => run(input, { ...options, bound }),
      releasable: (text) => open.reduce((least, detector) => Math.min(least, detector.tail(text)), text.length),
      undecided: (text) => watching.reduce((least, detector) => Math.min(least, detector.tail(text)), text.length),
      goesOn: (finding, text) => open.find(({ name: own }) => own === finding.detector)?.goesOn?.(finding, text),
      spanOf,
      write: redactionWriter({ hash }),
      requestId,
    });
    return isShadow ? shadowOf(check) : check;
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
  readonly known: readonly Cell[] | undefined;
  readonly cells: Cell[];
}

type Binding = Detector & Required<Pick<Detector, 'bind'>>;
type Bound = ReadonlyMap<string, Detector>;
type RunOptions = EvaluateOptions & { readonly bound: Bound };
type BreathingOptions = RunOptions & { readonly breathe: () => Promise<void> | undefined };

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
  rules: readonly PolicyRule[],
  allowed: readonly { readonly start: number; readonly end: number }[],
): JudgedFinding {
  const own = rules.find((rule) => rule.categories?.includes(category)) ?? rules.find((rule) => rule.categories === undefined);
  const { threshold, ...step } = own === undefined ? NO_RULE : judge(own, score);
  const action = allowed.some((span) => span.start <= start && span.end >= end) ? 'allow' : step.action;
  return { detector, category, part, start, end, score, threshold, action };
}

/** What is done about a category that no rule is about. */
const NO_RULE: PolicyStep = { threshold: 1, action: 'allow' };

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

function rulesFor(check: PolicyCheck, part: GuardPart, direction: GuardInput['direction']): readonly PolicyRule[] {
  return check.rules.filter((rule) => rule.direction === direction && rule.channels.includes(part.channel));
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
