import { messageOf, ServiceError, toServiceError } from '../core/errors.ts';
import { encodeJson } from '../core/json.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import { hundredths } from '../core/rounded.ts';
import type { Bus, Message } from '../ports/bus.ts';
import type { Clock, Logger } from '../ports/system.ts';
import type { WorkItem, WorkQueue } from '../ports/work-queue.ts';
import type { BusAnswers } from './bus-answer.ts';
import type { ChatMessage } from './bus-chat.ts';
import { SUBJECT_HEADER } from './durable-work.ts';
import { acceptedEvent, errorEvent, resultEvent, SUBJECTS } from './events.ts';
import type { ReadRequest } from './read-request.ts';
import type { Runs } from './runs.ts';

export interface ConsumerDeps {
  readonly bus: Bus;
  readonly answers: BusAnswers;
  readonly read: (data: Uint8Array, subject: string) => ReadRequest;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Most concurrent answers; further messages wait in the subscription. */
  readonly concurrency: number;
  /** Milliseconds that running answers may take once the consumer is stopped. */
  readonly drainMs: number;
  /** Answers a chat completion request to its inbox. */
  readonly chat: (message: ChatMessage, signal: AbortSignal) => Promise<void>;
  /** Answers requests directly, for a service without a queue. */
  readonly runs: Runs;
  /** Keeps requests until they are answered; without it a request is lost with its process. */
  readonly durable?: {
    readonly queue: WorkQueue;
    readonly work: (item: WorkItem, stopping: AbortSignal) => Promise<void>;
    /** Whether the queue itself takes what is published on its subject, as JetStream does. */
    readonly listens: boolean;
  };
}

/** Members of this queue group share the requests. */
const QUEUE = 'reasoner';
/** Messages that may be on their way into the queue at once. */
const INTAKE = 64;

/** Answers requests from the bus until the signal aborts; resolves when the last answer under way has ended. */
export function createConsumer(deps: ConsumerDeps): (signal: AbortSignal) => Promise<void> {
  const { bus, durable } = deps;
  return async (signal) => {
    const draining = new AbortController();
    const each = async (
      subject: string,
      most: Set<Promise<void>>,
      limit: number,
      work: (message: Message) => Promise<void>,
    ): Promise<void> => {
      for await (const message of bus.subscribe(subject, { signal, queue: QUEUE })) {
        while (most.size >= limit) await Promise.race(most);
        const running = work(message)
          .catch((error: unknown) =>
            deps.logger.warn('a message from the bus could not be answered', { subject, reason: messageOf(error) }),
          )
          .finally(() => most.delete(running));
        most.add(running);
      }
    };
    const underWay = new Set<Promise<void>>();
    const entering = durable === undefined ? underWay : new Set<Promise<void>>();
    const limit = durable === undefined ? deps.concurrency : INTAKE;
    const take =
      durable === undefined
        ? (message: Message) => answer(deps, message, draining.signal)
        : (message: Message) => enter(deps, durable.queue, message);
    const subjects = [SUBJECTS.request, SUBJECTS.legacyRequest, ...(durable?.listens === false ? [SUBJECTS.durable] : [])];
    const chatting = each(SUBJECTS.chat, underWay, deps.concurrency, (message) =>
      hasInbox(message) ? deps.chat(message, draining.signal) : take(message),
    );
    const working = durable?.queue.consume((item) => durable.work(item, draining.signal), { concurrency: deps.concurrency, signal });
    await Promise.all([...subjects.map((subject) => each(subject, entering, limit, take)), chatting]);
    const timer = setTimeout(() => draining.abort(new ServiceError('unavailable', 'The service is stopping.')), deps.drainMs);
    await Promise.all([...underWay, ...entering, working]);
    clearTimeout(timer);
  };
}

function hasInbox(message: Message): message is ChatMessage {
  return message.reply !== undefined;
}

/** Puts one message into the queue, and sends a receipt if one is expected. A message that is not a valid request becomes a dead letter. */
async function enter({ bus, answers, read, clock, logger }: ConsumerDeps, queue: WorkQueue, message: Message): Promise<void> {
  const { subject, data } = message;
  const { request, asker, failure } = read(data, subject);
  const receipt = (event: object): void => {
    if (message.reply !== undefined) bus.publish(message.reply, encodeJson(event));
  };
  let problem = failure;
  if (request !== undefined) {
    const headers = { [REQUEST_ID_HEADER]: request.requestId, [SUBJECT_HEADER]: subject };
    const outcome = await queue.enqueue(request.requestId, data, headers).catch(toServiceError);
    if (!(outcome instanceof ServiceError)) return receipt(acceptedEvent(request, outcome === 'duplicate'));
    problem = outcome;
  }
  const failed = problem ?? new ServiceError('internal', 'The message cannot be read.');
  answers.fail(asker, failed, subject);
  const at = clock.now();
  // A message that could not be stored is answered with an error, so that it is not lost silently. Only those that no attempt can store
  // are kept.
  if (request === undefined || failed.kind === 'payload_too_large') {
    const known = asker.requestId === null ? {} : { requestId: asker.requestId };
    const why = { reason: failed.message, errorType: failed.kind, ...known };
    try {
      await queue.bury({ subject, data, headers: message.headers, deliveries: 0, firstAt: at, at, ...why });
    } catch (error) {
      logger.warn('a dead letter could not be kept', { subject, reason: toServiceError(error).message });
    }
  }
  receipt(errorEvent(asker, failed, at));
}

/** Answers one message; any failure becomes an error event. */
async function answer({ answers, read, runs, clock }: ConsumerDeps, { data, subject }: Message, signal: AbortSignal): Promise<void> {
  const start = clock.elapsed();
  const { request, asker, failure } = read(data, subject);
  if (request === undefined) return answers.fail(asker, toServiceError(failure), subject);
  const telling = answers.open(request);
  try {
    const text = await telling.answer(runs, signal);
    const latencyMs = hundredths(clock.elapsed() - start);
    await telling.end();
    answers.publish(SUBJECTS.result, resultEvent(request, text, latencyMs), request.requestId);
  } catch (error) {
    telling.giveUp(toServiceError(error));
  }
}
