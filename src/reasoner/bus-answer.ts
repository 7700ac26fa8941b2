import { abortable, deadline } from '../core/abort.ts';
import { toServiceError, type ServiceError } from '../core/errors.ts';
import { encodeJson } from '../core/json.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import type { AnswerPart } from '../domain/reasoning/answer.ts';
import { BUS_FAILURE, logFailure } from '../http/log-failure.ts';
import type { Bus } from '../ports/bus.ts';
import type { MemoryScope } from '../ports/memory.ts';
import type { Clock, Logger } from '../ports/system.ts';
import { endEvent, errorEvent, guardEvent, rejectedEvent, SUBJECTS, tokenEvent } from './events.ts';
import type { BusRequest, ReadRequest } from './read-request.ts';
import { collectAnswer, type Answer, type Runs } from './runs.ts';

export interface BusAnswersDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds the bus may take to confirm that tokens have been sent before the result is published. */
  readonly flushTimeoutMs: number;
  /** The memory that a request uses; without it none is used. */
  readonly memoryOf?: ((request: BusRequest) => MemoryScope | undefined) | undefined;
}

/** One attempt to answer a request, as published on the bus. */
export interface Telling {
  /** Publishes the tokens and returns the whole text. */
  answer(runs: Runs, signal: AbortSignal): Promise<string>;
  /** Publishes the text of an answer that an earlier attempt has stored, as one token, since that attempt may have ended before its end marker. */
  repeat(text: string): void;
  /** Publishes the end marker and what the guard did, and resolves once all of it has been sent. */
  end(): Promise<void>;
  /** Publishes the end marker, unless it has been, and the error of an answer that has failed. */
  giveUp(problem: ServiceError): void;
}

/** Publishes the reasoner's answers on the bus. */
export interface BusAnswers {
  /** `attempt` counts from 1; a further attempt publishes its tokens from the first one again. */
  open(request: BusRequest, attempt?: number): Telling;
  fail(asker: ReadRequest['asker'], problem: ServiceError, subject: string): void;
  publish(subject: string, event: object, requestId: string | null): void;
}

export function createBusAnswers({ bus, clock, logger, flushTimeoutMs, memoryOf }: BusAnswersDeps): BusAnswers {
  const publish: BusAnswers['publish'] = (subject, event, requestId) =>
    bus.publish(subject, encodeJson(event), requestId === null ? {} : { [REQUEST_ID_HEADER]: requestId });

  const fail: BusAnswers['fail'] = (asker, problem, subject) => {
    logFailure(logger.with({ request_id: asker.requestId ?? undefined, subject }), problem, BUS_FAILURE);
    publish(SUBJECTS.error, errorEvent(asker, problem, clock.now()), asker.requestId);
  };

  /** Waits until the tokens have been sent, so that the result never overtakes the last of them. */
  async function flush(): Promise<void> {
    try {
      const signal = deadline(flushTimeoutMs);
      await abortable(bus.ping(signal), signal);
    } catch (error) {
      logger.warn('the bus did not confirm what was published', { reason: toServiceError(error).message });
    }
  }

  return {
    publish,
    fail,
    open(request, attempt = 1) {
      const { requestId, subject } = request;
      const stream = SUBJECTS.stream(requestId);
      let sequence = 0;
      let hasEnded = false;
      let answered: Pick<Answer, 'text' | 'outcome'> | undefined;
      const again = attempt > 1 ? { attempt } : {};
      const tell = (event: object): void => publish(stream, { ...event, ...again }, requestId);
      const told = async function* (parts: AsyncIterable<AnswerPart>): AsyncGenerator<AnswerPart, void> {
        for await (const part of parts) {
          if (part.type === 'text-delta') tell(tokenEvent(requestId, sequence++, part.text));
          yield part;
        }
      };
      const tellEnd = (): void => {
        if (!hasEnded) tell(endEvent(requestId, sequence));
        hasEnded = true;
      };
      return {
        async answer(runs, signal) {
          const run = runs.start(request.chat, { requestId, signal, memory: memoryOf?.(request) });
          const { text, refusal, outcome } = await collectAnswer(told(run.parts));
          answered = { text: text + refusal, outcome };
          return answered.text;
        },
        repeat(text) {
          if (text !== '') tell(tokenEvent(requestId, sequence++, text));
        },
        async end() {
          tellEnd();
          const { text = '', outcome: { screened, inspected } = {} } = answered ?? {};
          if (screened?.verdict === 'block') publish(SUBJECTS.rejected, rejectedEvent(request, screened, text, clock.now()), requestId);
          if (inspected?.verdict === 'block' || inspected?.verdict === 'redact') {
            publish(SUBJECTS.intercepted, guardEvent(request, inspected, clock.now()), requestId);
          }
          await flush();
        },
        giveUp(problem) {
          tellEnd();
          fail(request, problem, subject);
        },
      };
    },
  };
}
