import { ServiceError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { ChatMessage, ChatRole } from '../ports/language.ts';
import { fault } from './fields.ts';

const ROLES: readonly ChatRole[] = ['system', 'developer', 'user', 'assistant', 'tool'];

export interface MessageLimits {
  readonly maxMessages: number;
  readonly maxCharacters: number;
}

/**
 * The conversation of a chat request, its text parts joined by line breaks. Throws `invalid_input` naming
 * the message at fault, and `payload_too_large` over a limit.
 */
export function readMessages(value: JsonValue | undefined, limits: MessageLimits): ChatMessage[] {
  if (!Array.isArray(value) || value.length === 0) throw fault('messages', 'is required and must be an array that is not empty');
  if (value.length > limits.maxMessages) throw tooLong(`messages holds more than the limit of ${limits.maxMessages} messages.`);
  const messages = value.map((message, index) => readMessage(message, `messages[${index}]`));
  const characters = messages.reduce((sum, message) => sum + message.content.length, 0);
  if (characters > limits.maxCharacters) throw tooLong(`messages holds more than the limit of ${limits.maxCharacters} characters.`);
  return messages;
}

function tooLong(message: string): ServiceError {
  return new ServiceError('payload_too_large', message, { param: 'messages' });
}

function readMessage(message: JsonValue, param: string): ChatMessage {
  if (!isJsonObject(message)) throw fault(param, 'must be an object with role and content');
  const role = ROLES.find((candidate) => candidate === message.role);
  if (role === undefined) throw fault(`${param}.role`, `must be one of ${ROLES.join(', ')}`);
  return { role, content: readContent(message, role, `${param}.content`) };
}

function readContent(message: JsonObject, role: ChatRole, param: string): string {
  const content = message.content ?? null;
  if (typeof content === 'string') return content;
  // An assistant message that only called a tool has no content.
  if (content === null && role === 'assistant') return '';
  if (!Array.isArray(content) || content.length === 0) throw fault(param, 'must be a string or an array of text parts');
  return content.map((part, index) => readPart(part, `${param}[${index}]`)).join('\n');
}

function readPart(part: JsonValue, param: string): string {
  if (!isJsonObject(part)) throw fault(param, 'must be an object with type and text');
  const text = part.type === 'text' ? part.text : part.type === 'refusal' ? part.refusal : undefined;
  if (typeof text === 'string') return text;
  if (part.type === 'text' || part.type === 'refusal') throw fault(`${param}.${part.type}`, 'must be a string');
  throw fault(`${param}.type`, 'must be text: this model reads no images, audio or files');
}
