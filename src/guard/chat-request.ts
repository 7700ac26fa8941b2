import { Type, type TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { ServiceError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { isWord } from '../domain/guardrails/plain-words.ts';
import { schemaFault, schemaRefusal } from '../http/schema-fault.ts';

/** Any field may be added; what is named must have its shape. */
const open = <T extends Record<string, TSchema>>(fields: T, shape = 'must be an object') =>
  Type.Object(fields, { additionalProperties: true, shape });
const text = Type.String({ shape: 'must be a string' });
const optionalNull = <T extends TSchema>(schema: T, shape: string) => Type.Optional(Type.Union([schema, Type.Null()], { shape }));

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;

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

/** The transport shape of a chat completions request: what the guard itself relies on. The rest is the upstream's to judge. */
export const ChatRequestSchema = open(
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

const shape = TypeCompiler.Compile(ChatRequestSchema);

/** A request whose transport shape is right; `body` is passed on with every field it came with. */
export interface ChatRequest {
  readonly body: JsonObject;
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
}

/** Checks a body's transport shape, its nesting and its numbers. Throws `invalid_input` that names the first field at fault, or `payload_too_large`. */
export function readChatRequest(value: unknown, limits: { readonly maxMessages: number }): ChatRequest {
  checkTree(value);
  if (!shape.Check(value)) throw schemaRefusal(schemaFault(ChatRequestSchema, value) ?? { place: '', message: 'is not valid' });
  if (value.messages.length > limits.maxMessages) {
    throw new ServiceError('payload_too_large', `messages: more than the limit of ${limits.maxMessages}.`, { param: 'messages' });
  }
  return {
    body: value,
    model: value.model ?? '',
    stream: value.stream === true,
    includeUsage: value.stream_options?.include_usage === true,
  };
}

/** Deepest nesting of a body. What is much deeper cannot be written again without exhausting the stack. */
const MAX_DEPTH = 256;

/** Throws `invalid_input` for what would not reach the upstream as it came: nesting without end, numbers beyond all numbers. */
function checkTree(body: unknown): void {
  const waiting: Branch[] = [];
  const check = (value: unknown, depth: number, field: string | undefined): void => {
    if (typeof value === 'object' && value !== null) waiting.push({ value, depth, field });
    else if (typeof value === 'number' && !Number.isFinite(value))
      throw new ServiceError('invalid_input', `${field ?? 'The body'}: holds a number that is too large.`, named(field));
  };
  check(body, 1, undefined);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth, field } = next;
    if (depth > MAX_DEPTH)
      throw new ServiceError('invalid_input', `${field ?? 'The body'}: nested deeper than ${MAX_DEPTH} levels.`, named(field));
    if (Array.isArray(value)) for (let index = 0; index < value.length; index += 1) check(value[index], depth + 1, field);
    else
      for (const key in value)
        check((value as Readonly<Record<string, unknown>>)[key], depth + 1, depth === 1 && isWord(key) ? key : field);
  }
}

interface Branch {
  readonly value: object;
  readonly depth: number;
  /** The field of the body it stands in, unless its name may be a text: what is refused is told to log and record. */
  readonly field: string | undefined;
}

function named(field: string | undefined): { readonly param?: string } {
  return field === undefined ? {} : { param: field };
}
