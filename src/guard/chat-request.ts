import { Type } from '@sinclair/typebox';
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler';
import { ServiceError } from '../core/errors.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { checkJsonLimits, type BodyLimits } from './json-limits.ts';
import { CHAT_FORM, PARSED_CHAT_FORM, type ReplyForm } from './reply-form.ts';
import { assertShape, open, optionalNull, text } from './transport-shapes.ts';

/** The roles of messages in a chat request. */
export const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;

const Message = open(
  {
    role: Type.Union(
      ROLES.map((role) => Type.Literal(role)),
      { shape: `must be one of ${ROLES.join(', ')}` },
    ),
    content: optionalNull(
      Type.Union([Type.String(), Type.Array(Type.Union([Type.String(), open({ type: text })]))]),
      'must be a string, an array of content parts or null',
    ),
    name: optionalNull(Type.String(), 'must be a string'),
    tool_calls: optionalNull(Type.Array(open({})), 'must be an array of objects'),
  },
  'must be a message object',
);

/** The fields of a chat completions request that the guard itself relies on; the upstream validates the rest. */
const ChatRequestSchema = open(
  {
    model: Type.Optional(text),
    messages: Type.Array(Message, { minItems: 1, shape: 'must be a non-empty array of messages' }),
    stream: optionalNull(Type.Boolean(), 'must be true or false'),
    stream_options: optionalNull(open({ include_usage: optionalNull(Type.Boolean(), 'must be true or false') }), 'must be an object'),
    n: optionalNull(Type.Integer({ minimum: 1, maximum: 128 }), 'must be a whole number from 1 to 128'),
    tools: optionalNull(Type.Array(open({})), 'must be an array of objects'),
  },
  'must be a JSON object',
);

const shape: TypeCheck<typeof ChatRequestSchema> = TypeCompiler.Compile(ChatRequestSchema);

/** The `type` of a `response_format` or a `tool_choice`. */
const PARSED: ReadonlySet<string> = new Set(['json_schema', 'json_object', 'function', 'custom']);

/** A request whose body has a valid shape. */
export interface GuardedRequest {
  /** The request that is checked and passed on, with every field it came with. */
  readonly body: JsonObject;
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** The shape of an answer in messages; absent for embeddings. */
  readonly form?: ReplyForm;
}

/** A request that goes to the upstream as chat completions. */
export interface ChatRequest extends GuardedRequest {
  /** The shape of the answer: a chat completion or a response. */
  readonly form: ReplyForm;
}

/** Validates the shape, nesting and numbers of a body. Throws `invalid_input` naming the first invalid field, or `payload_too_large`. */
export function readChatRequest(value: unknown, limits: BodyLimits): ChatRequest {
  checkJsonLimits(value, limits);
  assertShape(shape, value);
  if (value.messages.length > limits.maxMessages) {
    throw new ServiceError('payload_too_large', `messages: must hold at most ${limits.maxMessages} messages.`, { param: 'messages' });
  }
  return {
    body: value,
    model: value.model ?? '',
    stream: value.stream === true,
    includeUsage: value.stream_options?.include_usage === true,
    form: isForPrograms(value) ? PARSED_CHAT_FORM : CHAT_FORM,
  };
}

/** Whether a program rather than a person reads the reply: the request asks for JSON or forces a tool call. */
function isForPrograms({ response_format: format, tool_choice: choice }: JsonObject): boolean {
  const among = isJsonObject(choice) ? choice['allowed_tools'] : undefined;
  if (choice === 'required' || (isJsonObject(among) && among['mode'] === 'required')) return true;
  return [format, choice].some((asked) => isJsonObject(asked) && typeof asked['type'] === 'string' && PARSED.has(asked['type']));
}
