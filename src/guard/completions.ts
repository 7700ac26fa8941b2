import { abortable, stageLimits } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';
import { parseExactly } from '../core/exact-numbers.ts';
import { Gate, type Pass } from '../core/gate.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { requestIdFrom } from '../core/request-id.ts';
import { sseResponse, type SseEvents } from '../core/sse.ts';
import { yieldToEventLoop } from '../core/yield-to-event-loop.ts';
import { isLongPart, LONG_TEXT } from '../domain/guardrails/first-stage.ts';
import { attachedDocuments, type ReadDocuments } from '../domain/guardrails/payload/attached-documents.ts';
import { buildGuardInput, MAX_PARTS, rewriteBody, STANDING } from '../domain/guardrails/payload/guard-input.ts';
import { isModelName } from '../domain/guardrails/payload/plain-words.ts';
import { createVault, type ReplacedValues } from '../domain/guardrails/redaction/vault.ts';
import { conversationOf } from '../domain/guardrails/tools/conversation.ts';
import { readJson } from '../http/app.ts';
import { authenticate, type ApiKey } from '../http/auth.ts';
import { lateBody } from '../http/body-limit.ts';
import { refuseForeignPage } from '../http/foreign-pages.ts';
import { logFailure, STREAM_FAILURE } from '../http/log-failure.ts';
import { memoryModeOf } from '../http/memory-mode.ts';
import { problemResponse } from '../http/problems.ts';
import type { Decision, GuardInput } from '../ports/guard.ts';
import type { UpstreamOptions } from '../ports/upstream.ts';
import type { ChatRequest, GuardedRequest } from './chat-request.ts';
import type { CheckedRoute } from './checked-routes.ts';
import { refuseUnread } from './document-reader.ts';
import { readEmbeddingReply } from './embeddings/embedding-reply.ts';
import { endUserOf } from './end-user.ts';
import type { Lifecycle } from './events/lifecycle.ts';
import { DECISION_HEADER, endFailed, type Exchange, finishStream, headersOf, NO_DECISION, passedOn, type Surface } from './exchange.ts';
import { failureOf } from './failure.ts';
import { createFreshIds } from './fresh-ids.ts';
import type { GuardDeps } from './guard.ts';
import type { Measures } from './measures.ts';
import type { ArrivalOrder } from './records/arrival-order.ts';
import { NO_REPLY } from './records/captured-reply.ts';
import type { RefusalMeter } from './records/refusal-meter.ts';
import { createRequestTrace, type RequestTrace } from './records/request-trace.ts';
import { createRequestTrack } from './records/request-track.ts';
import { decisionReference, refusalChunks, refusalCompletion, type Envelope, type Refusal } from './refusal.ts';
import type { ReplyForm, StreamForm } from './reply-form.ts';
import { guardedStream } from './streams/guarded-stream.ts';
import { traceOf } from './trace-context.ts';
import { checkUpstreamError } from './upstream-error.ts';
import { asCompletion, checkReply, enforced } from './whole-reply.ts';

export type CompletionsDeps = Pick<
  GuardDeps,
  'settings' | 'http' | 'upstream' | 'journal' | 'pipeline' | 'policies' | 'tracer' | 'hash' | 'readDocuments'
> & {
  readonly lifecycle: Lifecycle;
  readonly arrivals: ArrivalOrder;
  readonly refusals: RefusalMeter;
  readonly measures: Measures;
};

/** The fewest request ids remembered; the most are twice as many, about 2 MB. */
const REMEMBERED_IDS = 50_000;

/** Answers the requests that go to an upstream as chat completions or embeddings. */
export interface Completions {
  /** Answers a request. Never rejects: failures become error responses, and every request is recorded. */
  complete(request: Request, surface: Surface): Promise<Response>;
  /** Fails all requests under way with `unavailable`; a stream ends with an error event, so that its client knows it is incomplete. */
  endRequests(): void;
}

const STOPPED = 'The service stopped before the answer was finished; ask again.';

/** Tracks every request from arrival to completion. */
export function createCompletions(deps: CompletionsDeps): Completions {
  const { settings, http } = deps;
  const { clock, ids, logger } = http;
  const gate = new Gate(settings.maxConcurrent, 'chat completions');
  const tracking = { ...deps, clock, logger, upstream: deps.upstream.name };
  /** For requests in which nothing was redacted. */
  const nothing: ReplacedValues = createVault([]);
  const freshIds = createFreshIds({ ids, capacity: REMEMBERED_IDS });
  const underWay = new Set<Pick<AbortController, 'abort'>>();

  async function answer(exchange: Exchange): Promise<Response> {
    const { request, requestId, track, key, limits, surface } = exchange;
    track.describe({ keyName: key?.name });
    exchange.memory = memoryModeOf(request);
    const arrival = await receiveBody(exchange);
    // Each step takes milliseconds on a large body, so the event loop gets a turn between steps.
    const isLarge = Number(request.headers.get('content-length')) > LONG_TEXT;
    const chat = surface.read(arrival);
    if (isLarge) await yieldToEventLoop();
    const user = endUserOf(chat.body);
    track.describe({ ...chat, userHash: user === undefined ? undefined : deps.hash(user) });
    exchange.pipeline = deps.policies?.pipelineFor({ key: key?.name, model: chat.model, route: surface.route }) ?? deps.pipeline;
    const conversation = exchange.pipeline.readsConversation === true ? conversationOf(chat.body) : undefined;
    exchange.conversation = conversation;
    const documents = await readDocuments(exchange, chat.body);
    const texts = buildGuardInput(chat.body, { requestId, direction: 'input', documents });
    const input = conversation === undefined ? texts : { ...texts, conversation };
    checkSize(input);
    if (isLarge) await yieldToEventLoop();
    const vault = createVault(textsOf(input), textsOf({ parts: input.parts.filter(({ role }) => STANDING.has(role)) }));
    const { placeholderFor } = vault;
    const decision = await exchange.pipeline.evaluate(input, { signal: limits.begin(settings.checkTimeoutMs), placeholderFor });
    const isLong = isLarge || input.parts.some(isLongPart);
    if (isLong) await yieldToEventLoop();
    request.signal.throwIfAborted();
    track.inputChecked(input, decision);
    const verdict = enforced(decision);
    if (verdict === 'block') return refuse(exchange, chat, decision);
    const isRedacted = verdict === 'redact';
    const body = isRedacted ? rewriteBody(chat.body, 'input', decision.rewrites, documents) : chat.body;
    if (chat.form === undefined) return vectors(exchange, body);
    const sent = exchange.pipeline.plant?.(body) ?? body;
    if (isLong) await yieldToEventLoop();
    const replaced = isRedacted ? vault : nothing;
    if (conversation !== undefined) exchange.conversation = { ...conversation, restore: (text) => replaced.restore(text) };
    return chat.stream ? stream(exchange, chat.form, sent, replaced) : whole(exchange, { ...chat, form: chat.form }, sent, replaced);
  }

  /** The texts of a request's documents; undefined if it has none or they are not read. Rejects as `refuseUnread` if they must be. */
  async function readDocuments({ limits, key, track }: Exchange, body: JsonObject): Promise<ReadDocuments | undefined> {
    const documents = deps.readDocuments === undefined ? [] : attachedDocuments(body);
    if (documents.length === 0) return undefined;
    const start = clock.elapsed();
    const read = await deps.readDocuments?.(documents, { signal: limits.begin(settings.documentTimeoutMs), key: key?.name });
    if (read === undefined) return undefined;
    const count = [...read.values()].filter((one) => 'text' in one).length;
    track.documentsRead({ count, of: documents.length, latencyMs: clock.elapsed() - start });
    if (settings.documents === 'require') refuseUnread(documents, read);
    return read;
  }

  /** Reads the body. Rejects with `lateBody`. */
  function receiveBody({ request, limits }: Exchange): Promise<unknown> {
    const within = settings.bodyTimeoutMs;
    const late = limits.begin(within, () => lateBody(within));
    const reading = readJson(request, http.maxBodyBytes, (text) => parseExactly(text, settings.maxValues));
    return abortable(reading, late);
  }

  /** A complete answer of the upstream. Rejects with what `read` throws for one that is none. */
  async function ask(
    exchange: Exchange,
    send: (options: UpstreamOptions) => Promise<JsonObject>,
    read: (reply: JsonObject) => JsonObject,
  ): Promise<JsonObject> {
    const { track, limits } = exchange;
    track.upstreamStarted();
    const within = settings.upstreamTimeoutMs;
    const signal = limits.begin(within, () => new ServiceError('timeout', `The upstream did not answer within ${within} ms.`));
    const reply = read(await abortable(send({ signal, ...passedOn(exchange) }), signal));
    track.upstreamEnded('answered');
    track.used(reply['usage']);
    return reply;
  }

  async function vectors(exchange: Exchange, body: JsonObject): Promise<Response> {
    const { requestId, request, track, pipeline } = exchange;
    const embed = (options: UpstreamOptions): Promise<JsonObject> => deps.upstream.embed(body, options);
    const reply = await ask(exchange, embed, (answered) => readEmbeddingReply(answered, body));
    // Parsing the vectors and writing them again take milliseconds each.
    await yieldToEventLoop();
    const unscanned = [{ id: 'data', role: 'assistant', reason: 'vectors, which hold no text' }];
    const decision = await pipeline.evaluate({ requestId, direction: 'output', parts: [], unscanned }, { signal: request.signal });
    track.outputChecked(decision, { length: 0, captured: NO_REPLY });
    const response = Response.json(reply, { headers: headersOf(exchange) });
    track.end('completed', 200);
    return response;
  }

  async function whole(exchange: Exchange, chat: ChatRequest, body: JsonObject, vault: ReplacedValues): Promise<Response> {
    const { requestId, request, track, pipeline, conversation, limits } = exchange;
    const reply = await ask(exchange, (options) => deps.upstream.complete(body, options), asCompletion);
    const checked = await checkReply(reply, { pipeline, conversation, requestId, settings, vault, limits });
    request.signal.throwIfAborted();
    track.outputChecked(checked.decision, checked);
    if (enforced(checked.decision) === 'block') return refuse(exchange, chat, checked.decision, reply['usage']);
    // Before the record ends: a reply that cannot be serialised is a failure.
    const response = Response.json(chat.form.whole(checked.body), { headers: headersOf(exchange) });
    track.end('completed', 200);
    return response;
  }

  async function stream(exchange: Exchange, form: ReplyForm, body: JsonObject, vault: ReplacedValues): Promise<Response> {
    const { requestId, request, track, pipeline, conversation } = exchange;
    const call = new AbortController();
    const signal = AbortSignal.any([request.signal, call.signal]);
    track.upstreamStarted();
    const tooLate = new ServiceError('timeout', `The upstream did not begin its answer within ${settings.upstreamTimeoutMs} ms.`);
    const timer = setTimeout(() => call.abort(tooLate), settings.upstreamTimeoutMs);
    const accepting = deps.upstream.stream(body, { signal, ...passedOn(exchange) });
    const chunks = await abortable(accepting, signal).finally(() => clearTimeout(timer));
    const headers = headersOf(exchange);
    exchange.isStreaming = true;
    underWay.add(call);
    const onEnd = (outcome: 'completed' | 'blocked' | ServiceError): void => {
      underWay.delete(call);
      if (outcome instanceof ServiceError) logFailure(logger.with({ request_id: requestId }), outcome, STREAM_FAILURE);
      finishStream(exchange, outcome);
    };
    const open = (left: AbortSignal): AsyncIterable<SseEvents> => {
      left.addEventListener('abort', () => call.abort(left.reason), { once: true });
      return guardedStream({ chunks, form: form.stream(), pipeline, conversation, vault, requestId, track, settings, call, signal, onEnd });
    };
    return sseResponse(open, { headers });
  }

  function refuse(exchange: Exchange, chat: GuardedRequest, decision: Decision, usage?: JsonValue): Response {
    const { form } = chat;
    if (settings.blockAnswer === 'error' || form === undefined) {
      exchange.blockedBy = decision;
      // Of many texts to embed, the others are no reason to refuse again.
      const param = form === undefined ? decision.findings.find(({ action }) => action === 'block')?.part : undefined;
      throw new ServiceError('content_filter', settings.refusalText, param === undefined ? {} : { param });
    }
    exchange.track.end('blocked', 200);
    // Anything else in `model` is free text, and could even repeat the blocked text.
    const model = isModelName(chat.model) ? chat.model : '';
    const envelope: Envelope = { id: ids.next('chatcmpl-'), model, created: Math.floor(clock.now().getTime() / 1000) };
    const headers = headersOf(exchange);
    const { n } = chat.body;
    const refusal: Refusal = { text: settings.refusalText, field: form.refusesIn, choices: typeof n === 'number' ? n : 1, usage };
    if (!chat.stream) return Response.json(form.whole(refusalCompletion(envelope, refusal, decision)), { headers });
    const chunks = refusalChunks(envelope, refusal, decision, chat.includeUsage);
    return sseResponse(() => eventsOf(chunks, form.stream()), { headers });
  }

  async function fail(exchange: Exchange, error: unknown): Promise<Response> {
    const { request, requestId, track, pipeline, blockedBy } = exchange;
    const thrown = failureOf(error, request.signal);
    const checked = await checkUpstreamError(thrown, { pipeline, requestId, settings, signal: request.signal });
    const failure = checked?.failure ?? thrown;
    track.upstreamEnded(failure.kind === 'cancelled' ? 'cancelled' : 'failed', failure.kind);
    if (!track.decided) {
      const unscanned = [{ id: 'body', role: 'user', reason: `refused before it was read: ${failure.kind}` }];
      track.inputUnread(await pipeline.evaluate({ requestId, direction: 'input', parts: [], unscanned }, { signal: request.signal }));
    }
    if (checked !== undefined) track.outputChecked(checked.decision, { length: checked.length, captured: NO_REPLY });
    endFailed(track, failure);
    const more = blockedBy === undefined ? {} : { guard: decisionReference(blockedBy) };
    const response = problemResponse({ error: failure, code: failure.kind, request, requestId, logger, more });
    for (const [name, value] of Object.entries(headersOf(exchange))) response.headers.set(name, value);
    return response;
  }

  /** The caller's key and a concurrency slot, or the reason why the request is refused. */
  async function admit(
    request: Request,
  ): Promise<{ readonly key?: ApiKey | undefined; readonly pass?: Pass; readonly refusal?: ServiceError }> {
    let key: ApiKey | undefined;
    try {
      refuseForeignPage(request, http);
      if (http.apiKeys.length > 0) key = await authenticate(request.headers, http.apiKeys, http.sessions);
      return { key, pass: gate.enter() };
    } catch (error) {
      return { key, refusal: failureOf(error, request.signal) };
    }
  }

  /** Answers one of a flood of refused requests like any other, but only counts it instead of storing a record. */
  function turnAway(request: Request, requestId: string, refusal: ServiceError): Response {
    deps.measures.refused(refusal.kind);
    const response = problemResponse({ error: refusal, code: refusal.kind, request, requestId, logger });
    response.headers.set(DECISION_HEADER, NO_DECISION);
    return response;
  }

  function traceFor(request: Request, path: CheckedRoute): RequestTrace | undefined {
    if (deps.tracer === undefined) return undefined;
    const { traceparent } = traceOf(request);
    return createRequestTrace(deps.tracer, { path, at: clock.now().getTime(), traceparent });
  }

  async function complete(request: Request, surface: Surface): Promise<Response> {
    const { route } = surface;
    const requestId = freshIds.claim(requestIdFrom(request.headers, () => ids.next()));
    const { key, pass, refusal } = await admit(request);
    if (refusal !== undefined && !deps.refusals.admit(refusal)) return turnAway(request, requestId, refusal);
    const trace = traceFor(request, route);
    const track = createRequestTrack({ requestId, route }, tracking, trace);
    using limits = stageLimits(request.signal);
    underWay.add(limits);
    const exchange: Exchange = {
      request,
      surface,
      requestId,
      track,
      trace,
      key,
      pipeline: deps.policies?.fallback ?? deps.pipeline,
      limits,
      pass,
      isStreaming: false,
    };
    try {
      if (refusal !== undefined) throw refusal;
      return await answer(exchange);
    } catch (error) {
      return await fail(exchange, error);
    } finally {
      underWay.delete(limits);
      if (!exchange.isStreaming) exchange.pass?.[Symbol.dispose]();
    }
  }

  return {
    complete,
    endRequests() {
      for (const work of underWay) work.abort(new ServiceError('unavailable', STOPPED, { retryAfterInSeconds: 1 }));
    },
  };
}

function textsOf({ parts }: Pick<GuardInput, 'parts'>): readonly string[] {
  return parts.map(({ text }) => text);
}

function checkSize(input: GuardInput): void {
  const count = input.parts.length + input.unscanned.length;
  if (count > MAX_PARTS) throw new ServiceError('payload_too_large', `The request holds ${count} texts; the limit is ${MAX_PARTS}.`);
}

/** The SSE events for these chunks. */
async function* eventsOf(chunks: readonly JsonObject[], form: StreamForm): AsyncGenerator<SseEvents, void> {
  yield form.begin();
  for (const chunk of chunks) yield form.chunk(chunk);
  yield form.end();
}
