import { keptMessage, type ServiceError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { rounded } from '../core/rounded.ts';
import { harder } from '../domain/guardrails/policy.ts';
import { isModelName } from '../domain/guardrails/plain-words.ts';
import { redact } from '../domain/guardrails/redact.ts';
import { unshadowed } from '../domain/guardrails/shadow-verdict.ts';
import type { Action, Decision, GuardInput } from '../ports/guard.ts';
import type { CapturedContent, DebugEntry, Journal, JournalEntry, RequestRecord, RequestStatus } from '../ports/journal.ts';
import type { Clock, Logger } from '../ports/system.ts';
import type { ArrivalOrder } from './arrival-order.ts';
import type { GuardSettings } from './config.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Measures } from './measures.ts';
import { keptFindings } from './kept-findings.ts';
import { newRequestRecord } from './request-record.ts';
import { shadowToWire, wouldBeOf } from './wire.ts';

export interface RequestTrackDeps {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
  readonly settings: GuardSettings;
  readonly upstream: string;
  readonly arrivals: ArrivalOrder;
  readonly measures?: Measures;
}

/** Follows one guarded request from receipt to end and keeps its record, its debug entries and its events. */
export interface RequestTrack {
  /** Whether it has ended; what comes after that changes nothing. */
  readonly ended: boolean;
  /** Whether any decision was made. */
  readonly decided: boolean;
  /** Value of the X-Guard-Decision header: the hardest decision so far, the verdict, and what it would be if no rule were in shadow. */
  readonly header: string;
  /** `body` is what capture keeps of the input. */
  describe(fields: {
    readonly model?: string;
    readonly stream?: boolean;
    readonly keyName?: string | undefined;
    readonly body?: JsonObject;
  }): void;
  inputChecked(input: GuardInput, decision: Decision): void;
  /** A decision about a request that could not be read; it scanned nothing and gives no verdict. */
  inputUnread(decision: Decision): void;
  upstreamStarted(): void;
  upstreamEnded(outcome: string, reason?: string): void;
  /** Takes the token counts of a reply or of a stream's chunk; anything but whole numbers counts for nothing. */
  used(usage: JsonValue | undefined): void;
  /** `text` is what the client got, for capture; `length` counts what the upstream wrote. */
  outputChecked(decision: Decision, output: { readonly length: number; readonly text: string }): void;
  end(status: Exclude<RequestStatus, 'running'>, httpStatus: number, error?: ServiceError): void;
}

/** Longest text that capture puts into a record or an event, in UTF-16 code units. */
export const CAPTURE_LENGTH = 2000;

/** Most findings that an event names, beside the first of each kind: thousands of events are kept for clients that come again. */
const EVENT_FINDINGS = 100;

/** Longest name of a model that a record holds. */
const MODEL_LENGTH = 256;

/** A record in the making. */
type Draft = { -readonly [Field in keyof RequestRecord]: RequestRecord[Field] };

type Note = Pick<DebugEntry, 'stage' | 'name' | 'outcome'> & Partial<DebugEntry>;

/** Starts following a request: it is in the journal and on the event stream before anything else happens. */
export function createRequestTrack(requestId: string, deps: RequestTrackDeps): RequestTrack {
  const { clock, journal, lifecycle, settings } = deps;
  const logger = deps.logger.with({ request_id: requestId });
  const receivedAt = clock.now();
  const start = clock.elapsed();
  const decisions: Decision[] = [];
  const debug: DebugEntry[] = [];
  let upstreamStart: number | undefined;
  let verdict: Action | undefined;
  const record: Draft = newRequestRecord({ id: requestId, receivedAt, sequence: deps.arrivals.next(), upstream: deps.upstream });
  let content: CapturedContent | undefined;
  const publish = (kind: Parameters<Lifecycle['publish']>[0], data: JsonObject): void => lifecycle.publish(kind, requestId, data);

  function entry(): JournalEntry {
    return { request: { ...record }, decisions: [...decisions], debug: [...debug], ...(content === undefined ? {} : { content }) };
  }

  function store(written: JournalEntry): void {
    try {
      journal.record(written);
    } catch (error) {
      logger.error('the journal refused a record', { cause: error instanceof Error ? error.name : 'unknown' });
    }
  }

  function note({ stage, name, outcome, at = clock.now(), part, reason, findings = 0, score = 0, latencyMs = 0 }: Note): void {
    debug.push({ sequence: debug.length + 1, at, stage, name, part, outcome, reason, findings, score, latencyMs });
  }

  function addDecision(decision: Decision, { parts }: Pick<GuardInput, 'parts'> = { parts: [] }): void {
    const channels = new Map(decision.findings.length === 0 ? [] : parts.map(({ id, channel }) => [id, channel]));
    const { kept, omitted } = keptFindings(decision.findings, settings.recordFindingsMax);
    const findings = kept.map((finding) => ({ ...finding, channel: finding.channel ?? channels.get(finding.part) ?? 'user' }));
    // Rewritten texts are content, which no record holds.
    decisions.push({ ...decision, findings, ...(omitted === 0 ? {} : { findingsOmitted: omitted }), rewrites: [] });
    // What is shown of a captured request is redacted by the findings of its record.
    if (omitted > 0 && content !== undefined && decision.direction === 'input') content = { ...content, input: undefined };
    record.policy = decision.policy;
    record.guardMs += decision.latencyMs;
    const at = clock.now();
    for (const { detector, part, outcome, reason, findings, score, latencyMs } of decision.checks) {
      note({ stage: decision.direction, name: detector, at, part, outcome, reason, findings, score, latencyMs });
    }
    note({
      stage: decision.direction,
      name: 'verdict',
      outcome: decision.verdict,
      ...(decision.wouldBe === undefined ? {} : { reason: `would be ${decision.wouldBe}` }),
      findings: decision.findings.length,
      latencyMs: decision.latencyMs,
    });
  }

  function addVerdict(decision: Decision, input?: GuardInput): void {
    addDecision(decision, input);
    verdict = harder(verdict ?? 'allow', decision.verdict);
    record.verdict = verdict;
    const wouldBe = unshadowed(decisions);
    if (wouldBe !== undefined) record.wouldBe = wouldBe;
    else delete record.wouldBe;
  }

  deps.measures?.began();
  store(entry());
  publish('request.received', {});

  return {
    get ended() {
      return record.status !== 'running';
    },
    get decided() {
      return decisions.length > 0;
    },
    get header() {
      const deciding = decisions.find((decision) => decision.verdict === verdict) ?? decisions[0];
      const wouldBe = wouldBeOf(verdict, decisions);
      const more = [
        ...(deciding?.mode === undefined ? [] : [`mode=${deciding.mode}`]),
        ...(wouldBe === undefined ? [] : [`would-be=${wouldBe}`]),
      ];
      return [deciding?.id ?? 'none', `verdict=${verdict ?? 'none'}`, ...more].join('; ');
    },
    describe({ model = record.model, stream = record.stream, keyName = record.keyName, body }): void {
      // What is no name of a model is a text, which no record holds.
      Object.assign(record, { model: isModelName(model) ? model.slice(0, MODEL_LENGTH) : '', stream, keyName });
      if (body === undefined || !settings.captureInput) return;
      const input = JSON.stringify(body);
      content = { output: undefined, ...content, input: input.length <= settings.captureMaxLength ? input : undefined };
    },
    inputChecked(input, decision): void {
      const preview = settings.captureInput ? capture(input, decision) : undefined;
      const parts = input.parts.filter(({ joins }) => joins === undefined);
      const inputLength = parts.reduce((sum, part) => sum + part.text.length, 0);
      Object.assign(record, { inputParts: parts.length + input.unscanned.length, inputLength, preview });
      addVerdict(decision, input);
      publish('input.checked', { ...decisionData(decision), model: record.model, ...(preview === undefined ? {} : { content: preview }) });
    },
    inputUnread: (decision) => addDecision(decision),
    upstreamStarted(): void {
      upstreamStart = clock.elapsed();
      publish('upstream.started', { upstream: deps.upstream });
    },
    upstreamEnded(outcome, reason): void {
      if (upstreamStart === undefined) return;
      const latencyMs = clock.elapsed() - upstreamStart;
      upstreamStart = undefined;
      record.upstreamMs = latencyMs;
      note({ stage: 'upstream', name: deps.upstream, outcome, reason, latencyMs });
    },
    used(usage): void {
      if (!isJsonObject(usage)) return;
      record.promptTokens = tokensOf(usage['prompt_tokens']) ?? record.promptTokens;
      record.completionTokens = tokensOf(usage['completion_tokens']) ?? record.completionTokens;
    },
    outputChecked(decision, { length, text }): void {
      record.outputLength = length;
      if (settings.captureOutput) content = { input: undefined, ...content, output: text.slice(0, CAPTURE_LENGTH) };
      addVerdict(decision);
      publish('output.checked', {
        ...decisionData(decision),
        ...(settings.captureOutput ? { content: text.slice(0, CAPTURE_LENGTH) } : {}),
      });
    },
    end(status, httpStatus, error): void {
      if (record.status !== 'running') return;
      const failure = error === undefined ? undefined : { type: error.kind, message: keptMessage(error) };
      Object.assign(record, { status, httpStatus, error: failure, totalMs: clock.elapsed() - start });
      const last = entry();
      store(last);
      deps.measures?.ended(last);
      publish(`request.${status}`, {
        status,
        http_status: httpStatus,
        model: record.model,
        verdict: verdict ?? null,
        total_ms: rounded(record.totalMs),
        guard_ms: rounded(record.guardMs),
        upstream_ms: rounded(record.upstreamMs),
        ...(error === undefined ? {} : { error_type: error.kind }),
      });
    },
  };
}

/** A count of tokens; nothing for what is none. */
function tokensOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** What a decision says in an event: never the content. */
function decisionData({ id, verdict, policy, wouldBe, findings, checks, latencyMs }: Decision): JsonObject {
  const { kept, omitted } = keptFindings(findings, EVENT_FINDINGS);
  return {
    decision_id: id,
    verdict,
    ...(wouldBe === undefined ? {} : { would_be: wouldBe }),
    policy,
    findings: kept.map((finding) => {
      const { detector, category, part, score, action } = finding;
      return { detector, category, part, score: rounded(score), action, ...shadowToWire(finding) };
    }),
    ...(omitted === 0 ? {} : { findings_omitted: omitted }),
    not_scanned: checks.filter((check) => check.outcome === 'not_scanned').length,
    latency_ms: rounded(latencyMs),
  };
}

/** The first characters of the last thing said; what the policy finds fault with is redacted. */
function capture({ parts }: GuardInput, { findings }: Decision): string {
  // The name of the user is a text of the user as well, and not what was said.
  const said = parts.filter((part) => part.id.startsWith('messages[') && part.joins === undefined);
  const last = said.findLast((part) => part.role === 'user') ?? said.at(-1) ?? parts.at(-1);
  if (last === undefined) return '';
  return redact(
    last.text,
    findings.filter(({ part, action }) => part === last.id && action !== 'allow'),
  ).slice(0, CAPTURE_LENGTH);
}
