import { abortable, deadline } from '../core/abort.ts';
import { ServiceError, toServiceError } from '../core/errors.ts';
import { encodeJson } from '../core/json.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import type { AnswerPart } from '../domain/reasoning/answer.ts';
import type { Bus, Message } from '../ports/bus.ts';
import type { Clock, Logger } from '../ports/system.ts';
import { endEvent, errorEvent, guardEvent, rejectedEvent, resultEvent, SUBJECTS, tokenEvent } from './events.ts';
import { readRequest, type BusRequest } from './read-request.ts';
import { collectAnswer, type Answer, type Runs } from './runs.ts';

export interface ConsumerDeps {
  readonly bus: Bus;
  readonly runs: Runs;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly maxCharacters: number;
  /** Most answers under way at once; further messages wait in the subscription. */
  readonly concurrency: number;
  /** Milliseconds that answers may still take once the consumer is stopped. */
  readonly drainMs: number;
  /** Milliseconds the bus may take to confirm that tokens have left before the result follows. */
  readonly flushTimeoutMs: number;
}

/** Members of this queue group share the requests. */
const QUEUE = 'reasoner';

/** Answers requests from the bus until the signal aborts; resolves when the last answer under way has ended. */
export function createConsumer(deps: ConsumerDeps): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const draining = new AbortController();
    const underWay = new Set<Promise<void>>();
    const consume = async (subject: string): Promise<void> => {
      for await (const message of deps.bus.subscribe(subject, { signal, queue: QUEUE })) {
        while (underWay.size >= deps.concurrency) await Promise.race(underWay);
        const work = answer(deps, message, draining.signal).finally(() => underWay.delete(work));
        underWay.add(work);
      }
    };
    await Promise.all([consume(SUBJECTS.request), consume(SUBJECTS.legacyRequest)]);
    const timer = setTimeout(() => draining.abort(new ServiceError('unavailable', 'The service is stopping.')), deps.drainMs);
    await Promise.all(underWay);
    clearTimeout(timer);
  };
}

/** Answers one message; whatever goes wrong becomes an error event. */
async function answer(deps: ConsumerDeps, message: Message, signal: AbortSignal): Promise<void> {
  const { bus, clock, logger } = deps;
  const start = clock.elapsed();
  const { request, asker, failure } = readRequest(message.data, deps.maxCharacters);
  const publish = (subject: string, event: object): void =>
    bus.publish(subject, encodeJson(event), asker.requestId === null ? {} : { [REQUEST_ID_HEADER]: asker.requestId });
  try {
    if (request === undefined) throw failure;
    await reply(deps, request, { publish, signal, start });
  } catch (error) {
    const problem = toServiceError(error);
    const fields = {
      request_id: asker.requestId ?? undefined,
      subject: message.subject,
      error_type: problem.kind,
      reason: problem.message,
    };
    logger.warn('request from the bus failed', fields);
    publish(SUBJECTS.error, errorEvent(asker, problem, clock.now()));
  }
}

interface ReplyOptions {
  readonly publish: (subject: string, event: object) => void;
  readonly signal: AbortSignal;
  /** Elapsed milliseconds at the request's arrival. */
  readonly start: number;
}

/** Publishes tokens, the end marker, the guard's outcome and the result, in this order. */
async function reply(deps: ConsumerDeps, request: BusRequest, { publish, signal, start }: ReplyOptions): Promise<void> {
  const { clock } = deps;
  const { requestId, text } = request;
  const stream = SUBJECTS.stream(requestId);
  let sequence = 0;
  const published = async function* (parts: AsyncIterable<AnswerPart>): AsyncGenerator<AnswerPart, void> {
    for await (const part of parts) {
      if (part.type === 'text-delta') publish(stream, tokenEvent(requestId, sequence++, part.text));
      yield part;
    }
  };
  let answered: Answer;
  try {
    const run = deps.runs.start({ messages: [{ role: 'user', content: text }] }, { requestId, signal });
    answered = await collectAnswer(published(run.parts));
  } finally {
    publish(stream, endEvent(requestId, sequence));
  }
  const { screened, inspected } = answered.outcome ?? {};
  if (screened?.verdict === 'block') publish(SUBJECTS.rejected, rejectedEvent(request, screened, answered.text, clock.now()));
  if (inspected?.verdict === 'block' || inspected?.verdict === 'redact') {
    publish(SUBJECTS.intercepted, guardEvent(request, inspected, clock.now()));
  }
  await flush(deps);
  publish(SUBJECTS.result, resultEvent(request, answered.text, Math.round((clock.elapsed() - start) * 100) / 100));
}

/** Waits until the tokens have left, so that the result never overtakes the last of them. */
async function flush({ bus, logger, flushTimeoutMs }: ConsumerDeps): Promise<void> {
  try {
    const signal = deadline(flushTimeoutMs);
    await abortable(bus.ping(signal), signal);
  } catch (error) {
    logger.warn('the bus did not confirm what was published', { reason: toServiceError(error).message });
  }
}
