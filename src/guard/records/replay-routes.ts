import { Elysia, t } from 'elysia';
import { deadline } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { rounded } from '../../core/rounded.ts';
import { attachedDocuments, type ReadDocuments } from '../../domain/guardrails/payload/attached-documents.ts';
import { buildGuardInput } from '../../domain/guardrails/payload/guard-input.ts';
import { conversationOf } from '../../domain/guardrails/tools/conversation.ts';
import { readOptionalJson } from '../../http/app.ts';
import { failing } from '../../http/documentation.ts';
import type { Decision, GuardInput, GuardPipeline, JudgedFinding } from '../../ports/guard.ts';
import type { ContentReading, RequestRecord } from '../../ports/journal.ts';
import type { GuardDeps } from '../guard.ts';
import { requestedPolicy } from '../policies/requested-policy.ts';
import { readBody } from '../read-body.ts';
import { shadowToWire } from '../wire.ts';
import { capturedPartToWire } from './captured-view.ts';
import { ReplayAnswerBody, ReplayBody, RequestContentBody } from './replay-schema.ts';

const NOT_CAPTURED =
  'The content of this request was not captured: GUARD_CAPTURE_INPUT was off, or the request is longer than GUARD_CAPTURE_MAX_LENGTH, has more findings than GUARD_RECORD_FINDINGS_MAX or was refused before it was read.';

/** Routes that show the captured content of a request, and check it again by the policies in force or another policy. */
export function replayRoutes({
  journal,
  policies,
  pipeline,
  settings,
  http,
  readDocuments,
}: Pick<GuardDeps, 'journal' | 'policies' | 'pipeline' | 'settings' | 'http' | 'readDocuments'>) {
  const params = t.Object({ rid: t.String({ description: 'The request id.' }) });

  async function recordOf(rid: string): Promise<RequestRecord> {
    const request = await journal.request(rid);
    if (request === undefined) throw new ServiceError('not_found', 'There is no such request.', { param: 'rid' });
    return request;
  }

  function pipelineOf(policy: string | object | undefined, { keyName, model, route }: RequestRecord): GuardPipeline {
    if (policies === undefined) return pipeline;
    if (policy === undefined) return policies.pipelineFor({ key: keyName, model, route });
    return requestedPolicy(policies, policy);
  }

  async function documentsOf(body: JsonObject | undefined, signal: AbortSignal): Promise<ReadDocuments | undefined> {
    const documents = body === undefined ? [] : attachedDocuments(body);
    return documents.length === 0 ? undefined : readDocuments?.(documents, { signal: deadline(settings.documentTimeoutMs, signal) });
  }

  return new Elysia({ name: 'parley-guard-replay' })
    .get(
      '/requests/:rid/content',
      async ({ params: { rid }, request }) => {
        await recordOf(rid);
        const [reading, decisions = []] = await Promise.all([journal.content(rid), journal.decisions(rid)]);
        const body = reading?.state === 'stored' ? parsed(reading.content.input) : undefined;
        const documents = await documentsOf(body, request.signal);
        return Response.json(contentToWire({ rid, reading, decisions, body, documents }));
      },
      {
        params,
        response: { 200: RequestContentBody },
        detail: { tags: ['Requests'], ...failing('unavailable'), summary: 'The captured content of one request, with its findings' },
      },
    )
    .post(
      '/requests/:rid/replay',
      async ({ params: { rid }, request }) => {
        const { policy } = readBody(ReplayBody, (await readOptionalJson(request, http.maxBodyBytes)) ?? {});
        const record = await recordOf(rid);
        const chosen = pipelineOf(policy, record);
        const [reading, decisions = []] = await Promise.all([journal.content(rid), journal.decisions(rid)]);
        const before = decisions.find(({ direction }) => direction === 'input');
        const body = inputOf(reading);
        if (before === undefined) throw new ServiceError('conflict', 'This request was not checked, so there is nothing to compare.');
        const documents = await documentsOf(body, request.signal);
        const after = await chosen.evaluate(guardInputOf(body, { rid, chosen, documents }), {
          signal: deadline(settings.checkTimeoutMs, request.signal),
        });
        return Response.json(replayToWire(rid, before, after));
      },
      {
        parse: 'none',
        params,
        response: { 200: ReplayAnswerBody },
        detail: {
          tags: ['Requests'],
          ...failing('conflict', 'unavailable'),
          summary: 'Check a captured request again, by the policies in force or another policy, and compare; nothing is recorded',
          description: 'Answers 409 if the content was not captured or can no longer be read.',
          requestBody: { required: false, content: { 'application/json': { schema: ReplayBody as never } } },
        },
      },
    );
}

/** The captured body. Throws `conflict` with the reason if there is none. */
function inputOf(reading: ContentReading | undefined): JsonObject {
  if (reading?.state === 'unreadable') {
    throw new ServiceError('conflict', `The captured content cannot be read: ${reading.reason}.`, { param: 'rid' });
  }
  const body = parsed(reading?.content.input);
  if (body === undefined) throw new ServiceError('conflict', NOT_CAPTURED, { param: 'rid' });
  return body;
}

function parsed(input: string | undefined): JsonObject | undefined {
  if (input === undefined) return undefined;
  const body = JSON.parse(input) as JsonValue;
  return isJsonObject(body) ? body : undefined;
}

function guardInputOf(
  body: JsonObject,
  {
    rid: requestId,
    chosen,
    documents,
  }: { readonly rid: string; readonly chosen: GuardPipeline; readonly documents: ReadDocuments | undefined },
): GuardInput {
  const input = buildGuardInput(body, { requestId, direction: 'input', documents });
  return chosen.readsConversation === true ? { ...input, conversation: conversationOf(body) } : input;
}

/** A captured request, read. */
interface CapturedRequest {
  readonly rid: string;
  readonly reading: ContentReading | undefined;
  readonly decisions: readonly Decision[];
  readonly body: JsonObject | undefined;
  readonly documents: ReadDocuments | undefined;
}

function contentToWire({ rid, reading, decisions, body, documents }: CapturedRequest) {
  const base = { object: 'guard.request_content', request_id: rid, parts: [], unscanned: [], output: null };
  if (reading === undefined) return { ...base, state: 'absent', reason: NOT_CAPTURED };
  if (reading.state === 'unreadable') return { ...base, state: 'unreadable', reason: reading.reason };
  const { output } = reading.content;
  const findings = decisions.find(({ direction }) => direction === 'input')?.findings ?? [];
  const { parts, unscanned } = buildGuardInput(body ?? {}, { requestId: rid, direction: 'input', documents });
  return {
    ...base,
    state: body === undefined && output === undefined ? 'absent' : 'stored',
    reason: body === undefined ? NOT_CAPTURED : null,
    parts: parts
      .filter(({ id, joins }) => joins === undefined || findings.some((finding) => finding.part === id))
      .map((part) => capturedPartToWire(part, findings)),
    unscanned,
    output: output ?? null,
  };
}

function replayToWire(rid: string, before: Decision, after: Decision) {
  const added = after.findings.filter((finding) => !before.findings.some((other) => isSame(finding, other)));
  const removed = before.findings.filter((finding) => !after.findings.some((other) => isSame(finding, other)));
  const isOther = before.verdict !== after.verdict || before.mode !== after.mode || before.wouldBe !== after.wouldBe;
  const isChanged = isOther || added.length > 0 || removed.length > 0;
  return {
    object: 'guard.replay',
    request_id: rid,
    before: runToWire(before),
    after: runToWire(after),
    changed: isChanged,
    findings: { added: added.map(findingToWire), removed: removed.map(findingToWire) },
  };
}

/** Whether two runs have the same findings with the same actions; scores may differ. */
function isSame(one: JudgedFinding, other: JudgedFinding): boolean {
  return (
    one.detector === other.detector &&
    one.category === other.category &&
    one.part === other.part &&
    one.start === other.start &&
    one.end === other.end &&
    one.action === other.action &&
    one.shadow?.action === other.shadow?.action
  );
}

function runToWire({ verdict, policy, mode, wouldBe, findings, checks, latencyMs }: Decision) {
  return {
    verdict,
    policy,
    mode: mode ?? 'enforce',
    would_be: wouldBe ?? null,
    findings: findings.map(findingToWire),
    not_scanned: checks.filter(({ outcome }) => outcome === 'not_scanned').length,
    latency_ms: rounded(latencyMs),
  };
}

function findingToWire(finding: JudgedFinding) {
  const { detector, category, part, start, end, score, threshold, action } = finding;
  return { detector, category, part, start, end, score: rounded(score), threshold, action, ...shadowToWire(finding) };
}
