import { ServiceError, toServiceError } from '../core/errors.ts';
import { decodeJson, isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { ChatRequest, ModelCapabilities } from '../ports/language.ts';
import { fault, optionalText, readObject, requiredText } from './fields.ts';
import { readCompletion } from './read-completion.ts';
import type { MessageLimits } from './read-messages.ts';

/** A reasoning request from the bus. */
export interface BusRequest {
  readonly requestId: string;
  readonly userId: string;
  /** The subject on which it arrived. */
  readonly subject: string;
  readonly chat: ChatRequest;
}

/** A parsed message: a request, or what is wrong with it and as much of the requester as it says. */
export interface ReadRequest {
  readonly request?: BusRequest;
  readonly failure?: ServiceError;
  readonly asker: { readonly requestId: string | null; readonly userId: string | null };
}

/** A request id becomes a token of a subject, so it must not contain a dot, a space or a wildcard. */
const REQUEST_ID = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Parses `{ request_id, user_id, text }`, or `{ request_id, user_id, … }` with the fields of a chat completion. Never throws: the
 * failure names the field.
 */
export function readRequest(data: Uint8Array, subject: string, limits: MessageLimits, takes: ModelCapabilities = {}): ReadRequest {
  let object: JsonObject = {};
  try {
    object = parse(data);
    const requestId = requiredText(object, 'request_id');
    if (!REQUEST_ID.test(requestId)) throw fault('request_id', 'must be 1 to 128 characters of A-Z a-z 0-9 _ -');
    const userId = optionalText(object, 'user_id') ?? optionalText(object, 'user') ?? '';
    const hasMessages = (object.text ?? undefined) === undefined && (object.messages ?? undefined) !== undefined;
    const chat = hasMessages ? readCompletion(object, limits, { takes }).request : readText(object, limits.maxCharacters);
    return { request: { requestId, userId, subject, chat }, asker: { requestId, userId } };
  } catch (error) {
    return {
      failure: toServiceError(error),
      asker: { requestId: known(object.request_id, REQUEST_ID), userId: known(object.user_id, /^.{0,256}$/su) },
    };
  }
}

function readText(object: JsonObject, maxCharacters: number): ChatRequest {
  const text = requiredText(object, 'text');
  if (text.length > maxCharacters) {
    throw new ServiceError('payload_too_large', `text is longer than the limit of ${maxCharacters} characters.`, { param: 'text' });
  }
  return { messages: [{ role: 'user', content: text }] };
}

function parse(data: Uint8Array): JsonObject {
  let value: JsonValue;
  try {
    value = decodeJson(data);
  } catch (cause) {
    throw new ServiceError('invalid_input', 'The message is not valid JSON in UTF-8.', { cause });
  }
  if (!isJsonObject(value)) throw new ServiceError('invalid_input', 'The message must be a JSON object.');
  return readObject(value);
}

function known(value: unknown, pattern: RegExp): string | null {
  return typeof value === 'string' && pattern.test(value) ? value : null;
}
