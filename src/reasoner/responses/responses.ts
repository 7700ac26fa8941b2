import type { Gate } from '../../core/gate.ts';
import type { JsonObject } from '../../core/json.ts';
import { sseResponse } from '../../core/sse.ts';
import type { ConversationAddition } from '../../ports/conversation-store.ts';
import type { LanguageModel, ModelCapabilities } from '../../ports/language.ts';
import type { MemoryScope } from '../../ports/memory.ts';
import type { StoredResponse } from '../../ports/response-store.ts';
import type { Ids } from '../../ports/system.ts';
import type { ReadAttachedFiles } from '../attached-files.ts';
import { begun } from '../begun.ts';
import { entryOf } from '../conversations/conversation-entries.ts';
import { fault, readObject } from '../fields.ts';
import { checkModelName } from '../model-name.ts';
import { askedResponse, type Asked, type AskedResponseDeps } from './asked-response.ts';
import { compactedResponse } from './compact-response.ts';
import { composeResponse } from './compose-response.ts';
import { inputTokens } from './input-tokens.ts';
import type { LiveResponse, LiveResponses, StartOptions } from './live-responses.ts';
import type { AllowedServers } from './mcp/read-mcp-tool.ts';
import { readResponse, type ResponseRequest } from './read-response.ts';
import { newBody, shownBody, type ResponseBody } from './response-body.ts';
import { sseEvents } from './response-sse.ts';
import type { ResponseStep } from './response-step.ts';
import { firstChatRequest, responseSteps, type AskedResponse, type ResponseStepsDeps } from './response-steps.ts';
import { joinedSteps, outcomeOf } from './stored-outcome.ts';
import { followed } from './stored-responses.ts';

export interface ResponsesDeps extends ResponseStepsDeps, AskedResponseDeps {
  readonly live: LiveResponses;
  readonly ids: Ids;
  /** Gates for responses that somebody waits for, and for background ones. */
  readonly gate: Gate;
  readonly backgroundGate: Gate;
  readonly modelId: string;
  readonly model: Pick<LanguageModel, 'countTokens'>;
  readonly takes: ModelCapabilities;
  /** Reads files in the input. Without it there may be none. */
  readonly attachedFiles?: ReadAttachedFiles | undefined;
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
  const { store, conversations, live, ids, clock } = deps;

  async function read(body: JsonObject, { owner, signal }: Asker): Promise<ResponseRequest> {
    const files = await deps.attachedFiles?.(body.input, { param: 'input', owner, signal });
    const maxItems = deps.limits.maxMessages;
    const nextId = (prefix: string): string => ids.next(prefix);
    const request = readResponse(body, {
      takes: deps.takes,
      hasFileSearch: deps.fileSearch !== undefined,
      servers: deps.toolServers === undefined ? [] : deps.allowedServers,
      maxItems,
      files,
      nextId,
    });
    checkModelName(request.model, deps.modelId);
    return request;
  }

  /** The tokens of what a request would send to the model first, without what searches and memory add. */
  async function count(body: unknown, asker: Asker): Promise<object> {
    const given = readObject(body);
    const request = await read({ ...given, model: given.model ?? deps.modelId }, asker);
    const { asked } = await askedResponse(request, asker, deps);
    const tokens = await inputTokens(deps.model, firstChatRequest(request, asked.messages, deps.decidesSearch), asker.signal);
    return { object: 'response.input_tokens', input_tokens: tokens };
  }

  /** The items that a request continues and its own, made shorter by a summary. Throws `invalid_input` if the model makes none. */
  async function compact(body: unknown, asker: Asker): Promise<object> {
    const given = readObject(body);
    const request = await read({ ...given, model: given.model ?? deps.modelId }, asker);
    if (deps.takes.summaries !== true) throw fault('model', 'does not sum up conversations: configure a larger one');
    const asked = await askedResponse(request, asker, deps);
    return compactedResponse(asked, deps, { pass: deps.gate.enter(), signal: asker.signal });
  }

  async function create(body: unknown, asker: Asker): Promise<Response> {
    const request = await read(readObject(body), asker);
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

  async function whole({ asked, conversation, first, row, inputIds, itemId }: Making, { signal }: Asker): Promise<Response> {
    const composer = composeResponse({ body: first, itemId, withResults: true });
    composer.begin();
    const taken: ResponseStep[] = [];
    for await (const step of steps(asked, deps.gate, signal)) {
      composer.take(step);
      taken.push(step);
    }
    const done = composer.body();
    const addition = additionOf(conversation, done);
    if (row !== undefined) await store.create({ ...row, ...outcomeOf(done, { inputIds, steps: joinedSteps(taken) }) }, addition);
    else if (addition !== undefined) await conversations.append(addition);
    return Response.json(shownBody(done, asked.request.withResults));
  }

  /** Stores a response at its start, unless it is not to be stored, and generates it. */
  async function started(
    { conversation, first, row, inputIds, itemId }: Making,
    { owner, requestId }: Asker,
    stepsOf: StartOptions['steps'],
  ): Promise<LiveResponse> {
    if (row !== undefined) await store.create({ ...row, ...outcomeOf(first, { inputIds, steps: [] }), aliveUntil: live.aliveUntil() });
    return live.start({
      owner,
      requestId,
      first,
      inputIds,
      itemId,
      additionOf: (body) => additionOf(conversation, body),
      steps: stepsOf,
    });
  }

  /** The events of a response, which is cancelled if its client leaves. */
  async function streamed(making: Making, asker: Asker): Promise<Response> {
    const { asked } = making;
    const stop = new AbortController();
    const parts = await begun(steps(asked, deps.gate, AbortSignal.any([asker.signal, stop.signal])), deps.streamStartMs);
    let response: LiveResponse;
    try {
      response = await started(making, asker, (signal) => {
        signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
        return parts;
      });
    } catch (error) {
      stop.abort(error);
      throw error;
    }
    const leave = (): void => void response.cancel();
    if (asker.signal.aborted) leave();
    asker.signal.addEventListener('abort', leave, { once: true });
    return sseResponse((left) => {
      left.addEventListener('abort', leave, { once: true });
      return sseEvents(response.follow({ withResults: asked.request.withResults, signal: left }));
    });
  }

  async function inBackground(making: Making, asker: Asker): Promise<Response> {
    const { asked, first, row } = making;
    if (row === undefined) throw fault('background', 'needs the response to be stored');
    // Entered here, so that a full gate is reported at once.
    const pass = deps.backgroundGate.enter();
    let response: LiveResponse;
    try {
      response = await started(making, asker, async function* (signal) {
        using _place = pass;
        yield* responseSteps(deps, asked, signal);
      });
    } catch (error) {
      pass[Symbol.dispose]();
      throw error;
    }
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
