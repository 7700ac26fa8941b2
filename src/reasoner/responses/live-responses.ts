import { delay } from '../../core/abort.ts';
import { messageOf, ServiceError, toServiceError } from '../../core/errors.ts';
import { logFailure, STREAM_FAILURE } from '../../http/log-failure.ts';
import type { ConversationAddition, ConversationStore } from '../../ports/conversation-store.ts';
import type { ResponseStore } from '../../ports/response-store.ts';
import type { Stops, WorkName } from '../../ports/stops.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { composeResponse, type ResponseEvent } from './compose-response.ts';
import { shownBody, type ResponseBody } from './response-body.ts';
import { isFinal, type FinalStep, type ResponseStep } from './response-step.ts';
import { failedStep } from './response-steps.ts';
import { outcomeOf } from './stored-outcome.ts';

/** A response while it is being generated in this process, in the background or for the client that reads its stream. */
export interface LiveResponse {
  readonly id: string;
  readonly owner: string;
  /** The response so far, with search results. */
  body(): ResponseBody;
  /** Its events from the first on, as they occur; ends with the response or once the signal aborts. */
  follow(options: { readonly withResults: boolean; readonly signal: AbortSignal }): AsyncGenerator<readonly ResponseEvent[], void>;
  /** Cancels it, and resolves once its final state is stored: cancelled, or what it had become before. */
  cancel(): Promise<void>;
}

export interface LiveResponsesDeps {
  readonly store: ResponseStore;
  readonly conversations: Pick<ConversationStore, 'append'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Lets other processes cancel those in the background. */
  readonly stops: Stops;
  /** Milliseconds without a heartbeat after which a response's process is assumed dead. */
  readonly aliveMs: number;
}

export interface StartOptions {
  readonly owner: string;
  readonly requestId: string;
  /** The response at its start, already stored if it is to be. */
  readonly first: ResponseBody;
  readonly inputIds: readonly string[];
  readonly itemId: (index: number, prefix: string) => string;
  /** What the response, once it has ended, adds to its conversation. */
  readonly additionOf: (body: ResponseBody) => ConversationAddition | undefined;
  readonly steps: (signal: AbortSignal) => AsyncIterable<ResponseStep>;
}

/** The responses that are generated in this process in the background or streamed. */
export interface LiveResponses {
  start(options: StartOptions): LiveResponse;
  /** A response that is stored; others are for their clients alone. */
  find(owner: string, id: string): LiveResponse | undefined;
  /** Until when a response that starts now counts as alive. */
  aliveUntil(): Date;
  /** Sends heartbeats until the signal aborts; then ends running responses as failed, and resolves once that is stored. */
  run(signal: AbortSignal): Promise<void>;
}

/** The name of a response for the processes that can cancel it. */
export function responseWork(owner: string, id: string): WorkName {
  return ['response', owner, id];
}

const BACKGROUND_FAILURE = { failed: 'background response failed', refused: 'background response failed' } as const;
/** Longest time in milliseconds until a response notices that it was cancelled or deleted in a store that it shares with other processes. */
const MAX_BEAT_MS = 1000;

/** Why a response is stopped. */
const CANCELLED = new DOMException('the response was cancelled', 'AbortError');
const STOPPED = new ServiceError('unavailable', 'The service was stopped before the response was finished.');

interface Live extends LiveResponse {
  stop(reason: unknown): Promise<void>;
}

/** Live responses over the store that keeps them. */
export function createLiveResponses({ store, conversations, clock, logger, stops, aliveMs }: LiveResponsesDeps): LiveResponses {
  const live = new Map<string, Live>();
  const aliveUntil = (): Date => new Date(clock.now().getTime() + aliveMs);

  function start({ owner, requestId, first, inputIds, itemId, additionOf, steps: stepsOf }: StartOptions): Live {
    const { id } = first;
    const steps: ResponseStep[] = [];
    const composer = composeResponse({ body: first, itemId, withResults: true });
    const stopped = new AbortController();
    let changed = Promise.withResolvers<void>();
    let isDone = false;

    /** Wakes the followers of a response. */
    function wake(): void {
      changed.resolve();
      changed = Promise.withResolvers();
    }

    function add(step: ResponseStep): void {
      steps.push(step);
      wake();
    }

    /** Stores how the response has ended; false, without a change, if it was deleted or ended by another process. */
    async function keep(step: FinalStep): Promise<boolean> {
      const body = composer.body();
      const addition = additionOf(body);
      if (first.store) return store.update({ id, ...outcomeOf(body, { inputIds, steps: [...steps, step] }) }, addition);
      if (addition !== undefined) await conversations.append(addition);
      return true;
    }

    async function end(step: FinalStep): Promise<void> {
      composer.take(step);
      // The end is stored before followers see it; if the store fails, the missing heartbeat shows it later.
      const seen = await keep(step).then(
        (isKept): FinalStep => (isKept ? step : { type: 'cancelled' }),
        (error: unknown): FinalStep => {
          logger.error('response not stored', { request_id: requestId, response_id: id, reason: messageOf(error) });
          return failedStep(error);
        },
      );
      if (seen !== step) composer.take(seen);
      isDone = true;
      live.delete(id);
      offer?.[Symbol.dispose]();
      add(seen);
    }

    async function make(): Promise<void> {
      composer.begin();
      try {
        for await (const step of stepsOf(stopped.signal)) {
          if (isFinal(step)) {
            await end(step);
            return;
          }
          composer.take(step);
          add(step);
        }
        stopped.signal.throwIfAborted();
        throw new ServiceError('internal', 'The response ended without a result.');
      } catch (error) {
        if (isDone) return;
        const reason: unknown = stopped.signal.aborted ? stopped.signal.reason : error;
        if (reason !== CANCELLED) {
          const failure = toServiceError(reason);
          const words = first.background ? BACKGROUND_FAILURE : STREAM_FAILURE;
          logFailure(logger.with({ request_id: requestId, response_id: id }), failure, words);
        }
        await end(reason === CANCELLED ? { type: 'cancelled' } : failedStep(reason));
      }
    }

    const offer = first.store ? offered() : undefined;
    const made = make();
    const stop = async (reason: unknown): Promise<void> => {
      stopped.abort(reason);
      await made;
    };
    const response: Live = {
      id,
      owner,
      body: () => composer.body(),
      cancel: () => stop(CANCELLED),
      stop,
      async *follow({ withResults, signal }) {
        const own = composeResponse({ body: first, itemId, withResults });
        signal.addEventListener('abort', wake, { once: true });
        try {
          yield own.begin();
          for (let next = 0; !signal.aborted;) {
            const ready = steps.slice(next);
            next += ready.length;
            for (const step of ready) yield own.take(step);
            if (next < steps.length) continue;
            if (isDone) return;
            await changed.promise;
          }
        } finally {
          signal.removeEventListener('abort', wake);
        }
      },
    };
    if (first.store) live.set(id, response);
    return response;

    /** Lets other processes cancel the response; one that a client reads is only shown to them, so that they can say that it is there. */
    function offered(): Disposable {
      return stops.offer(responseWork(owner, id), async () => {
        if (first.background) await stop(CANCELLED);
        return shownBody(composer.body(), false);
      });
    }
  }

  return {
    start,
    aliveUntil,
    find(owner, id) {
      const found = live.get(id);
      return found?.owner === owner ? found : undefined;
    },
    async run(signal) {
      while (!signal.aborted) {
        await delay(Math.min(aliveMs / 3, MAX_BEAT_MS), signal).catch(() => undefined);
        if (signal.aborted || live.size === 0) continue;
        try {
          const ids = [...live.keys()];
          const unfinished = new Set(await store.keepAlive(ids, aliveUntil()));
          // Cancelled or deleted by another process.
          for (const id of ids) if (!unfinished.has(id)) void live.get(id)?.cancel();
        } catch (error) {
          logger.warn('responses without a heartbeat were ended as failed', { error_type: toServiceError(error).kind });
        }
      }
      await Promise.all([...live.values()].map((response) => response.stop(STOPPED)));
    },
  };
}
