import { ServiceError } from '../core/errors.ts';
import { isJsonObject, textOf, type JsonObject, type JsonValue } from '../core/json.ts';
import type { ChatFile, ChatImage, ChatMessage, ChatRole, FunctionCall } from '../ports/language.ts';
import type { AttachedFiles } from './attached-files.ts';
import { toFunctionCall } from './custom-tools.ts';
import { fault, optionalWord } from './fields.ts';

const ROLES: readonly ChatRole[] = ['system', 'developer', 'user', 'assistant', 'tool'];

export interface MessageLimits {
  readonly maxMessages: number;
  readonly maxCharacters: number;
  /** Whether user messages may contain images; false by default. */
  readonly takesImages?: boolean;
  /** The files in user messages, which have been read; if absent, there may be none. */
  readonly files?: AttachedFiles | undefined;
}

/**
 * The conversation of a chat request, its text parts joined by line breaks. Throws `invalid_input` naming
 * the message at fault, and `payload_too_large` over a limit.
 */
export function readMessages(value: JsonValue | undefined, limits: MessageLimits): ChatMessage[] {
  if (!Array.isArray(value) || value.length === 0) throw fault('messages', 'is required and must be an array that is not empty');
  if (value.length > limits.maxMessages) throw tooLong(`messages holds more than the limit of ${limits.maxMessages} messages.`);
  const messages = value.map((message, index) => readMessage(message, `messages[${index}]`, limits));
  const characters = messages.reduce((sum, message) => sum + lengthOf(message), 0);
  if (characters > limits.maxCharacters) throw tooLong(`messages holds more than the limit of ${limits.maxCharacters} characters.`);
  return messages;
}

/** Characters of one message, with its files. Images count by their fields; their bytes are bounded by the limit on bodies. */
export function lengthOf({ content, files = [], reasoning = '', toolCalls = [] }: ChatMessage): number {
  const texts = files.reduce((sum, { text }) => sum + text.length, content.length + reasoning.length);
  return toolCalls.reduce((sum, call) => sum + call.name.length + call.arguments.length, texts);
}

function tooLong(message: string): ServiceError {
  return new ServiceError('payload_too_large', message, { param: 'messages' });
}

function readMessage(message: JsonValue, param: string, limits: MessageLimits): ChatMessage {
  if (!isJsonObject(message)) throw fault(param, 'must be an object with role and content');
  const role = ROLES.find((candidate) => candidate === message.role);
  if (role === undefined) throw fault(`${param}.role`, `must be one of ${ROLES.join(', ')}`);
  const toolCalls = role === 'assistant' ? readToolCalls(message.tool_calls, `${param}.tool_calls`) : [];
  const reasoning = role === 'assistant' ? textOf(message.reasoning_content) || textOf(message.reasoning) : '';
  const toolCallId = role === 'tool' ? readCallId(message.tool_call_id, `${param}.tool_call_id`) : undefined;
  const { content, images = [], files = [] } = readContent(message, role, `${param}.content`, limits);
  return {
    role,
    content,
    ...(images.length === 0 ? {} : { images }),
    ...(files.length === 0 ? {} : { files }),
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...readName(message, role, `${param}.name`),
  };
}

/** As OpenAI's API takes it; too short for instructions. */
const NAME = /^[^\s<|\\/>]{1,64}$/;

function readName({ name = null }: JsonObject, role: ChatRole, param: string): Pick<ChatMessage, 'name'> {
  if (isNothing(name) || role === 'tool') return {};
  if (typeof name !== 'string' || !NAME.test(name)) throw fault(param, 'must be 1 to 64 characters without space and < | \\ / >');
  return { name };
}

/** The content of one message: its text parts joined by line breaks, its images and its files. */
type Content = Pick<ChatMessage, 'content' | 'images' | 'files'>;

function readContent(message: JsonObject, role: ChatRole, param: string, { takesImages = false, files: read }: MessageLimits): Content {
  const content = message.content ?? null;
  if (typeof content === 'string') return { content };
  // An assistant message that only called a tool has no content, and one that declined to answer has a refusal instead.
  if (isNothing(content) && role === 'assistant') return { content: typeof message.refusal === 'string' ? message.refusal : '' };
  if (!Array.isArray(content) || content.length === 0) throw fault(param, 'must be a string or an array of text parts');
  const texts: string[] = [];
  const images: ChatImage[] = [];
  const files: ChatFile[] = [];
  const takesParts = role === 'user' || role === 'tool';
  for (const [index, part] of content.entries()) {
    const place = `${param}[${index}]`;
    const file = read?.get(part);
    if (file !== undefined && takesParts) files.push({ name: file.name, text: file.text, at: texts.join('\n').length });
    else if (isJsonObject(part) && part.type === 'image_url' && takesParts && takesImages)
      images.push(readChatImage(part.image_url, `${place}.image_url`));
    else texts.push(readPart(part, place, { image_url: takesImages, file: read !== undefined }));
  }
  return { content: texts.join('\n'), images, files };
}

function isNothing(content: JsonValue): boolean {
  return content === null || (Array.isArray(content) && content.length === 0);
}

function readPart(part: JsonValue, param: string, takes: Readonly<Record<'image_url' | 'file', boolean>>): string {
  if (!isJsonObject(part)) throw fault(param, 'must be an object with type and text');
  const text = part.type === 'text' ? part.text : part.type === 'refusal' ? part.refusal : undefined;
  if (typeof text === 'string') return text;
  if (part.type === 'text' || part.type === 'refusal') throw fault(`${param}.${part.type}`, 'must be a string');
  const others = Object.entries(takes).flatMap(([type, isTaken]) => (isTaken ? [type] : []));
  const rest = others.length === 0 ? '' : `, or ${others.join(' or ')} in a message of a user or tool`;
  throw fault(`${param}.type`, `must be text${rest}${takes.image_url ? '' : ': this model reads no images'}`);
}

/** The levels of detail of an image in chat completions. */
const DETAILS = ['auto', 'low', 'high'] as const;

function readChatImage(image: JsonValue | undefined, param: string): ChatImage {
  const { url, detail } = isJsonObject(image) ? image : {};
  return readImage(url, detail, { url: `${param}.url`, detail: `${param}.detail` }, DETAILS);
}

/** An image with its URL and level of detail, one of `details`. Throws `invalid_input` naming the field. */
export function readImage<Detail extends string>(
  url: JsonValue | undefined,
  asked: JsonValue | undefined,
  params: { readonly url: string; readonly detail: string },
  details: readonly Detail[],
): { readonly url: string; readonly detail?: Detail } {
  if (typeof url !== 'string' || !/^(?:https?:\/\/|data:image\/)/i.test(url)) {
    throw fault(params.url, 'must be an http, https or data:image URL');
  }
  const detail = optionalWord(asked, params.detail, details);
  return { url, ...(detail === undefined ? {} : { detail }) };
}

function readToolCalls(calls: JsonValue | undefined, param: string): FunctionCall[] {
  const list = calls ?? [];
  if (!Array.isArray(list)) throw fault(param, 'must be an array');
  return list.map((call, index) => {
    const place = `${param}[${index}]`;
    const kind = isJsonObject(call) && isJsonObject(call.custom) ? 'custom' : 'function';
    const named = isJsonObject(call) ? call[kind] : undefined;
    if (!isJsonObject(call) || !isJsonObject(named)) throw fault(place, 'must be an object with id, type and function or custom');
    const id = readCallId(call.id, `${place}.id`) ?? '';
    const { name, arguments: given, input } = named;
    if (typeof name !== 'string' || name === '') throw fault(`${place}.${kind}.name`, 'must be a string');
    if (kind === 'custom') {
      if (typeof input !== 'string') throw fault(`${place}.custom.input`, 'must be a string');
      return toFunctionCall({ id, name, input });
    }
    if (typeof given !== 'string') throw fault(`${place}.function.arguments`, 'must be a string of JSON');
    return { id, name, arguments: given };
  });
}

/** The id of a call; undefined if absent or null. Throws `invalid_input`. */
function readCallId(id: JsonValue | undefined, param: string): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id !== 'string' || id === '' || id.length > 256) throw fault(param, 'must be a string of 1 to 256 characters');
  return id;
}
