import { errorBody, toServiceError } from '../core/errors.ts';
import { sseResponse, type SseEvent } from '../core/sse.ts';

/** An event as OpenAI's audio streams have them: it names its type itself. */
export interface AudioEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What a stream of events needs besides them. */
export interface EventStreamOptions {
  readonly requestId: string;
  /** Called at the end and when the client leaves, possibly both. */
  readonly ended: () => void;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Events as Server-Sent Events. A failure is an event of type `error` and ends the stream. */
export function eventStream(events: AsyncIterable<AudioEvent>, { requestId, ended, headers = {} }: EventStreamOptions): Response {
  async function* sent(): AsyncGenerator<SseEvent, void> {
    try {
      for await (const event of events) yield toSse(event);
    } catch (error) {
      yield toSse({ type: 'error', ...errorBody(toServiceError(error), requestId) });
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
