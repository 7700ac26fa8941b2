import { headers as natsHeaders, nanos, NatsError, type Consumer, type JsMsg, type MsgHdrs, type NatsConnection } from 'nats.ws';
import { abortable, deadline, delay } from '../../core/abort.ts';
import { encodeDeadLetter, type BuriedMessage } from '../../core/dead-letter.ts';
import { messageOf, ServiceError, toServiceError } from '../../core/errors.ts';
import { cleanHeaders } from '../../core/message-headers.ts';
import { REQUEST_ID_HEADER } from '../../core/request-id.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import type { WorkItem, WorkQueue } from '../../ports/work-queue.ts';
import { createNatsDeadLetters } from './dead-letters.ts';
import type { NatsServers } from './server-address.ts';
import { createSession } from './session.ts';
import { prepareStreams, streamNames, WORKER, type WorkLimits, type WorkSubjects } from './work-streams.ts';

export interface NatsWorkQueueOptions extends NatsServers {
  /** On how many servers of a cluster each stream is kept; absent leaves that as it is, which is one for new streams. */
  readonly replicas?: number | undefined;
  /** Streams are named `<prefix>_REQUESTS`, `<prefix>_ANSWERS` and `<prefix>_DEAD_LETTERS`. */
  readonly prefix: string;
  readonly subjects: WorkSubjects;
  readonly limits: WorkLimits;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time limit of one call of the server: 5000 ms by default. */
  readonly timeoutMs?: number;
  /** How long an answer or a dead letter waits for a server that is down: 120 000 ms by default. */
  readonly patienceMs?: number;
}

const ACK = '+ACK';
const PROGRESS = '+WPI';
/** The shortest time that the server allows for a pull, in milliseconds. */
const PULL_MS = 5000;
const PAUSE_MS = 250;

/** JetStream's error codes: another sequence was expected, no message found, stream full. */
const WRONG_LAST = new Set([10071, 10164]);
const NOT_FOUND = 10037;
/** No such consumer, no such stream: somebody deleted it, or its only server is lost. */
const MISSING = new Set([10014, 10059]);
const FULL = 10077;

/**
 * A work queue in JetStream: a work-queue stream from which several workers pull, a stream with one message per answered request, one
 * that publishes results, and one of dead letters. An answer is stored only if there is none yet, and the server publishes it once
 * within the window of duplicates, so a request has one result however many workers died or worked on it.
 */
export function createNatsWorkQueue(options: NatsWorkQueueOptions): WorkQueue {
  const { prefix, subjects, limits, clock, logger, timeoutMs = 5000, patienceMs = 120_000 } = options;
  const names = streamNames(prefix);
  const session = createSession({
    url: options.url,
    credentials: options.credentials,
    name: 'work-queue',
    logger,
    timeoutMs,
    prepare: (nats) => prepareStreams(nats, { prefix, subjects, limits, timeoutMs, replicas: options.replicas }),
  });

  async function attempt<T>(work: (nats: NatsConnection) => Promise<T>, nats: NatsConnection): Promise<T> {
    try {
      return await work(nats);
    } catch (error) {
      throw fromNats(error);
    }
  }

  const asked = async <T>(work: (nats: NatsConnection) => Promise<T>): Promise<T> => attempt(work, await session.use());
  const persist = <T>(work: (nats: NatsConnection) => Promise<T>): Promise<T> => session.persist((nats) => attempt(work, nats), patienceMs);

  async function publish(
    nats: NatsConnection,
    subject: string,
    data: Uint8Array,
    msgID: string,
    given: Readonly<Record<string, string>> = {},
  ) {
    const carried = natsHeaders();
    for (const [name, value] of Object.entries(cleanHeaders(given))) if (!/^nats-/i.test(name)) carried.set(name, value);
    return nats.jetstream({ timeout: timeoutMs }).publish(subject, data.slice(), { msgID, headers: carried });
  }

  /** Tells the server what becomes of a message, over any connection, and waits for its confirmation. */
  const settle = (message: JsMsg, verdict: string): Promise<void> =>
    persist(async (nats) => {
      await nats.request(ackSubject(message), verdict, { timeout: timeoutMs });
    });

  /** Whether it is the first answer to the request. */
  async function keepAnswer(id: string, result: Uint8Array): Promise<boolean> {
    // The server confirms a repeated message as it did the first one, whose confirmation may have been lost.
    const msgID = crypto.randomUUID();
    return persist(async (nats) => {
      try {
        await nats
          .jetstream({ timeout: timeoutMs })
          .publish(`${subjects.answers}.${id}`, result.slice(), { msgID, expect: { lastSubjectSequence: 0 } });
        return true;
      } catch (error) {
        if (error instanceof NatsError && WRONG_LAST.has(error.api_error?.err_code ?? 0)) return false;
        throw error;
      }
    });
  }

  async function stored(id: string): Promise<Uint8Array | undefined> {
    return asked(async (nats) => {
      const manager = await nats.jetstreamManager({ timeout: timeoutMs });
      try {
        return (await manager.streams.getMessage(names.answers, { last_by_subj: `${subjects.answers}.${id}` })).data;
      } catch (error) {
        if (error instanceof NatsError && error.api_error?.err_code === NOT_FOUND) return undefined;
        throw error;
      }
    });
  }

  const buryAs = (msgID: string, letter: BuriedMessage): Promise<unknown> =>
    persist((nats) => publish(nats, subjects.failed, encodeDeadLetter(letter), msgID));

  function itemOf(message: JsMsg, settled: () => void): WorkItem {
    const enqueuedAt = new Date(message.info.timestampNanos / 1e6);
    const headers = fromHeaders(message.headers);
    const { redeliveryCount: deliveries } = message.info;
    const data = message.data.slice();
    return {
      data,
      headers,
      deliveries,
      enqueuedAt,
      async done() {
        await settle(message, ACK);
        settled();
      },
      async answered(id, result, beforeTold) {
        const isFirst = await keepAnswer(id, result);
        if (isFirst) await beforeTold?.();
        const kept = isFirst ? result : ((await persist(() => stored(id))) ?? result);
        await persist((nats) => publish(nats, subjects.answers, kept, id, { [REQUEST_ID_HEADER]: id }));
        await settle(message, ACK);
        settled();
        return isFirst;
      },
      async retry(delayMs) {
        await settle(message, `-NAK ${JSON.stringify({ delay: nanos(delayMs) })}`);
        settled();
      },
      async bury(why) {
        const letter = { subject: subjects.work, data, headers, deliveries, firstAt: enqueuedAt, at: clock.now(), ...why };
        await buryAs(`${prefix}-${message.seq}`, letter);
        await settle(message, ACK);
        settled();
      },
    };
  }

  async function handle(message: JsMsg, work: (item: WorkItem) => Promise<void>): Promise<void> {
    let isSettled = false;
    const alive = setInterval(() => {
      if (isSettled) return;
      session
        .use()
        .then((nats) => nats.publish(ackSubject(message), PROGRESS))
        .catch(() => undefined);
    }, limits.leaseMs / 3);
    const item = itemOf(message, () => {
      isSettled = true;
    });
    try {
      await work(item);
    } catch (error) {
      logger.error('work from the queue failed unexpectedly', { reason: toServiceError(error).message });
    } finally {
      clearInterval(alive);
    }
    if (!isSettled) await settle(message, `-NAK ${JSON.stringify({ delay: nanos(limits.leaseMs) })}`).catch(() => undefined);
  }

  /** The next message; undefined if there is none now. */
  async function pull(nats: NatsConnection, consumer: Consumer, signal: AbortSignal): Promise<JsMsg | undefined> {
    const messages = await consumer.fetch({ max_messages: 1, expires: PULL_MS });
    const first = (async () => {
      for await (const message of messages) return message;
      return undefined;
    })();
    const lost = nats.closed().then(() => undefined);
    try {
      // The server's own limit ends a pull; this one is for a server that has fallen silent.
      return await abortable(Promise.race([first, lost]), deadline(PULL_MS + timeoutMs, signal));
    } catch (error) {
      // Closing tells the server that nobody listens; messages on their way are delivered again.
      await messages.close();
      first.then((late) => late?.nak()).catch(() => undefined);
      throw error;
    }
  }

  /** One slot of the queue: handles one message after the other. */
  async function take(work: (item: WorkItem) => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const nats = await abortable(session.use(), signal);
        const consumer = await abortable(nats.jetstream({ timeout: timeoutMs }).consumers.get(names.work, WORKER), signal);
        while (!signal.aborted && !nats.isClosed()) {
          const message = await pull(nats, consumer, signal);
          // A consumer that gives nothing may have been deleted.
          if (message === undefined) break;
          await handle(message, work);
        }
      } catch (error) {
        if (signal.aborted) return;
        logger.debug('the work queue cannot be read', { reason: messageOf(error) });
        if (isMissing(error)) await session.repair().catch(() => undefined);
        await delay(PAUSE_MS, signal).catch(() => undefined);
      }
    }
  }

  return {
    enqueue: (id, data, headers) =>
      asked(async (nats) => ((await publish(nats, subjects.work, data, id, headers)).duplicate ? 'duplicate' : 'stored')),

    async consume(work, { concurrency, signal }) {
      await Promise.all(Array.from({ length: concurrency }, () => take(work, signal)));
    },

    answer: stored,

    async bury(message) {
      await buryAs(crypto.randomUUID(), message);
    },

    deadLetters: createNatsDeadLetters({
      asked,
      stream: names.dead,
      subject: subjects.failed,
      timeoutMs,
      enqueue: async (msgID, data, headers) => {
        await asked((nats) => publish(nats, subjects.work, data, msgID, headers));
      },
    }),

    backlog: () =>
      asked(async (nats) => {
        const { streams } = await nats.jetstreamManager({ timeout: timeoutMs });
        const [work, dead] = await Promise.all([streams.info(names.work), streams.info(names.dead)]);
        return { pending: work.state.messages, deadLetters: dead.state.messages };
      }),

    async ping(signal) {
      const seen = asked(async (nats) => (await nats.jetstreamManager({ timeout: timeoutMs })).consumers.info(names.work, WORKER));
      await abortable(
        seen.catch((error: unknown) => {
          if (error instanceof ServiceError && isMissing(error.cause)) return session.repair();
          throw error;
        }),
        signal,
      );
    },

    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

/** The subject for acknowledging a delivery (ADR-15 of NATS), also after its connection was lost. */
function ackSubject({ info }: JsMsg): string {
  const place = info.domain === '' ? [] : [info.domain, info.account_hash ?? '_'];
  const { stream, consumer, redeliveryCount, streamSequence, deliverySequence, timestampNanos, pending } = info;
  return ['$JS.ACK', ...place, stream, consumer, redeliveryCount, streamSequence, deliverySequence, timestampNanos, pending].join('.');
}

function isMissing(error: unknown): boolean {
  return error instanceof NatsError && MISSING.has(error.api_error?.err_code ?? 0);
}

function fromHeaders(received: MsgHdrs | undefined): Record<string, string> {
  return Object.fromEntries((received?.keys() ?? []).map((name) => [name, received?.get(name) ?? '']));
}

function fromNats(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (!(error instanceof NatsError)) return new ServiceError('unavailable', 'The work queue is not available right now.', { cause: error });
  if (error.api_error?.err_code === FULL) {
    return new ServiceError('too_many_requests', 'The work queue is full.', { cause: error, retryAfterInSeconds: 5 });
  }
  if (error.code === 'MAX_PAYLOAD_EXCEEDED') {
    return new ServiceError('payload_too_large', 'The message is larger than the bus takes.', { cause: error });
  }
  return new ServiceError('unavailable', 'The work queue is not available right now.', { cause: error, retryAfterInSeconds: 1 });
}
