import { errorBody, type ServiceError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { SseEvent, SseEvents } from '../core/sse.ts';

/** How a client is answered with a chat completion, which is what is checked. */
export interface ReplyForm {
  /** Where a message says that it was refused. */
  readonly refusesIn: 'content' | 'refusal';
  /** A complete answer, after its check. */
  whole(completion: JsonObject): JsonObject;
  /** An answer that is about to be streamed. */
  stream(): StreamForm;
}

/** The events of one streamed answer, in the order they are asked for; an empty list sends nothing. */
export interface StreamForm {
  /** Before the first chunk. */
  begin(): SseEvents;
  /** Of a chunk after its check. */
  chunk(chunk: JsonObject): SseEvents;
  /** Instead of what would have come. */
  failed(failure: ServiceError, requestId: string): SseEvents;
  /** Behind the last chunk, or the failure. */
  end(): SseEvents;
}

/** What ends every stream. */
export const DONE: SseEvent = { data: '[DONE]' };

const chatStream: StreamForm = {
  begin: () => [],
  chunk: (chunk) => ({ data: JSON.stringify(chunk) }),
  failed: (failure, requestId) => ({ data: JSON.stringify(errorBody(failure, requestId)) }),
  end: () => DONE,
};

/** Chat completions as they are (https://platform.openai.com/docs/api-reference/chat). */
export const CHAT_FORM: ReplyForm = { refusesIn: 'content', whole: (completion) => completion, stream: () => chatStream };
