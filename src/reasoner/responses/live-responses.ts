import { delay } from '../../core/abort.ts';
import { ServiceError, toServiceError } from '../../core/errors.ts';
import type { ResponseStore } from '../../ports/response-store.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { composeResponse, type ResponseEvent } from './compose-response.ts';
import type { ResponseBody } from './response-body.ts';
import { isFinal, type FinalStep, type ResponseStep } from './response-step.ts';
import { failedStep } from './response-steps.ts';
import { outcomeOf } from './stored-outcome.ts';

/** A response in the background, for as long as it is made in this process. */
export interface LiveResponse {
  readonly id: string;
  readonly owner: string;
  /** As far as it has come, with what searches found. */
  body(): ResponseBody;
  /** Its events from the first on, as they come; ends with the response or once the signal aborts. */
  follow(options: { readonly withResults: boolean; readonly signal: AbortSignal }): AsyncGenerator<readonly ResponseEvent[], void>;
  /** Stops it, and resolves once it is stored as cancelled, or as what it had become before. */
  cancel(): Promise<void>;
}

export interface LiveResponsesDeps {
  readonly store: ResponseStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long after its last sign of life whoever makes a response is taken to be gone, in milliseconds. */
  readonly aliveMs: number;
}

export interface StartOptions {
  readonly owner: string;
  /** The response as it begins; it is stored already. */
  readonly first: ResponseBody;
  readonly inputIds: readonly string[];
  readonly itemId: (index: number, prefix: string) => string;
  readonly steps: (signal: AbortSignal) => AsyncIterable<ResponseStep>;
}

/** Responses that are made in the background, whoever listens. */
export interface LiveResponses {
  start(options: StartOptions): LiveResponse;
  find(owner: string, id: string): LiveResponse | undefined;
  /** Until when one that begins now is taken to be alive. */
  aliveUntil(): Date;
  /** Gives signs of life until the signal aborts; then ends what is under way as failed, and resolves once that is stored. */
  run(signal: AbortSignal): Promise<void>;
}

/** Why a response in the background is stopped. */
const CANCELLED = new DOMException('the response was cancelled', 'AbortError');
const STOPPED = new ServiceError('unavailable', 'The service was stopped before the response was finished.');

interface Live extends LiveResponse {
  stop(reason: unknown): Promise<void>;
}

/** Responses made in the background, over the store they are kept in. */
export function createLiveResponses({ store, clock, logger, aliveMs }: LiveResponsesDeps): LiveResponses {
  const live = new Map<string, Live>();
  const aliveUntil = (): Date => new Date(clock.now().getTime() + aliveMs);

  function start({ owner, first, inputIds, itemId, steps: stepsOf }: StartOptions): Live {
    const { id } = first;
    const steps: ResponseStep[] = [];
    const composer = composeResponse({ body: first, itemId, withResults: true });
    const stopped = new AbortController();
    let changed = Promise.withResolvers<void>();
    let isDone = false;

    /** Lets whoever follows look again. */
    function wake(): void {
      changed.resolve();
      changed = Promise.withResolvers();
    }

    function add(step: ResponseStep): void {
      steps.push(step);
      wake();
    }

    async function end(step: FinalStep): Promise<void> {
      composer.take(step);
      const outcome = outcomeOf(composer.body(), { inputIds, steps: [...steps, step] });
      // Whoever hears of the end finds it stored, unless the store fails: then it is found out by its signs of life.
      const isStored = await store.update({ id, ...outcome }).catch((error: unknown) => {
        logger.error('response not stored', { response_id: id, error_type: toServiceError(error).kind });
        return true;
      });
      isDone = true;
      live.delete(id);
      add(isStored ? step : { type: 'cancelled' });
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
          logger.error('background response failed', { response_id: id, error_type: failure.kind, reason: failure.message });
        }
        await end(reason === CANCELLED ? { type: 'cancelled' } : failedStep(reason));
      }
    }

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
    live.set(id, response);
    return response;
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
        await delay(aliveMs / 3, signal).catch(() => undefined);
        if (signal.aborted || live.size === 0) continue;
        try {
          const ids = [...live.keys()];
          const unfinished = new Set(await store.keepAlive(ids, aliveUntil()));
          // Cancelled or deleted through another process.
          for (const id of ids) if (!unfinished.has(id)) void live.get(id)?.cancel();
        } catch (error) {
          logger.warn('responses gave no sign of life', { error_type: toServiceError(error).kind });
        }
      }
      await Promise.all([...live.values()].map((response) => response.stop(STOPPED)));
    },
  };
}
