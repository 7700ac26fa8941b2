import { rounded } from '../../core/rounded.ts';
import { yieldThread } from '../../core/yield-thread.ts';
import type {
  Action,
  CheckRecord,
  Conversation,
  Decision,
  Detector,
  Direction,
  EvaluateOptions,
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
import { createBreather } from './breather.ts';
import { createCellRunner, type Bound, type ReadPart, type RunOptions } from './cell-runner.ts';
import { recalled, skipped, type Cell } from './cell.ts';
import { goesOnAs, tailOf } from './detector-tail.ts';
import { withheldText, withholdEarlier, type WithheldTurns } from './earlier-turns.ts';
import { isLongPart } from './first-look.ts';
import { createOutputCheck } from './output-check.ts';
import { inParts, READ_IN_PARTS, readsParts } from './places/joined-parts.ts';
import { harder, policyName, type Policy, type PolicyCheck } from './policy/policy.ts';
import { createRuleTable } from './policy/rule-table.ts';
import { isEnforced, shadowVerdict, withShadowVerdict } from './policy/shadow-verdict.ts';
import { readingsOf, readingsStepwise, type PartReadings } from './reading/json-reading.ts';
import { webReading } from './reading/web-reading.ts';
import { createJsonNesting, withNesting } from './redaction/json-nesting.ts';
import { isJsonText, spansInJson } from './redaction/json-notation.ts';
import { mergeSpans, redact, type RedactionSpan, type WriteRedaction } from './redaction/redact.ts';
import { redactionWriter, type KeyedHash } from './redaction/write-redaction.ts';
import { shadowOf } from './shadow-output.ts';
import { NO_CONVERSATION } from './tools/conversation.ts';
import { createVerdictCache } from './verdict-cache.ts';

export interface GuardPipelineDeps {
  readonly detectors: readonly (Detector | ModelDetector)[];
  readonly policy: Policy;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How many UTF-16 units of input are remembered with what the checks said of them; 0 for none, 1,048,576 unless given. */
  readonly cacheCharacters?: number | undefined;
  /** Makes redactions by hash. */
  readonly hash?: KeyedHash | undefined;
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
  cacheCharacters = 1_048_576,
}: GuardPipelineDeps): GuardPipeline {
  const redactions = new Map(policy.checks.map((check) => [check.detector, check.redaction]));
  const spanOf = ({ start, end, category, detector }: JudgedFinding): RedactionSpan => {
    return { start, end, category, redaction: redactions.get(detector) };
  };
  const byName = new Map(detectors.map((detector) => [detector.name, detector]));
  const rulesFor = createRuleTable(policy.checks);
  const name = policyName(policy);
  const cache = createVerdictCache<readonly Cell[]>(cacheCharacters);
  /** By the check's place. */
  const plainCells: Map<string, Cell>[] = [];
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
  const runCell = createCellRunner({ byName, policy, rulesFor, clock });
  const modelChecks = new Set(detectors.filter(asksModel).map((detector) => detector.name));
  const all = policy.checks.map((check, index): PhaseCheck => ({ check, index }));
  const phases =
    modelChecks.size === 0
      ? [all]
      : [all.filter(({ check }) => !modelChecks.has(check.detector)), all.filter(({ check }) => modelChecks.has(check.detector))];
  /** Of long parts these checks are begun first and waited for last. */
  const alone = all.filter(({ check }) => readsAlone(byName.get(check.detector)));
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

  /** What the checks of one phase say of a part, from one of them on; nothing to wait for where all of them tell at once. */
  function runChecks(
    row: Row,
    phase: readonly PhaseCheck[],
    input: GuardInput,
    options: BreathingOptions,
    from = 0,
  ): Promise<void> | undefined {
    const { part, known, cells } = row;
    for (let at = from; at < phase.length; at += 1) {
      const own = phase[at];
      if (own === undefined) break;
      const { index, check } = own;
      const pause = options.breathe(part.text.length);
      if (pause !== undefined) return pause.then(() => runChecks(row, phase, input, options, at));
      if (readsParts(part, byName.get(check.detector))) {
        cells[index] = skipped(check, part.id, READ_IN_PARTS);
        continue;
      }
      const before = known === undefined || options.bound.has(check.detector) ? undefined : known[index];
      const cell = before === undefined ? runCell(check, row, input.direction, options) : recalled(before, part.id);
      if (cell instanceof Promise) {
        return cell.then((settled) => {
          cells[index] = settled;
          return runChecks(row, phase, input, options, at + 1);
        });
      }
      cells[index] = cell;
    }
    return undefined;
  }

  /** The cells of every part. A model is asked after all checks that need none, so that nothing but itself suffers when it is slow. */
  async function runAll(input: GuardInput, options: RunOptions): Promise<readonly Row[]> {
    const isRemembered = input.direction === 'input' && options.thorough !== true;
    const breathing = { ...options, breathe: createBreather(clock) };
    const rows: Row[] = [];
    for (const part of input.parts) {
      // What comes before and what is done here takes milliseconds each for a long text.
      const isLong = isLongPart(part);
      if (isLong) await yieldThread();
      const readings = isLong ? await readSlowly(part) : readingsOf(part);
      rows.push(rowOf(part, readings, isRemembered ? cache.get(part) : undefined, input.direction));
    }
    const begun = new Map<Row, Promise<void> | undefined>();
    for (const phase of phases) {
      for (const row of rows) {
        if (phase === phases[0] && begun.size < MOST_BEGUN && alone.length > 0 && isLongPart(row.part)) {
          begun.set(row, runChecks(row, alone, input, breathing));
        }
        const open = runChecks(row, begun.has(row) ? phase.filter((own) => !alone.includes(own)) : phase, input, breathing);
        if (open !== undefined) await open;
        if (phase === phases.at(-1)) await begun.get(row);
        // What all checks say is remembered for input, whose texts come again with every turn.
        if (isRemembered && phase === phases.at(-1) && row.known === undefined && row.cells.every(isSettled))
          cache.set(row.part, row.cells.map(kept));
      }
    }
    return rows;
  }

  /** A cell as it is remembered: one for all texts of which a check says the same and nothing else. */
  function kept(cell: Cell, index: number): Cell {
    const { outcome, reason = '', score } = cell.record;
    if (cell.findings.length > 0 || cell.second !== undefined || score > 0) return cell;
    const own = (plainCells[index] ??= new Map<string, Cell>());
    const name = outcome === 'scanned' ? outcome : reason;
    const known = own.get(name);
    if (known === undefined && own.size < MAX_PLAIN) own.set(name, cell);
    return known ?? cell;
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
    let verdict: Action = 'allow';
    const rows = await runAll(input, options);
    // What is made of a long text and all that was found in it takes milliseconds each time.
    const isLong = input.parts.some(isLongPart);
    if (isLong) await yieldThread();
    for (const { part, cells } of rows) {
      for (const [index, cell] of cells.entries()) {
        const check = policy.checks[index];
        checks.push(cell.record);
        if (cell.second !== undefined) checks.push(cell.second);
        for (const finding of part.joins === undefined ? cell.findings : inParts(part, cell.findings, found)) found.push(finding);
        if (!cell.broken || check?.fail !== 'closed') continue;
        if (rulesFor(check, part.channel, input.direction).some(isEnforced)) verdict = 'block';
        else unread.push({ detector: check.detector, channel: part.channel });
      }
    }
    for (const part of input.unscanned) {
      for (const check of policy.checks) checks.push(skipped(check, part.id, part.reason).record);
    }
    const { findings, withheld } = withholdEarlier(input.parts, found);
    for (const finding of findings) verdict = harder(verdict, finding.action);
    if (isLong && verdict === 'redact') await yieldThread();
    const decision: Decision = {
      id: ids.next('dec-'),
      requestId: input.requestId,
      direction: input.direction,
      verdict,
      policy: name,
      findings,
      checks,
      rewrites:
        verdict === 'redact'
          ? rewritesOf(input, { findings, withheld }, redactionWriter({ hash, placeholderFor: options.placeholderFor }))
          : [],
      latencyMs: rounded(clock.elapsed() - start),
    };
    const judged = hasShadowRule ? { ...decision, ...shadowVerdict({ verdict, findings }, unread) } : decision;
    return isShadow ? { ...judged, mode: 'shadow' } : judged;
  }

  function rewritesOf({ parts, direction }: GuardInput, { findings, withheld }: WithheldTurns, write: WriteRedaction): Rewrite[] {
    const rewrites: Rewrite[] = [];
    for (const part of parts) {
      const category = withheld.get(part.id);
      if (category !== undefined) {
        rewrites.push({ part: part.id, text: withheldText(part, category) });
        continue;
      }
      const found = findings.filter((finding) => finding.part === part.id && finding.action === 'redact');
      if (found.length === 0) continue;
      const isJson = isJsonText(part.id, part.text) === true;
      const spans = isJson ? spansInJson(part.text, found.map(spanOf)) : mergeSpans(found.map(spanOf));
      // Only what is put back has to be written otherwise in JSON that stands in a text.
      const own = isJson || direction === 'input' ? withNesting(part.text, spans, createJsonNesting(part.id)) : spans;
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

function readsAlone(detector: Detector | ModelDetector | undefined): boolean {
  return detector !== undefined && 'asideAlone' in detector;
}

/** A part and what its checks have said so far, in their order. */
interface Row extends ReadPart {
  readonly known: readonly Cell[] | undefined;
  readonly cells: Cell[];
}

/** A check of the policy and its place there. */
interface PhaseCheck {
  readonly check: PolicyCheck;
  readonly index: number;
}

/** Long parts of one input whose checks are begun before their turn. */
const MOST_BEGUN = 8;

/** Cells of one check that are shared by all texts, at most. */
const MAX_PLAIN = 64;

function isSettled({ broken, unsettled }: Cell): boolean {
  return !broken && unsettled !== true;
}

/** What a model writes in codes of the web comes from it, so that only what is on its way to it is read there. */
function rowOf(part: GuardPart, readings: PartReadings, known: Row['known'], direction: Direction): Row {
  return { part, ...readings, web: direction === 'input' ? webReading(readings) : undefined, known, cells: [] };
}

/** The readings of a long part; whoever else waits for the thread gets it between two of them. */
async function readSlowly(part: GuardPart): Promise<PartReadings> {
  const steps = readingsStepwise(part);
  let step = steps.next();
  while (step.done !== true) {
    await yieldThread();
    step = steps.next();
  }
  return step.value;
}

type Binding = Detector & Required<Pick<Detector, 'bind'>>;
type BreathingOptions = RunOptions & { readonly breathe: ReturnType<typeof createBreather> };

const NOTHING_BOUND: Bound = new Map();

function isSame(one: ShadowUnread, other: ShadowUnread): boolean {
  return one.detector === other.detector && one.channel === other.channel;
}
