import { messageOf, toServiceError } from '../../core/errors.ts';
import type { Gate } from '../../core/gate.ts';
import { sseResponse } from '../../core/sse.ts';
import { logFailure, STREAM_FAILURE } from '../../http/log-failure.ts';
import type { ConversationAddition } from '../../ports/conversation-store.ts';
import type { LanguageModel, ModelCapabilities } from '../../ports/language.ts';
import type { MemoryScope } from '../../ports/memory.ts';
import type { StoredResponse } from '../../ports/response-store.ts';
import type { Stops } from '../../ports/stops.ts';
import type { Ids, Logger } from '../../ports/system.ts';
import { begun } from '../begun.ts';
import { entryOf } from '../conversations/conversation-entries.ts';
import { fault, readObject } from '../fields.ts';
import { checkModelName } from '../model-name.ts';
import { askedResponse, type Asked, type AskedResponseDeps } from './asked-response.ts';
import { compactedResponse } from './compact-response.ts';
import { composeResponse, type ResponseEvent } from './compose-response.ts';
import { inputTokens } from './input-tokens.ts';
import { responseWork, type LiveResponses } from './live-responses.ts';
import type { AllowedServers } from './mcp/read-mcp-tool.ts';
import { readResponse, type ResponseRequest } from './read-response.ts';
import { newBody, shownBody, type ResponseBody } from './response-body.ts';
import { sseEvents } from './response-sse.ts';
import { isFinal, type ResponseStep } from './response-step.ts';
import { failedStep, firstChatRequest, responseSteps, type AskedResponse, type ResponseStepsDeps } from './response-steps.ts';
import { joinedSteps, outcomeOf } from './stored-outcome.ts';
import { followed } from './stored-responses.ts';

export interface ResponsesDeps extends ResponseStepsDeps, AskedResponseDeps {
  readonly live: LiveResponses;
  /** Tells other processes of the responses that are being streamed here. */
  readonly stops: Stops;
  readonly ids: Ids;
  readonly logger: Logger;
  /** Gates for responses that somebody waits for, and for background ones. */
  readonly gate: Gate;
  readonly backgroundGate: Gate;
  readonly modelId: string;
  readonly model: Pick<LanguageModel, 'countTokens'>;
  readonly takes: ModelCapabilities;
  /** Origins of the MCP servers that requests may name. */
  readonly allowedServers: AllowedServers;
  /** Milliseconds a stream waits for its first part before it begins without it. */
  readonly streamStartMs: number;
}

/** The owner of a request, and a signal for when the client leaves. */
export interface Asker {
  readonly owner: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** The memory that an answer uses; without it none is used. */
  readonly memory?: MemoryScope | undefined;
}

/** Creates responses: whole, streamed or in the background; counts the tokens of what they would send, and makes it shorter. */
export function createResponses(deps: ResponsesDeps) {
  const { store, conversations, live, ids, logger, clock } = deps;

  function read(body: unknown): ResponseRequest {
    const maxItems = deps.limits.maxMessages;
    const nextId = (prefix: string): string => ids.next(prefix);
    const request = readResponse(body, {
      takes: deps.takes,
      hasFileSearch: deps.fileSearch !== undefined,
      servers: deps.toolServers === undefined ? [] : deps.allowedServers,
      maxItems,
      nextId,
    });
    checkModelName(request.model, deps.modelId);
    return request;
  }

  /** The tokens of what a request would send to the model first, without what searches and memory add. */
  async function count(body: unknown, asker: Asker): Promise<object> {
    const given = readObject(body);
    const request = read({ ...given, model: given.model ?? deps.modelId });
    const { asked } = await askedResponse(request, asker, deps);
    const tokens = await inputTokens(deps.model, firstChatRequest(request, asked.messages, deps.takesTools), asker.signal);
    return { object: 'response.input_tokens', input_tokens: tokens };
  }

  /** The items that a request continues and its own, made shorter by a summary. Throws `invalid_input` if the model makes none. */
  async function compact(body: unknown, asker: Asker): Promise<object> {
    const given = readObject(body);
    const request = read({ ...given, model: given.model ?? deps.modelId });
    if (deps.takes.summaries !== true) throw fault('model', 'does not sum up conversations: configure a larger one');
    const asked = await askedResponse(request, asker, deps);
    return compactedResponse(asked, deps, { pass: deps.gate.enter(), signal: asker.signal });
  }

  async function create(body: unknown, asker: Asker): Promise<Response> {
    const request = read(body);
    const { asked, items, conversation } = await askedResponse(request, asker, deps);
    const createdAt = clock.now();
    const first = newBody(request.settings, { id: ids.next('resp_'), createdAt, model: deps.modelId });
    const { previous_response_id: previous, background, store: isKept } = request.settings;
    const row = {
      id: first.id,
      owner: asker.owner,
      createdAt,
      ...(previous === null ? {} : { previous }),
      ...(conversation === undefined ? {} : { conversation: { id: conversation.id, end: conversation.end } }),
      input: JSON.stringify(items),
    };
    const making = { asked, conversation, first, row: isKept ? row : undefined, inputIds: items.map(({ id }) => id), itemId: itemIds(ids) };
    if (background) return inBackground(making, asker);
    return request.stream ? streamed(making, asker) : whole(making, asker);
  }

  /** Steps that occupy a place in the gate until they end or are abandoned. */
  async function* steps(asked: AskedResponse, gate: Gate, signal: AbortSignal): AsyncGenerator<ResponseStep, void> {
    using pass = gate.enter();
    signal.addEventListener('abort', () => pass[Symbol.dispose](), { once: true });
    yield* responseSteps(deps, asked, signal);
  }

  /** Stores a response that has ended, and adds to its conversation. */
  async function keep({ row, conversation, inputIds }: Making, body: ResponseBody, taken: readonly ResponseStep[]): Promise<void> {
    const addition = additionOf(conversation, body);
    if (row !== undefined) await store.create({ ...row, ...outcomeOf(body, { inputIds, steps: taken }) }, addition);
    else if (addition !== undefined) await conversations.append(addition);
  }

  async function whole(making: Making, { signal }: Asker): Promise<Response> {
    const { asked, first, itemId } = making;
    const composer = composeResponse({ body: first, itemId, withResults: true });
    composer.begin();
    const taken: ResponseStep[] = [];
    for await (const step of steps(asked, deps.gate, signal)) {
      composer.take(step);
      taken.push(step);
    }
    const done = composer.body();
    await keep(making, done, joinedSteps(taken));
    return Response.json(shownBody(done, asked.request.withResults));
  }

  async function streamed(making: Making, asker: Asker): Promise<Response> {
    const { signal } = asker;
    const stop = new AbortController();
    const parts = await begun(steps(making.asked, deps.gate, AbortSignal.any([signal, stop.signal])), deps.streamStartMs);
    return sseResponse((left) => {
      left.addEventListener('abort', () => stop.abort(left.reason), { once: true });
      return sseEvents(recorded(making, parts, asker));
    });
  }

  /** The events of a response, which is stored before its last event is sent. */
  async function* recorded(
    making: Making,
    parts: AsyncIterable<ResponseStep>,
    { owner, requestId }: Asker,
  ): AsyncGenerator<readonly ResponseEvent[], void> {
    const { asked, first, row, itemId } = making;
    const composer = composeResponse({ body: first, itemId, withResults: asked.request.withResults });
    const taken: ResponseStep[] = [];
    // It is stored at its end only. Until then this says that there is such a response, which cannot be cancelled.
    using _known =
      row === undefined ? undefined : deps.stops.offer(responseWork(owner, first.id), async () => shownBody(composer.body(), false));
    try {
      yield composer.begin();
      for await (const step of parts) {
        taken.push(step);
        const events = composer.take(step);
        if (isFinal(step)) await keep(making, composer.body(), taken);
        yield events;
      }
    } catch (error) {
      const failure = toServiceError(error);
      logFailure(logger.with({ request_id: requestId }), failure, STREAM_FAILURE);
      if (taken.some(isFinal)) taken.pop();
      const step = failedStep(error);
      taken.push(step);
      const events = composer.take(step);
      await keep(making, composer.body(), taken).catch((fault: unknown) =>
        logger.error('response not stored', { request_id: requestId, response_id: first.id, reason: messageOf(fault) }),
      );
      yield events;
    }
  }

  async function inBackground({ asked, conversation, first, row, inputIds, itemId }: Making, asker: Asker): Promise<Response> {
    if (row === undefined) throw fault('background', 'needs the response to be stored');
    // Entered here, so that a full gate is reported at once.
    const pass = deps.backgroundGate.enter();
    try {
      await store.create({ ...row, ...outcomeOf(first, { inputIds, steps: [] }), aliveUntil: live.aliveUntil() });
    } catch (error) {
      pass[Symbol.dispose]();
      throw error;
    }
    const response = live.start({
      owner: asker.owner,
      first,
      inputIds,
      itemId,
      additionOf: (body) => additionOf(conversation, body),
      async *steps(signal) {
        using _place = pass;
        yield* responseSteps(deps, asked, signal);
      },
    });
    if (!asked.request.stream) return Response.json(shownBody(first, asked.request.withResults));
    return followed(response, { withResults: asked.request.withResults, startingAfter: -1 });
  }

  return { create, count, compact };
}

/** The inputs for generating a response; `row` is absent if it is not stored. */
interface Making extends Pick<Asked, 'asked'> {
  readonly conversation: Asked['conversation'];
  readonly first: ResponseBody;
  readonly row: Omit<StoredResponse, 'status' | 'body' | 'itemIds' | 'steps'> | undefined;
  readonly inputIds: readonly string[];
  readonly itemId: (index: number, prefix: string) => string;
}

/** Stable ids for the output items by their indexes. */
function itemIds(ids: Ids): (index: number, prefix: string) => string {
  const given: string[] = [];
  return (index, prefix) => (given[index] ??= ids.next(prefix));
}

/** What a response that has ended with an answer adds to its conversation; one that failed or was cancelled adds nothing. */
function additionOf(conversation: Asked['conversation'], { status, output }: ResponseBody): ConversationAddition | undefined {
  if (conversation === undefined || (status !== 'completed' && status !== 'incomplete')) return undefined;
  return { conversation: conversation.id, entries: [...conversation.added, ...output].map(entryOf) };
}
