import { delay } from '../../core/abort.ts';
import { messageOf, ServiceError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { sseResponse } from '../../core/sse.ts';
import type { ListQuery } from '../../ports/catalog.ts';
import type { StoredResponse } from '../../ports/response-store.ts';
import type { Stops } from '../../ports/stops.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { fault } from '../fields.ts';
import { listBody } from '../library/list-query.ts';
import { composeResponse, type ResponseEvent } from './compose-response.ts';
import { conversationBefore, type EarlierItemsDeps } from './earlier-items.ts';
import { pageOf } from './input-page.ts';
import { responseWork, type LiveResponse, type LiveResponses } from './live-responses.ts';
import { beginningOf, endedBody, shownBody } from './response-body.ts';
import { itemBody } from './response-items.ts';
import { sseEvents } from './response-sse.ts';
import type { ResponseStep } from './response-step.ts';
import { bodyOf, inputOfChain, isFinished, outcomeOf } from './stored-outcome.ts';

export interface StoredResponsesDeps extends EarlierItemsDeps {
  readonly live: LiveResponses;
  /** Cancels background responses of other processes. */
  readonly stops: Stops;
  readonly clock: Clock;
  readonly logger: Logger;
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

/** Serves stored responses. All functions throw `not_found` for responses of others. */
export function createStoredResponses({ store, conversations, live, stops, clock, logger, maxChain }: StoredResponsesDeps) {
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

  async function get(id: string, owner: string, showing: Showing): Promise<Response> {
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
      return await stops.ask(responseWork(owner, id));
    } catch (error) {
      if (!isStored) throw error;
      logger.warn('a response is cancelled without its process', { response_id: id, reason: messageOf(error) });
      return undefined;
    }
  }

  async function cancel(id: string, owner: string): Promise<Response> {
    const response = live.find(owner, id);
    if (response === undefined) {
      const known = await store.get(owner, id);
      // The process that generates it knows what it has said so far, and need not share the store.
      const isOver = known !== undefined && isFinished(known);
      const cancelled = isOver ? undefined : await cancelledElsewhere(owner, id, known !== undefined);
      if (cancelled !== undefined) return Response.json(inBackground(cancelled));
    }
    if (response !== undefined) {
      inBackground(response.body());
      await response.cancel();
    }
    const row = await stored(owner, id);
    inBackground(bodyOf(row));
    const now = isFinished(row) ? row : await ended(row, { type: 'cancelled' });
    return Response.json(shownBody(bodyOf(now), false));
  }

  async function remove(id: string, owner: string): Promise<Response> {
    if (!(await store.delete(owner, id))) throw unknown(id);
    await live.find(owner, id)?.cancel();
    return Response.json({ id, object: 'response', deleted: true });
  }

  async function inputItems(id: string, owner: string, query: ListQuery, withResults: boolean): Promise<Response> {
    const rows = await store.chain(owner, id, maxChain);
    const [oldest] = rows;
    if (oldest === undefined) throw unknown(id);
    const items = [...((await conversationBefore(oldest, conversations)) ?? []), ...inputOfChain(rows)];
    const { page, hasMore } = pageOf(query.order === 'asc' ? items : items.toReversed(), query);
    return Response.json(
      listBody(
        page.map((item) => itemBody(item, withResults)),
        { hasMore },
      ),
    );
  }

  return { get, cancel, remove, inputItems };
}

/** The events of a response that this process generates, as a stream. */
export function followed(response: LiveResponse, { withResults, startingAfter = -1 }: Showing): Response {
  return sseResponse((signal) => sseEvents(response.follow({ withResults, signal }), startingAfter));
}

function unknown(id: string): ServiceError {
  return new ServiceError('not_found', `There is no response ${JSON.stringify(id.slice(0, 100))}.`, { param: 'response_id' });
}

/** A response that was made in the background. Throws `invalid_input` for any other. */
function inBackground<T extends { readonly background?: unknown }>(body: T): T {
  if (body.background === true) return body;
  throw fault('response_id', 'names a response that was not made in the background, so it cannot be cancelled');
}
