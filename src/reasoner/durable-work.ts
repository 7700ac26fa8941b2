import { ServiceError, toServiceError, type ErrorKind } from '../core/errors.ts';
import { encodeJson } from '../core/json.ts';
import type { Clock, Logger } from '../ports/system.ts';
import type { WorkItem, WorkQueue } from '../ports/work-queue.ts';
import type { BusAnswers } from './bus-answer.ts';
import { resultEvent, resultText, SUBJECTS } from './events.ts';
import type { ReadRequest } from './read-request.ts';
import type { Runs } from './runs.ts';

export interface DurableWorkDeps {
  readonly queue: WorkQueue;
  readonly answers: BusAnswers;
  /** Runs that continue where they were interrupted. */
  readonly runs: Runs;
  /** Deletes the stored state of a run. */
  readonly forget: (requestId: string) => Promise<void>;
  readonly read: (data: Uint8Array, subject: string) => ReadRequest;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How often a request is tried before it becomes a dead letter. */
  readonly maxDeliveries: number;
  /** Pauses before further attempts in milliseconds: the first one, then five times as long each time, up to the longest one. */
  readonly retryMs: { readonly first: number; readonly longest: number };
}

/** The header with the subject on which a request arrived, for its dead letter. */
export const SUBJECT_HEADER = 'x-subject';

/** Transient failures. After any other failure a further attempt would end the same way. */
const PASSING: ReadonlySet<ErrorKind> = new Set([
  'provider_unavailable',
  'unavailable',
  'timeout',
  'too_many_requests',
  'storage_full',
  'internal',
  'cancelled',
]);

/**
 * Answers requests from the queue: once for each request id, with further attempts after transient failures, and dead letters for those
 * that cannot be answered. An answer that is already stored is published again instead of computed.
 */
export function createDurableWork(deps: DurableWorkDeps): (item: WorkItem, stopping: AbortSignal) => Promise<void> {
  const { queue, answers, runs, clock, logger, maxDeliveries, retryMs } = deps;

  async function forget(requestId: string): Promise<void> {
    try {
      await deps.forget(requestId);
    } catch (error) {
      logger.warn('the stored state of an answer could not be deleted', { request_id: requestId, reason: toServiceError(error).message });
    }
  }

  const bury = (item: WorkItem, { requestId }: ReadRequest['asker'], problem: ServiceError): Promise<void> =>
    item.bury({
      reason: problem.message,
      errorType: problem.kind,
      subject: item.headers[SUBJECT_HEADER] ?? SUBJECTS.durable,
      ...(requestId === null ? {} : { requestId }),
    });

  return async (item, stopping) => {
    const subject = item.headers[SUBJECT_HEADER] ?? SUBJECTS.durable;
    const { request, asker, failure } = deps.read(item.data, subject);
    if (request === undefined) {
      answers.fail(asker, failure ?? new ServiceError('internal', 'The message cannot be read.'), subject);
      return bury(item, asker, toServiceError(failure));
    }
    const { requestId } = request;
    const telling = answers.open(request, item.deliveries);
    const fail = async (problem: ServiceError): Promise<void> => {
      telling.giveUp(problem);
      await bury(item, asker, problem);
      return forget(requestId);
    };
    const known = await queue.answer(requestId);
    if (known !== undefined) {
      // The worker that stored it may have died before it could say that the answer has ended.
      if (item.deliveries > 1) {
        telling.repeat(resultText(known));
        await telling.end();
      }
      await item.answered(requestId, known);
      return forget(requestId);
    }
    if (item.deliveries > maxDeliveries) {
      return fail(new ServiceError('internal', `The request was tried ${maxDeliveries} times, and each time its worker died.`));
    }
    let text: string;
    try {
      text = await telling.answer(runs, stopping);
    } catch (error) {
      const problem = toServiceError(error);
      if (stopping.aborted) return item.retry(0);
      if (PASSING.has(problem.kind) && item.deliveries < maxDeliveries) {
        const pause = Math.min(
          Math.max(retryMs.first * 5 ** (item.deliveries - 1), (problem.retryAfterInSeconds ?? 0) * 1000),
          retryMs.longest,
        );
        const fields = { request_id: requestId, error_type: problem.kind, reason: problem.message, attempt: item.deliveries };
        logger.info('a request from the bus is retried later', fields);
        return item.retry(pause);
      }
      return fail(problem);
    }
    const latencyMs = Math.max(0, clock.now().getTime() - item.enqueuedAt.getTime());
    try {
      // Of several workers on one request only the one whose answer counts says that it has ended.
      await item.answered(requestId, encodeJson(resultEvent(request, text, latencyMs)), telling.end);
    } catch (error) {
      const problem = toServiceError(error);
      if (problem.kind === 'payload_too_large') return fail(problem);
      throw error;
    }
    return forget(requestId);
  };
}
