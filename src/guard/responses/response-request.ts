import { Type } from '@sinclair/typebox';
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler';
import { ServiceError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { schemaRefusal } from '../../http/schema-fault.ts';
import type { ChatRequest } from '../chat-request.ts';
import { checkJsonLimits, type BodyLimits } from '../json-limits.ts';
import { assertShape, open, optionalNull, text } from '../transport-shapes.ts';
import { chatFormat, chatToolChoice, chatTools } from './chat-tools.ts';
import { itemMessages } from './item-messages.ts';
import { responseForm, type ResponseFormDeps } from './response-form.ts';

const flag = optionalNull(Type.Boolean(), 'must be true or false');
const word = optionalNull(Type.String(), 'must be a string');
const object = optionalNull(open({}), 'must be an object');
const typed = open({ type: text }, 'must be an object with a type');

/** The fields of a Responses request that differ in chat completions; the upstream validates the rest. */
const ResponseRequestSchema = open(
  {
    model: Type.Optional(text),
    input: Type.Union([Type.String({ minLength: 1 }), Type.Array(open({}), { minItems: 1 })], {
      shape: 'must be a text or a non-empty array of items',
    }),
    instructions: word,
    stream: flag,
    background: flag,
    store: flag,
    tools: optionalNull(Type.Array(typed), 'must be an array of objects with a type'),
    tool_choice: optionalNull(Type.Union([Type.String(), typed]), 'must be a string or an object with a type'),
    text: optionalNull(open({ format: optionalNull(typed, 'must be an object with a type'), verbosity: word }), 'must be an object'),
    reasoning: optionalNull(open({ effort: word }), 'must be an object'),
    max_output_tokens: optionalNull(Type.Integer({ minimum: 1 }), 'must be a whole number above 0'),
    top_logprobs: optionalNull(Type.Integer({ minimum: 0 }), 'must be a whole number'),
    include: optionalNull(Type.Array(Type.String()), 'must be an array of strings'),
    metadata: object,
    stream_options: object,
  },
  'must be a JSON object',
);

const shape: TypeCheck<typeof ResponseRequestSchema> = TypeCompiler.Compile(ResponseRequestSchema);

/** Fields that refer to stored responses or prompts; the guard stores none. */
const STORED = ['previous_response_id', 'conversation', 'prompt'] as const;
/** Fields of chat completions that would conflict with those of the Responses request. */
const OF_CHATS = ['messages', 'n', 'response_format', 'functions', 'function_call'] as const;
/** Fields that are translated, or that have no meaning to a model. All others are forwarded unchanged. */
const TRANSLATED: ReadonlySet<string> = new Set(
  (
    'input instructions tools tool_choice parallel_tool_calls text reasoning max_output_tokens max_tool_calls include ' +
    'truncation background stream_options top_logprobs'
  ).split(' '),
);
const LOGPROBS = 'message.output_text.logprobs';

/**
 * Translates a Responses request (https://platform.openai.com/docs/api-reference/responses/create) to a chat completions request, so that
 * all of it is checked and forwarded like a chat. Throws `payload_too_large`, or `invalid_input` naming the field that is invalid or has no
 * counterpart.
 */
export function readResponseRequest(value: unknown, limits: BodyLimits, deps: ResponseFormDeps): ChatRequest {
  checkJsonLimits(value, limits);
  assertShape(shape, value);
  const asked: JsonObject = value;
  for (const place of STORED)
    if (isGiven(asked[place]))
      throw schemaRefusal({ place, message: 'is not supported: no responses are stored, so send the whole conversation as input' });
  for (const place of OF_CHATS)
    if (isGiven(asked[place])) throw schemaRefusal({ place, message: 'is a field of chat completions, not of responses' });
  if (value.background === true) throw schemaRefusal({ place: 'background', message: 'is not supported: nothing is stored' });
  const messages = itemMessages(value.input, value.instructions ?? undefined);
  if (messages.length > limits.maxMessages)
    throw new ServiceError('payload_too_large', `input: must hold at most ${limits.maxMessages} messages.`, { param: 'input' });
  const rest = Object.entries(asked).filter(([field, given]) => !TRANSLATED.has(field) && isGiven(given));
  const tools = chatTools(value.tools ?? []);
  const effort = value.reasoning?.effort;
  const verbosity = value.text?.verbosity;
  const topLogprobs = value.top_logprobs ?? 0;
  const isStream = value.stream === true;
  const body: JsonObject = {
    ...Object.fromEntries(rest),
    messages,
    ...(tools.length === 0 ? {} : { tools }),
    ...(tools.length === 0 || !isGiven(asked['parallel_tool_calls']) ? {} : { parallel_tool_calls: asked['parallel_tool_calls'] }),
    ...(isGiven(value.tool_choice) ? { tool_choice: chatToolChoice(value.tool_choice) } : {}),
    ...(isGiven(value.text?.format) ? chatFormat(value.text.format) : {}),
    ...(isGiven(verbosity) ? { verbosity } : {}),
    ...(isGiven(effort) ? { reasoning_effort: effort } : {}),
    ...(isGiven(value.max_output_tokens) ? { max_completion_tokens: value.max_output_tokens } : {}),
    ...(topLogprobs > 0 || value.include?.includes(LOGPROBS) === true ? { logprobs: true } : {}),
    ...(topLogprobs > 0 ? { top_logprobs: topLogprobs } : {}),
    ...(isStream ? { stream_options: { include_usage: true } } : {}),
  };
  return { body, model: value.model ?? '', stream: isStream, includeUsage: true, form: responseForm(asked, deps) };
}

function isGiven<T extends JsonValue>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
