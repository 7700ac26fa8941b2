import { t } from 'elysia';
import { givenRequestId } from '../core/request-id.ts';
import { rounded } from '../core/rounded.ts';
import type { Decision, JudgedFinding } from '../ports/guard.ts';
import type { DebugEntry, ListedRequest, Page, RequestPage, RequestRecord } from '../ports/journal.ts';
import { ActionBody, DirectionBody, ModeBody, optionalAction, StatusBody } from './wire-enums.ts';

const Time = t.String({ format: 'date-time' });

/** The verdict without shadow mode. */
export const WouldBe = optionalAction('The verdict without shadow mode; null if it is the same.');

/** The action that a rule in shadow mode would take for a finding. */
export const ShadowBody = t.Optional(
  t.Object(
    { threshold: t.Number(), action: ActionBody },
    { description: 'What a rule in shadow would have done; `action` is what was done.' },
  ),
);

export const HealthBody = t.Object({ status: t.Literal('ok'), version: t.String() });

export const DeepHealthBody = t.Object({
  status: t.Union([t.Literal('ok'), t.Literal('degraded')]),
  version: t.String(),
  components: t.Record(
    t.String(),
    t.Object({ status: t.Union([t.Literal('ok'), t.Literal('degraded')]), latency_ms: t.Number(), reason: t.Optional(t.String()) }),
  ),
});

export const RequestBody = t.Object({
  object: t.Literal('guard.request'),
  id: t.String(),
  received_at: Time,
  status: StatusBody,
  http_status: t.Nullable(t.Integer({ description: 'Null while the request is in progress.' })),
  verdict: optionalAction(),
  would_be: optionalAction('The action that would have been taken without shadow mode; null if it equals the action taken.'),
  user_hash: t.Nullable(
    t.String({
      description: 'Keyed hash of safety_identifier or user; it depends on GUARD_HASH_KEY.',
    }),
  ),
  route: t.Nullable(
    t.String({
      description: 'The route of the request; null in records of several refused requests, and in records by older versions.',
    }),
  ),
  model: t.String(),
  stream: t.Boolean(),
  upstream: t.String(),
  policy: t.String(),
  trial_policy: t.Nullable(t.String({ description: 'A policy in shadow that ran beside it without any effect on the request.' })),
  key_name: t.Nullable(t.String()),
  input_parts: t.Integer(),
  input_length: t.Integer({ description: 'In UTF-16 code units, like all lengths and offsets.' }),
  output_length: t.Integer(),
  total_ms: t.Nullable(
    t.Number({
      description:
        'Null if it is not known: while the request is in progress, if the service ended before its end, and in records of several refused requests.',
    }),
  ),
  guard_ms: t.Number(),
  upstream_ms: t.Number(),
  usage: t.Nullable(
    t.Object(
      { prompt_tokens: t.Nullable(t.Integer()), completion_tokens: t.Nullable(t.Integer()) },
      { description: 'Token counts as reported by the upstream; null if it did not report any.' },
    ),
  ),
  error: t.Nullable(t.Object({ type: t.String(), message: t.String() })),
  preview: t.Nullable(
    t.String({ description: 'Beginning of the last user message, findings redacted; only with GUARD_CAPTURE_INPUT on.' }),
  ),
  preview_fault: t.Nullable(t.String({ description: 'Why a captured preview cannot be read.' })),
  links: t.Object({ self: t.String(), decision: t.String(), debug: t.String(), content: t.String(), events: t.String() }),
});

const DecisionBody = t.Object({
  id: t.String(),
  direction: DirectionBody,
  verdict: ActionBody,
  policy: t.String(),
  mode: ModeBody,
  would_be: WouldBe,
  unread_in_shadow: t.Array(t.Object({ detector: t.String(), category: t.Nullable(t.String()), channel: t.String() }), {
    description: 'Checks that could not run, and would have blocked because of that if their rules were not in shadow.',
  }),
  latency_ms: t.Number(),
  findings: t.Array(
    t.Object({
      detector: t.String(),
      category: t.String(),
      part: t.String(),
      start: t.Integer(),
      end: t.Integer(),
      score: t.Number(),
      threshold: t.Number(),
      action: ActionBody,
      shadow: ShadowBody,
      tool: t.Optional(t.String({ description: 'The tool whose call breaks a rule; `category` is the name of the rule.' })),
      pointer: t.Optional(t.String({ description: 'JSON pointer of the argument; empty for the call itself.' })),
    }),
  ),
  findings_omitted: t.Integer({ description: 'How many findings were left out because of GUARD_RECORD_FINDINGS_MAX.' }),
  checks: t.Array(
    t.Object({
      detector: t.String(),
      part: t.String(),
      outcome: t.Union([t.Literal('scanned'), t.Literal('not_scanned')]),
      reason: t.Nullable(t.String()),
      findings: t.Integer(),
      score: t.Number(),
      latency_ms: t.Number(),
    }),
  ),
});

export const DecisionRecordBody = t.Object({
  object: t.Literal('guard.decision_record'),
  request_id: t.String(),
  verdict: optionalAction(),
  would_be: RequestBody.properties.would_be,
  decisions: t.Array(DecisionBody),
});

const DebugEntryBody = t.Object({
  object: t.Literal('guard.debug_entry'),
  sequence: t.Integer(),
  at: Time,
  stage: t.Union([t.Literal('input'), t.Literal('upstream'), t.Literal('output')]),
  name: t.String(),
  part: t.Nullable(t.String()),
  outcome: t.String(),
  reason: t.Nullable(t.String()),
  findings: t.Integer(),
  score: t.Number(),
  latency_ms: t.Number(),
});

const pageOf = <T extends Parameters<typeof t.Array>[0]>(item: T) =>
  t.Object({ object: t.Literal('list'), data: t.Array(item), has_more: t.Boolean(), next_cursor: t.Nullable(t.String()) });

export const RequestListBody = t.Object({
  ...pageOf(t.Object({ ...RequestBody.properties, detectors: t.Array(t.String(), { description: 'The checks with findings.' }) }))
    .properties,
  previews_unopened: t.Integer({
    description: 'In a text search, the number of previews that no configured key decrypts, which may therefore contain the text.',
  }),
});
export const DebugListBody = pageOf(DebugEntryBody);

/** A page in the list envelope. */
export function pageToWire<T, W>(page: Page<T>, item: (value: T) => W) {
  return { object: 'list', data: page.items.map(item), has_more: page.nextCursor !== undefined, next_cursor: page.nextCursor ?? null };
}

/** A page of requests in the list envelope. */
export function requestPageToWire(page: RequestPage) {
  return { ...pageToWire(page, listedToWire), previews_unopened: page.unopened ?? 0 };
}

/** The manifest of one request. */
export function requestToWire(request: RequestRecord) {
  const self = `/requests/${encodeURIComponent(request.id)}`;
  return {
    object: 'guard.request',
    id: request.id,
    received_at: request.receivedAt.toISOString(),
    status: request.status,
    http_status: request.status === 'running' ? null : request.httpStatus,
    verdict: request.verdict ?? null,
    would_be: request.wouldBe ?? null,
    user_hash: request.userHash ?? null,
    route: request.route ?? null,
    model: request.model,
    stream: request.stream,
    upstream: request.upstream,
    policy: request.policy,
    trial_policy: request.trialPolicy ?? null,
    key_name: request.keyName ?? null,
    input_parts: request.inputParts,
    input_length: request.inputLength,
    output_length: request.outputLength,
    total_ms: request.totalMs === undefined ? null : rounded(request.totalMs),
    guard_ms: rounded(request.guardMs),
    upstream_ms: rounded(request.upstreamMs),
    usage: usageToWire(request),
    error: request.error ?? null,
    preview: request.preview ?? null,
    preview_fault: request.previewFault ?? null,
    links: {
      self,
      decision: `${self}/decision`,
      debug: `${self}/debug`,
      content: `${self}/content`,
      events: `/events?request_id=${encodeURIComponent(givenRequestId(request.id))}`,
    },
  };
}

/** A request as lists show it. */
function listedToWire(request: ListedRequest) {
  return { ...requestToWire(request), detectors: request.detectors };
}

function usageToWire({ promptTokens, completionTokens }: RequestRecord) {
  if (promptTokens === undefined && completionTokens === undefined) return null;
  return { prompt_tokens: promptTokens ?? null, completion_tokens: completionTokens ?? null };
}

/** The stored decisions of one request in one envelope. */
export function decisionRecordToWire(request: RequestRecord, decisions: readonly Decision[]) {
  return {
    object: 'guard.decision_record',
    request_id: request.id,
    verdict: request.verdict ?? null,
    would_be: request.wouldBe ?? null,
    decisions: decisions.map(decisionToWire),
  };
}

/** The action that a rule in shadow mode would take for a finding, as fields to spread; empty without such a rule. */
export function shadowToWire({ shadow }: JudgedFinding) {
  return shadow === undefined ? {} : { shadow };
}

function decisionToWire(decision: Decision) {
  const { id, direction, verdict, policy, mode, wouldBe, unreadInShadow = [], latencyMs, findings, findingsOmitted = 0, checks } = decision;
  return {
    id,
    direction,
    verdict,
    policy,
    mode: mode ?? ('enforce' as const),
    would_be: wouldBe ?? null,
    unread_in_shadow: unreadInShadow.map(({ detector, category = null, channel }) => ({ detector, category, channel })),
    latency_ms: rounded(latencyMs),
    findings: findings.map((finding) => {
      const { detector, category, part, start, end, score, threshold, action, tool, pointer } = finding;
      const call = tool === undefined ? {} : { tool, pointer: pointer ?? '' };
      return { detector, category, part, start, end, score: rounded(score), threshold, action, ...shadowToWire(finding), ...call };
    }),
    findings_omitted: findingsOmitted,
    checks: checks.map((check) => {
      const { detector, part, outcome, reason, findings: count, score, latencyMs: took } = check;
      return { detector, part, outcome, reason: reason ?? null, findings: count, score: rounded(score), latency_ms: rounded(took) };
    }),
  };
}

/** One debug entry. */
export function debugToWire(entry: DebugEntry) {
  const { sequence, at, stage, name, part, outcome, reason, findings, score, latencyMs } = entry;
  return {
    object: 'guard.debug_entry',
    sequence,
    at: at.toISOString(),
    stage,
    name,
    part: part ?? null,
    outcome,
    reason: reason ?? null,
    findings,
    score: rounded(score),
    latency_ms: rounded(latencyMs),
  };
}
