import { errorBody, type ServiceError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { SseEvent, SseEvents } from '../core/sse.ts';

/** Turns a checked chat completion into the answer format of the client's route. */
export interface ReplyForm {
  /** The message field for a refusal. */
  readonly refusesIn: 'content' | 'refusal';
  /** The body of a complete answer. */
  whole(completion: JsonObject): JsonObject;
  /** Starts a streamed answer. */
  stream(): StreamForm;
}

/** Makes the events of one streamed answer; an empty list sends nothing. */
export interface StreamForm {
  /** Before the first chunk. */
  begin(): SseEvents;
  /** For a chunk that has been checked. */
  chunk(chunk: JsonObject): SseEvents;
  /** When the answer fails midway. */
  failed(failure: ServiceError, requestId: string): SseEvents;
  /** After the last chunk, or the failure. */
  end(): SseEvents;
}

/** The event that ends every stream. */
export const DONE: SseEvent = { data: '[DONE]' };

const chatStream: StreamForm = {
  begin: () => [],
  chunk: (chunk) => ({ data: JSON.stringify(chunk) }),
  failed: (failure, requestId) => ({ data: JSON.stringify(errorBody(failure, requestId)) }),
  end: () => DONE,
};

/** Chat completions, unchanged (https://platform.openai.com/docs/api-reference/chat). */
export const CHAT_FORM: ReplyForm = { refusesIn: 'content', whole: (completion) => completion, stream: () => chatStream };

/** The same for replies read by programs, which expect JSON in `content` and refusals in `refusal`. */
export const PARSED_CHAT_FORM: ReplyForm = { ...CHAT_FORM, refusesIn: 'refusal' };
