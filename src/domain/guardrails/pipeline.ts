import { rounded } from '../../core/rounded.ts';
import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import type {
  Action,
  CheckRecord,
  Conversation,
  Decision,
  Detector,
  EvaluateOptions,
  FailedCheck,
  GuardInput,
  GuardPipeline,
  JudgedFinding,
  ModelDetector,
  OutputCheck,
  OutputOptions,
  ShadowUnread,
} from '../../ports/guard.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import { createCellRunner, type Bound, type RunOptions } from './cell-runner.ts';
import { recalled, skipped, type Cell, type OpenCell } from './cell.ts';
import { goesOnAs, openFrom } from './detector-tail.ts';
import { withholdEarlier } from './earlier-turns.ts';
import { isLongPart } from './first-stage.ts';
import { createOutputCheck } from './output-check.ts';
import { outputDetectors } from './output-detectors.ts';
import { inParts, readElsewhere } from './payload/joined-parts.ts';
import { failedClosed } from './policy/failed-closed.ts';
import { harder, policyName, type Policy, type PolicyCheck } from './policy/policy.ts';
import { createRuleTable } from './policy/rule-table.ts';
import { isEnforced, shadowVerdict, withShadowVerdict } from './policy/shadow-verdict.ts';
import { readLongPart, readPart } from './read-part.ts';
import type { RedactionSpan } from './redaction/redact.ts';
import { redactionWriter, type KeyedHash } from './redaction/write-redaction.ts';
import { rewritesOf } from './rewrites.ts';
import { fillIn, settleDoubts, type PlacedDoubt, type Row } from './row.ts';
import { shadowOf } from './shadow-output.ts';
import { NO_CONVERSATION } from './tools/conversation.ts';
import { createVerdictCache } from './verdict-cache.ts';
import { createYieldPoint } from './yield-point.ts';

export interface GuardPipelineDeps {
  readonly detectors: readonly (Detector | ModelDetector)[];
  readonly policy: Policy;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Capacity of the verdict cache in UTF-16 code units of input text; 0 disables it, 1,048,576 by default. */
  readonly cacheCharacters?: number | undefined;
  /** Computes the keyed hash for redactions of mode `hash`. */
  readonly hash?: KeyedHash | undefined;
}

/**
 * Creates a pipeline that runs every check of the policy on every part. Each pair ends as scanned, or as not scanned with a
 * reason; whether a failing check blocks is the policy's choice. Never throws.
 */
export function createGuardPipeline({
  detectors,
  policy,
  clock,
  ids,
  hash,
  cacheCharacters = 1_048_576,
}: GuardPipelineDeps): GuardPipeline {
  const redactions = new Map(policy.checks.map((check) => [check.detector, check.redaction]));
  const spanOf = ({ start, end, category, detector }: JudgedFinding): RedactionSpan => {
    return { start, end, category, redaction: redactions.get(detector) };
  };
  const byName = new Map(detectors.map((detector) => [detector.name, detector]));
  const rulesFor = createRuleTable(policy.checks);
  const name = policyName(policy);
  const cache = createVerdictCache(cacheCharacters);
  const isShadow = policy.mode === 'shadow';
  const hasShadowRule = policy.checks.some(({ rules }) => !rules.every(isEnforced));
  const { holding, watching } = outputDetectors(policy, byName);
  const runCell = createCellRunner({ byName, policy, rulesFor, clock });
  const modelChecks = new Set(detectors.filter(asksModel).map((detector) => detector.name));
  const all = policy.checks.map((check, index): PhaseCheck => ({ check, index }));
  const phases =
    modelChecks.size === 0
      ? [all]
      : [all.filter(({ check }) => !modelChecks.has(check.detector)), all.filter(({ check }) => modelChecks.has(check.detector))];
  /** Checks with a thread of their own: for long parts they are started first and awaited last. */
  const aside = all.filter(({ check }) => readsAlone(byName.get(check.detector)));
  const phasesBesideThem = phases.map((phase) => phase.filter((own) => !aside.includes(own)));
  const binding = policy.checks
    .map((check) => byName.get(check.detector))
    .filter((detector): detector is Binding => detector !== undefined && 'bind' in detector);

  /** Binds the detectors whose findings depend on this request or reply. */
  function bind({ direction, parts, conversation = NO_CONVERSATION }: Pick<GuardInput, 'direction' | 'parts' | 'conversation'>): Bound {
    if (binding.length === 0) return NOTHING_BOUND;
    const bound = new Map<string, Detector>();
    for (const detector of binding) {
      const own = detector.bind({ direction, parts, conversation });
      if (own !== undefined) bound.set(detector.name, own);
    }
    return bound;
  }

  /** Fills in the cells of one phase for a part, starting at check `from`. Returns undefined if all checks were synchronous. */
  function runChecks(
    row: Row,
    phase: readonly PhaseCheck[],
    input: GuardInput,
    options: YieldingOptions,
    from = 0,
  ): Promise<void> | undefined {
    const { part, known, cells } = row;
    for (let at = from; at < phase.length; at += 1) {
      const own = phase[at];
      if (own === undefined) break;
      const { index, check } = own;
      const pause = options.yieldPoint(part.text.length);
      if (pause !== undefined) return pause.then(() => runChecks(row, phase, input, options, at));
      const elsewhere = readElsewhere(part, byName.get(check.detector));
      if (elsewhere !== undefined) {
        cells[index] = skipped(check, part.id, elsewhere);
        continue;
      }
      const before = known === undefined || options.bound.has(check.detector) ? undefined : known[index];
      const cell = before === undefined ? runCell(check, row, input.direction, options) : recalled(before, part.id);
      if (cell instanceof Promise) return runRest(cell, at, row, phase, input, options);
      fillIn(cell, row, index, options.open);
    }
    return undefined;
  }

  /** Goes on with a phase once the check at `at` is through. */
  async function runRest(
    running: Promise<Cell | OpenCell>,
    at: number,
    ...[row, phase, input, options]: Parameters<typeof runChecks>
  ): Promise<void> {
    fillIn(await running, row, phase[at]?.index ?? 0, options.open);
    await runChecks(row, phase, input, options, at + 1);
  }

  /** The cells of every part. Checks that run a model come last, so that a slow model delays no other check, and after them second stages. */
  async function runAll(input: GuardInput, options: RunOptions): Promise<readonly Row[]> {
    const isRemembered = input.direction === 'input' && options.thorough !== true;
    const open: PlacedDoubt[] = [];
    const yielding = { ...options, yieldPoint: createYieldPoint(clock), open };
    const rows: Row[] = [];
    for (const part of input.parts) {
      const read = isLongPart(part) ? await readLongPart(part, input.direction) : readPart(part, input.direction);
      rows.push({ ...read, known: isRemembered ? cache.get(part) : undefined, cells: [] });
    }
    const started = new Map<Row, Promise<void> | undefined>();
    for (const [place, phase] of phases.entries()) {
      const isLast = place === phases.length - 1;
      for (const row of rows) {
        if (place === 0 && started.size < MOST_STARTED && aside.length > 0 && isLongPart(row.part)) {
          started.set(row, runChecks(row, aside, input, yielding));
        }
        const running = runChecks(row, (started.has(row) ? phasesBesideThem[place] : undefined) ?? phase, input, yielding);
        if (running !== undefined) await running;
        if (isLast) await started.get(row);
      }
    }
    await settleDoubts(open);
    // Only input is cached: its texts come again with every turn.
    for (const row of isRemembered ? rows : []) if (row.known === undefined && row.cells.every(isSettled)) cache.set(row.part, row.cells);
    return rows;
  }

  function evaluate(input: GuardInput, options: EvaluateOptions): Promise<Decision> {
    const parts = input.parts.filter(({ joins }) => joins === undefined);
    return run(input, { ...options, bound: bind({ ...input, parts }) });
  }

  async function run(input: GuardInput, options: RunOptions): Promise<Decision> {
    const start = clock.elapsed();
    const checks: CheckRecord[] = [];
    const found: JudgedFinding[] = [];
    const unread: ShadowUnread[] = [];
    const failed: FailedCheck[] = [];
    const rows = await runAll(input, options);
    // Merging the findings of a long text and rewriting it take milliseconds each.
    const isLong = input.parts.some(isLongPart);
    if (isLong) await yieldToEventLoop();
    for (const { part, cells } of rows) {
      for (const [index, cell] of cells.entries()) {
        const check = policy.checks[index];
        checks.push(cell.record);
        if (cell.second !== undefined) checks.push(cell.second);
        for (const finding of part.joins === undefined ? cell.findings : inParts(part, cell.findings, found)) found.push(finding);
        if (cell.broken === false || check?.fail !== 'closed') continue;
        const { detector } = check;
        if (rulesFor(check, part.channel, input.direction).some(isEnforced)) failed.push({ detector, failure: cell.broken });
        else unread.push({ detector, channel: part.channel });
      }
    }
    for (const part of input.unscanned) {
      for (const check of policy.checks) checks.push(skipped(check, part.id, part.reason).record);
    }
    const { findings, withheld } = withholdEarlier(input.parts, found);
    let verdict: Action = failed.length > 0 ? 'block' : 'allow';
    for (const finding of findings) verdict = harder(verdict, finding.action);
    if (isLong && verdict === 'redact') await yieldToEventLoop();
    const decision: Decision = {
      id: ids.next('dec-'),
      requestId: input.requestId,
      direction: input.direction,
      verdict,
      policy: name,
      ...failedClosed(failed),
      findings,
      checks,
      rewrites:
        verdict === 'redact'
          ? rewritesOf(
              input.parts,
              { findings, withheld },
              {
                direction: input.direction,
                spanOf,
                write: redactionWriter({ hash, placeholderFor: options.placeholderFor }),
              },
            )
          : [],
      latencyMs: rounded(clock.elapsed() - start),
    };
    const judged = hasShadowRule ? { ...decision, ...shadowVerdict({ verdict, findings }, unread) } : decision;
    return isShadow ? { ...judged, mode: 'shadow' } : judged;
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
      releasable: (text) => openFrom(open, text),
      undecided: (text) => openFrom(watching, text),
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

function readsAlone(detector: Detector | ModelDetector | undefined): boolean {
  return detector !== undefined && 'asideAlone' in detector;
}

/** A check of the policy and its index there. */
interface PhaseCheck {
  readonly check: PolicyCheck;
  readonly index: number;
}

/** Limit on the long parts of one input whose threaded checks are started ahead. */
const MOST_STARTED = 8;

function isSettled({ broken, unsettled }: Cell): boolean {
  return broken === false && unsettled !== true;
}

type Binding = Detector & Required<Pick<Detector, 'bind'>>;
type YieldingOptions = RunOptions & { readonly yieldPoint: ReturnType<typeof createYieldPoint>; readonly open: PlacedDoubt[] };

const NOTHING_BOUND: Bound = new Map();

function isSame(one: ShadowUnread, other: ShadowUnread): boolean {
  return one.detector === other.detector && one.channel === other.channel;
}
