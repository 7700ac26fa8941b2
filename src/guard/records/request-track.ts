import { keptMessage, type ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { rounded } from '../../core/rounded.ts';
import { isModelName } from '../../domain/guardrails/payload/plain-words.ts';
import { harder } from '../../domain/guardrails/policy/policy.ts';
import { isFault, unshadowed } from '../../domain/guardrails/policy/shadow-verdict.ts';
import { redact } from '../../domain/guardrails/redaction/redact.ts';
import type { Action, Decision, GuardInput } from '../../ports/guard.ts';
import type { CapturedContent, DebugEntry, Journal, JournalEntry, NotedChecks, RequestRecord, RequestStatus } from '../../ports/journal.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import type { CheckedRoute } from '../checked-routes.ts';
import type { GuardSettings } from '../config.ts';
import type { Lifecycle } from '../events/lifecycle.ts';
import type { Measures } from '../measures.ts';
import { tokensOf } from '../token-count.ts';
import { shadowToWire } from '../wire.ts';
import type { ArrivalOrder } from './arrival-order.ts';
import { cappedFindings } from './capped-findings.ts';
import { CAPTURE_LENGTH, type CapturedReply } from './captured-reply.ts';
import { recordEntry } from './record-entry.ts';
import { newRequestRecord } from './request-record.ts';
import type { RequestTrace } from './request-trace.ts';

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

/** Tracks one guarded request from arrival to completion: writes its record and debug entries, and publishes its events. */
export interface RequestTrack {
  /** Whether it has ended; a second end changes nothing. */
  readonly ended: boolean;
  /** Whether a decision was made. */
  readonly decided: boolean;
  /** Value of the X-Guard-Decision header: the strictest decision so far, its verdict, and the verdict without shadow mode. */
  readonly header: string;
  /** Adds what is known about the request so far; `body` is captured if capture is on. */
  describe(fields: {
    readonly model?: string;
    readonly stream?: boolean;
    readonly keyName?: string | undefined;
    readonly userHash?: string | undefined;
    readonly body?: JsonObject;
  }): void;
  /** Takes how many of a request's documents were read, and the milliseconds that it took. */
  documentsRead(read: { readonly count: number; readonly of: number; readonly latencyMs: number }): void;
  inputChecked(input: GuardInput, decision: Decision): void;
  /** Takes the decision about an unreadable request: nothing was scanned, so there is no verdict. */
  inputUnread(decision: Decision): void;
  upstreamStarted(): void;
  upstreamEnded(outcome: string, reason?: string): void;
  /** Takes the token counts of a reply or chunk; ignores anything but whole numbers. */
  used(usage: JsonValue | undefined): void;
  /** Takes the decision about the reply; `length` is that of the upstream's texts in UTF-16 code units. */
  outputChecked(decision: Decision, output: { readonly length: number; readonly captured: CapturedReply }): void;
  end(status: Exclude<RequestStatus, 'running'>, httpStatus: number, error?: ServiceError): void;
}

/** Most findings in an event, besides the first of each kind, since thousands of events are buffered for replay. */
const EVENT_FINDINGS = 100;

/** Longest model name in a record, in UTF-16 code units. */
const MODEL_LENGTH = 256;

/** A record under construction. */
type Draft = { -readonly [Field in keyof RequestRecord]: RequestRecord[Field] };

type Note = Omit<DebugEntry, 'sequence' | 'at' | 'part' | 'score'>;

/** Starts to track a request, which is in the journal and on the event stream before this returns. Its spans go to `trace`. */
export function createRequestTrack(
  { requestId, route }: { readonly requestId: string; readonly route: CheckedRoute },
  deps: RequestTrackDeps,
  trace?: RequestTrace,
): RequestTrack {
  const { clock, lifecycle, settings } = deps;
  const receivedAt = clock.now();
  const start = clock.elapsed();
  /** Unix time in milliseconds, measured by the monotonic clock. */
  const unixMs = (): number => receivedAt.getTime() + clock.elapsed() - start;
  const decisions: Decision[] = [];
  /** Those of them that are of no policy on trial. */
  const own: Decision[] = [];
  const debug: (DebugEntry | NotedChecks)[] = [];
  let debugEntries = 0;
  let upstreamStart: number | undefined;
  let verdict: Action | undefined;
  const record: Draft = newRequestRecord({ id: requestId, receivedAt, route, sequence: deps.arrivals.next(), upstream: deps.upstream });
  let content: CapturedContent | undefined;
  const publish = (kind: Parameters<Lifecycle['publish']>[0], data: JsonObject): void => lifecycle.publish(kind, requestId, data);

  /** A snapshot, since the record changes later. */
  function entry(): JournalEntry {
    const known = { request: { ...record }, decisions: [...decisions], debug: [...debug] };
    return content === undefined ? known : { ...known, content };
  }

  function addNote(at: Date, { stage, name, outcome, reason, findings, latencyMs }: Note): void {
    debugEntries += 1;
    debug.push({ sequence: debugEntries, at, stage, name, part: undefined, outcome, reason, findings, score: 0, latencyMs });
  }

  function addDecision(decision: Decision, input?: GuardInput): void {
    const { policy, trial } = decision;
    record.policy = policy;
    if (trial === undefined) {
      own.push(keepDecision(decision, input));
      return;
    }
    const { trial: _, ...alone } = decision;
    own.push(keepDecision(alone, input));
    keepDecision(trial, input, `policy ${trial.policy} is in shadow`);
    record.trialPolicy = trial.policy;
  }

  function keepDecision(decision: Decision, input: GuardInput | undefined, note?: string): Decision {
    const { direction, verdict: decided, wouldBe, findings, checks, latencyMs } = decision;
    const { kept, omitted } = recorded(decision, input, settings.recordFindingsMax);
    const at = clock.now();
    trace?.checked(kept, unixMs());
    debug.push({ decision: decisions.length, at });
    debugEntries += checks.length;
    decisions.push(kept);
    // Captured content is redacted by the findings in its record when shown, so without all of them it must not be kept.
    if (omitted > 0 && content !== undefined && direction === 'input' && note === undefined) content = { ...content, input: undefined };
    record.guardMs += latencyMs;
    const reason = note ?? (wouldBe === undefined ? undefined : `would be ${wouldBe}`);
    addNote(at, { stage: direction, name: 'verdict', outcome: decided, reason, findings: findings.length, latencyMs });
    return kept;
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
  recordEntry(deps, entry());
  publish('request.received', { route });

  return {
    get ended() {
      return record.status !== 'running';
    },
    get decided() {
      return decisions.length > 0;
    },
    get header() {
      const deciding = own.find((decision) => decision.verdict === verdict) ?? own[0];
      const wouldBe = wouldBeOf(verdict, decisions);
      const mode = deciding?.mode === undefined ? '' : `; mode=${deciding.mode}`;
      const more = wouldBe === undefined ? '' : `; would-be=${wouldBe}`;
      return `${deciding?.id ?? 'none'}; verdict=${verdict ?? 'none'}${mode}${more}`;
    },
    describe({ model = record.model, stream = record.stream, keyName = record.keyName, userHash, body }): void {
      // Anything else in `model` is free text, which must not go into a record.
      record.model = isModelName(model) ? model.slice(0, MODEL_LENGTH) : '';
      record.stream = stream;
      record.keyName = keyName;
      if (userHash !== undefined) record.userHash = userHash;
      if (body === undefined || !settings.captureInput) return;
      const input = JSON.stringify(body);
      content = { output: undefined, ...content, input: input.length <= settings.captureMaxLength ? input : undefined };
    },
    documentsRead({ count, of, latencyMs }): void {
      record.guardMs += latencyMs;
      const reason = count === of ? undefined : `${of - count} of ${of} not read`;
      addNote(clock.now(), { stage: 'input', name: 'documents', outcome: 'read', reason, findings: 0, latencyMs });
    },
    inputChecked(input, decision): void {
      const preview = settings.captureInput ? capture(input, decision) : undefined;
      record.preview = preview;
      record.inputParts = input.unscanned.length;
      for (const { joins, text } of input.parts) {
        if (joins !== undefined) continue;
        record.inputParts += 1;
        record.inputLength += text.length;
      }
      addVerdict(decision, input);
      const data = decisionData(decision);
      data['model'] = record.model;
      if (preview !== undefined) data['content'] = preview;
      publish('input.checked', data);
    },
    inputUnread: (decision) => addDecision(decision),
    upstreamStarted(): void {
      upstreamStart = clock.elapsed();
      trace?.upstreamStarted(record, unixMs());
      // The answer may take minutes, and the process may end before then.
      recordEntry(deps, entry());
      publish('upstream.started', { upstream: deps.upstream });
    },
    upstreamEnded(outcome, reason): void {
      if (upstreamStart === undefined) return;
      const latencyMs = clock.elapsed() - upstreamStart;
      upstreamStart = undefined;
      record.upstreamMs = latencyMs;
      trace?.upstreamEnded(outcome, reason, unixMs());
      addNote(clock.now(), { stage: 'upstream', name: deps.upstream, outcome, reason, findings: 0, latencyMs });
    },
    used(usage): void {
      if (!isJsonObject(usage)) return;
      record.promptTokens = tokensOf(usage['prompt_tokens']) ?? record.promptTokens;
      record.completionTokens = tokensOf(usage['completion_tokens']) ?? record.completionTokens;
    },
    outputChecked(decision, { length, captured }): void {
      record.outputLength = length;
      if (settings.captureOutput) content = { input: undefined, ...content, output: captured.kept };
      addVerdict(decision);
      const data = decisionData(decision);
      if (settings.captureOutput) data['content'] = captured.told;
      publish('output.checked', data);
    },
    end(status, httpStatus, error): void {
      if (record.status !== 'running') return;
      record.status = status;
      record.httpStatus = httpStatus;
      record.error = error === undefined ? undefined : { type: error.kind, message: keptMessage(error) };
      const totalMs = clock.elapsed() - start;
      record.totalMs = totalMs;
      trace?.end(record, unixMs());
      const last = entry();
      recordEntry(deps, last);
      deps.measures?.ended(last);
      const data: JsonObject = {
        status,
        http_status: httpStatus,
        route,
        model: record.model,
        verdict: verdict ?? null,
        total_ms: rounded(totalMs),
        guard_ms: rounded(record.guardMs),
        upstream_ms: rounded(record.upstreamMs),
      };
      if (record.wouldBe !== undefined) data['would_be'] = record.wouldBe;
      if (record.userHash !== undefined) data['user_hash'] = record.userHash;
      if (error !== undefined) data['error_type'] = error.kind;
      publish(`request.${status}`, data);
    },
  };
}

/** A decision as stored in records, without rewritten texts, which are content; and how many of its findings were left out. */
function recorded(
  decision: Decision,
  input: GuardInput | undefined,
  findingsMax: number,
): { readonly kept: Decision; readonly omitted: number } {
  if (decision.findings.length === 0 && decision.rewrites.length === 0) return { kept: decision, omitted: 0 };
  const channels = new Map(input?.parts.map(({ id, channel }) => [id, channel]));
  const { kept, omitted } = cappedFindings(decision.findings, findingsMax);
  const findings = kept.map((finding) => ({ ...finding, channel: finding.channel ?? channels.get(finding.part) ?? 'user' }));
  return { kept: { ...decision, findings, ...(omitted === 0 ? {} : { findingsOmitted: omitted }), rewrites: [] }, omitted };
}

/** The data of a decision in an event, without content. */
function decisionData(decision: Decision): JsonObject {
  const { id, verdict, policy, findings, checks, latencyMs } = decision;
  const wouldBe = unshadowed(decision.trial === undefined ? [decision] : [decision, decision.trial]);
  const { kept, omitted } = cappedFindings(findings, EVENT_FINDINGS);
  const data: JsonObject = {
    decision_id: id,
    verdict,
    policy,
    findings: kept.map((finding) => {
      const { detector, category, part, score, action } = finding;
      return { detector, category, part, score: rounded(score), action, ...shadowToWire(finding) };
    }),
    not_scanned: checks.reduce((count, { outcome }) => (outcome === 'not_scanned' ? count + 1 : count), 0),
    latency_ms: rounded(latencyMs),
  };
  if (wouldBe !== undefined) data['would_be'] = wouldBe;
  if (omitted > 0) data['findings_omitted'] = omitted;
  return data;
}

/** The beginning of the last user message, with everything redacted that the policy finds in it. */
function capture({ parts }: GuardInput, { findings }: Decision): string {
  // The user's name and documents are texts of role `user` too, but not a message.
  const said = parts.filter((part) => part.id.startsWith('messages[') && part.joins === undefined && part.channel !== 'document');
  const last = said.findLast((part) => part.role === 'user') ?? said.at(-1) ?? parts.at(-1);
  if (last === undefined) return '';
  return redact(
    last.text,
    findings.filter((finding) => finding.part === last.id && isFault(finding)),
  ).slice(0, CAPTURE_LENGTH);
}

/** The strictest verdict of a request's decisions without shadow mode; undefined if it equals `verdict`. */
function wouldBeOf(verdict: Action | undefined, decisions: readonly Decision[]): Action | undefined {
  if (verdict === undefined) return undefined;
  const wouldBe = decisions.reduce<Action>((hardest, decision) => harder(hardest, decision.wouldBe ?? decision.verdict), 'allow');
  return wouldBe === verdict ? undefined : wouldBe;
}
