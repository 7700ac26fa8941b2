import { errorBody, toServiceError } from '../core/errors.ts';
import { sseResponse, type SseEvent } from '../core/sse.ts';
import { logFailure, STREAM_FAILURE } from '../http/log-failure.ts';
import type { Logger } from '../ports/system.ts';

/** An event as OpenAI's audio streams have them: it names its type itself. */
export interface AudioEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What a stream of events needs besides them. */
export interface EventStreamOptions {
  readonly requestId: string;
  readonly logger: Logger;
  /** Called at the end and when the client leaves, possibly both. */
  readonly ended: () => void;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Events as Server-Sent Events. A failure is logged, is an event of type `error` and ends the stream. */
export function eventStream(events: AsyncIterable<AudioEvent>, options: EventStreamOptions): Response {
  const { requestId, logger, ended, headers = {} } = options;
  async function* sent(): AsyncGenerator<SseEvent, void> {
    try {
      for await (const event of events) yield toSse(event);
    } catch (error) {
      const failure = toServiceError(error);
      logFailure(logger.with({ request_id: requestId }), failure, STREAM_FAILURE);
      yield toSse({ type: 'error', ...errorBody(failure, requestId) });
    } finally {
      ended();
    }
  }
  return sseResponse(
    (left) => {
      left.addEventListener('abort', ended, { once: true });
      return sent();
    },
    { headers },
  );
}

function toSse(event: AudioEvent): SseEvent {
  return { data: JSON.stringify(event) };
}
