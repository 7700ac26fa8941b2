import { delay } from '../../core/abort.ts';
import { messageOf, ServiceError, toServiceError } from '../../core/errors.ts';
import type { Gate } from '../../core/gate.ts';
import type { JsonObject } from '../../core/json.ts';
import { sseResponse } from '../../core/sse.ts';
import { logFailure, STREAM_FAILURE } from '../../http/log-failure.ts';
import type { ListQuery } from '../../ports/catalog.ts';
import type { ModelCapabilities } from '../../ports/language.ts';
import type { MemoryScope } from '../../ports/memory.ts';
import type { ResponseStore, StoredResponse } from '../../ports/response-store.ts';
import type { Stops } from '../../ports/stops.ts';
import type { Ids, Logger } from '../../ports/system.ts';
import { begun } from '../begun.ts';
import { fault } from '../fields.ts';
import { checkModelName } from '../model-name.ts';
import type { MessageLimits } from '../read-messages.ts';
import { askedResponse, bodyOf, conversationInput, isFinished } from './asked-response.ts';
import { composeResponse, type ResponseEvent } from './compose-response.ts';
import { pageOf } from './input-page.ts';
import { responseWork, type LiveResponse, type LiveResponses } from './live-responses.ts';
import { readResponse } from './read-response.ts';
import { beginningOf, endedBody, newBody, shownBody, shownItem, type ResponseBody } from './response-body.ts';
import { itemBody } from './response-items.ts';
import { sseEvents } from './response-sse.ts';
import { isFinal, type ResponseStep } from './response-step.ts';
import { failedStep, responseSteps, type AskedResponse, type ResponseStepsDeps } from './response-steps.ts';
import { joinedSteps, outcomeOf } from './stored-outcome.ts';

export interface ResponsesDeps extends ResponseStepsDeps {
  readonly store: ResponseStore;
  readonly live: LiveResponses;
  /** Cancels background responses of other processes. */
  readonly stops: Stops;
  readonly ids: Ids;
  readonly logger: Logger;
  /** Gates for responses that somebody waits for, and for background ones. */
  readonly gate: Gate;
  readonly backgroundGate: Gate;
  readonly modelId: string;
  readonly takes: ModelCapabilities;
  readonly limits: MessageLimits;
  /** The longest chain of responses through previous_response_id. */
  readonly maxChain: number;
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

/** How a stored response is returned. */
export interface Showing {
  readonly withResults: boolean;
  /** As a stream, after the event with this number; -1 for all of it. */
  readonly startingAfter?: number;
}

/** How often a response that another process generates is polled, in milliseconds. */
const LOOK_MS = 500;
const GONE = { code: 'server_error', message: 'The service was stopped before the response was finished.' } as const;

/** Creates responses and serves stored ones. All functions throw `not_found` for responses of others. */
export function createResponses(deps: ResponsesDeps) {
  const { store, live, ids, logger, clock } = deps;

  async function create(body: unknown, asker: Asker): Promise<Response> {
    const maxItems = deps.limits.maxMessages;
    const nextId = (prefix: string): string => ids.next(prefix);
    const request = readResponse(body, { takes: deps.takes, hasFileSearch: deps.fileSearch !== undefined, maxItems, nextId });
    checkModelName(request.model, deps.modelId);
    const { asked, items } = await askedResponse(request, asker, deps);
    const createdAt = clock.now();
    const first = newBody(request.settings, { id: ids.next('resp_'), createdAt, model: deps.modelId });
    const { previous_response_id: previous, background, store: isKept } = request.settings;
    const row = {
      id: first.id,
      owner: asker.owner,
      createdAt,
      ...(previous === null ? {} : { previous }),
      input: JSON.stringify(items),
    };
    const making = { asked, first, row: isKept ? row : undefined, inputIds: items.map(({ id }) => id), itemId: itemIds(ids) };
    if (background) return inBackground(making, asker);
    return request.stream ? streamed(making, asker) : whole(making, asker);
  }

  /** Steps that occupy a place in the gate until they end or are abandoned. */
  async function* steps(asked: AskedResponse, gate: Gate, signal: AbortSignal): AsyncGenerator<ResponseStep, void> {
    using pass = gate.enter();
    signal.addEventListener('abort', () => pass[Symbol.dispose](), { once: true });
    yield* responseSteps(deps, asked, signal);
  }

  async function whole({ asked, first, row, inputIds, itemId }: Making, { signal }: Asker): Promise<Response> {
    const composer = composeResponse({ body: first, itemId, withResults: true });
    composer.begin();
    const taken: ResponseStep[] = [];
    for await (const step of steps(asked, deps.gate, signal)) {
      composer.take(step);
      taken.push(step);
    }
    const done = composer.body();
    if (row !== undefined) await store.create({ ...row, ...outcomeOf(done, { inputIds, steps: joinedSteps(taken) }) });
    return Response.json(shownBody(done, asked.request.withResults));
  }

  async function streamed(making: Making, { signal, requestId }: Asker): Promise<Response> {
    const stop = new AbortController();
    const parts = await begun(steps(making.asked, deps.gate, AbortSignal.any([signal, stop.signal])), deps.streamStartMs);
    return sseResponse((left) => {
      left.addEventListener('abort', () => stop.abort(left.reason), { once: true });
      return sseEvents(recorded(making, parts, requestId));
    });
  }

  /** The events of a response, which is stored before its last event is sent. */
  async function* recorded(
    { asked, first, row, inputIds, itemId }: Making,
    parts: AsyncIterable<ResponseStep>,
    requestId: string,
  ): AsyncGenerator<readonly ResponseEvent[], void> {
    const composer = composeResponse({ body: first, itemId, withResults: asked.request.withResults });
    const taken: ResponseStep[] = [];
    const keep = async (): Promise<void> => {
      if (row !== undefined) await store.create({ ...row, ...outcomeOf(composer.body(), { inputIds, steps: taken }) });
    };
    try {
      yield composer.begin();
      for await (const step of parts) {
        taken.push(step);
        const events = composer.take(step);
        if (isFinal(step)) await keep();
        yield events;
      }
    } catch (error) {
      const failure = toServiceError(error);
      logFailure(logger.with({ request_id: requestId }), failure, STREAM_FAILURE);
      if (taken.some(isFinal)) taken.pop();
      const step = failedStep(error);
      taken.push(step);
      const events = composer.take(step);
      await keep().catch((fault: unknown) =>
        logger.error('response not stored', { request_id: requestId, response_id: first.id, reason: messageOf(fault) }),
      );
      yield events;
    }
  }

  async function inBackground({ asked, first, row, inputIds, itemId }: Making, asker: Asker): Promise<Response> {
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
      async *steps(signal) {
        using _place = pass;
        yield* responseSteps(deps, asked, signal);
      },
    });
    if (!asked.request.stream) return Response.json(shownBody(first, asked.request.withResults));
    return followed(response, { withResults: asked.request.withResults, startingAfter: -1 });
  }

  function followed(response: LiveResponse, { withResults, startingAfter = -1 }: Showing): Response {
    return sseResponse((signal) => sseEvents(response.follow({ withResults, signal }), startingAfter));
  }

  /** A stored response; if its process has died, it is failed from now on. */
  async function stored(owner: string, id: string): Promise<StoredResponse> {
    const row = await store.get(owner, id);
    if (row === undefined) throw unknown(id);
    const isGone = !isFinished(row) && live.find(owner, id) === undefined && (row.aliveUntil?.getTime() ?? 0) <= clock.now().getTime();
    return isGone ? ended(row, { type: 'failed', ...GONE, param: null }) : row;
  }

  /** Ends a response that is not being generated in this process. */
  async function ended(
    row: StoredResponse,
    step: Extract<ResponseStep, { readonly type: 'failed' | 'cancelled' }>,
  ): Promise<StoredResponse> {
    const body = endedBody(bodyOf(row), step.type === 'failed' ? { ...step, status: 'failed' } : { status: 'cancelled' });
    const inputIds = row.itemIds.slice(0, row.itemIds.length - bodyOf(row).output.length);
    const change = outcomeOf(body, { inputIds, steps: [step] });
    if (await store.update({ id: row.id, ...change })) return { ...row, ...change };
    const current = await store.get(row.owner, row.id);
    if (current === undefined) throw unknown(row.id);
    return current;
  }

  async function get(id: string, { owner }: Asker, showing: Showing): Promise<Response> {
    const response = live.find(owner, id);
    if (response !== undefined && showing.startingAfter !== undefined) return followed(response, showing);
    const body = response?.body() ?? bodyOf(await stored(owner, id));
    if (showing.startingAfter === undefined) return Response.json(shownBody(body, showing.withResults));
    return sseResponse((signal) => sseEvents(again(owner, id, showing, signal), showing.startingAfter));
  }

  /** The events of a response that another process generates, once it has ended. */
  async function* again(
    owner: string,
    id: string,
    { withResults }: Showing,
    signal: AbortSignal,
  ): AsyncGenerator<readonly ResponseEvent[], void> {
    let row = await stored(owner, id);
    while (!isFinished(row)) {
      await delay(LOOK_MS, signal);
      row = await stored(owner, id);
    }
    const done = bodyOf(row);
    const composer = composeResponse({
      body: beginningOf(done),
      itemId: (index, prefix) => done.output[index]?.id ?? `${prefix}${index}`,
      withResults,
    });
    yield composer.begin();
    for (const step of JSON.parse(row.steps ?? '[]') as ResponseStep[]) yield composer.take(step);
  }

  /** Has the process that generates a response cancel it. If that hangs, a stored response is cancelled in the store. */
  async function cancelledElsewhere(owner: string, id: string, isStored: boolean): Promise<JsonObject | undefined> {
    try {
      return await deps.stops.ask(responseWork(owner, id));
    } catch (error) {
      if (!isStored) throw error;
      logger.warn('a response is cancelled without its process', { response_id: id, reason: messageOf(error) });
      return undefined;
    }
  }

  async function cancel(id: string, { owner }: Asker): Promise<Response> {
    const response = live.find(owner, id);
    if (response === undefined) {
      const known = await store.get(owner, id);
      // The process that generates it knows what it has said so far, and need not share the store.
      const isOver = known !== undefined && isFinished(known);
      const cancelled = isOver ? undefined : await cancelledElsewhere(owner, id, known !== undefined);
      if (cancelled !== undefined) return Response.json(cancelled);
    }
    await response?.cancel();
    const row = await stored(owner, id);
    if (!bodyOf(row).background)
      throw fault('response_id', 'names a response that was not made in the background, so it cannot be cancelled');
    const now = isFinished(row) ? row : await ended(row, { type: 'cancelled' });
    return Response.json(shownBody(bodyOf(now), false));
  }

  async function remove(id: string, { owner }: Asker): Promise<Response> {
    if (!(await store.delete(owner, id))) throw unknown(id);
    await live.find(owner, id)?.cancel();
    return Response.json({ id, object: 'response', deleted: true });
  }

  async function inputItems(id: string, { owner }: Asker, query: ListQuery, withResults: boolean): Promise<Response> {
    const rows = await store.chain(owner, id, deps.maxChain);
    if (rows.length === 0) throw unknown(id);
    const items = conversationInput(rows);
    const { page, hasMore } = pageOf(query.order === 'asc' ? items : items.toReversed(), query);
    const data = page.map((item) => itemBody(item.type === 'file_search_call' ? shownItem(item, withResults) : item));
    return Response.json({ object: 'list', data, first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null, has_more: hasMore });
  }

  return { create, get, cancel, remove, inputItems };
}

/** The inputs for generating a response; `row` is absent if it is not stored. */
interface Making {
  readonly asked: AskedResponse;
  readonly first: ResponseBody;
  readonly row: Omit<StoredResponse, 'status' | 'body' | 'itemIds' | 'steps'> | undefined;
  readonly inputIds: readonly string[];
  readonly itemId: (index: number, prefix: string) => string;
}

function unknown(id: string): ServiceError {
  return new ServiceError('not_found', `There is no response ${JSON.stringify(id.slice(0, 100))}.`, { param: 'response_id' });
}

/** Stable ids for the output items by their indexes. */
function itemIds(ids: Ids): (index: number, prefix: string) => string {
  const given: string[] = [];
  return (index, prefix) => (given[index] ??= ids.next(prefix));
}
