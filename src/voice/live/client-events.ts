import { t, type Static, type TSchema } from 'elysia';
import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { schemaFault, schemaRefusal } from '../../http/schema-fault.ts';
import { LONGEST_INTERRUPT_MS } from '../config.ts';
import { MAX_PREFIX_MS } from './live-input.ts';

/** Fields that OpenAI's API has besides these are ignored. */
const open = { additionalProperties: true };
const id = t.String({ minLength: 1, maxLength: 128 });
const count = t.Union([t.Integer({ minimum: 1, maximum: 1_000_000 }), t.Literal('inf')]);
const format = t.Object(
  { type: t.Union([t.Literal('audio/pcm'), t.Literal('audio/pcmu'), t.Literal('audio/pcma')]), rate: t.Optional(t.Literal(24_000)) },
  open,
);
const modalities = t.Array(t.Union([t.Literal('audio'), t.Literal('text')]), { minItems: 1, maxItems: 2 });
const voice = t.Union([t.String({ minLength: 1, maxLength: 256 }), t.Object({ id: t.String({ minLength: 1, maxLength: 256 }) }, open)]);
const tools = t.Array(
  t.Object(
    {
      type: t.Literal('function'),
      name: t.String({ minLength: 1, maxLength: 128 }),
      description: t.Optional(t.String()),
      parameters: t.Optional(t.Record(t.String(), t.Unknown())),
    },
    open,
  ),
  { maxItems: 128 },
);
const toolChoice = t.Union([
  t.Literal('auto'),
  t.Literal('none'),
  t.Literal('required'),
  t.Object({ type: t.Literal('function'), name: t.String({ minLength: 1, maxLength: 128 }) }, open),
]);

/** Not of OpenAI's API: how long speech into an answer must last to interrupt it whatever is said. */
const interruptAfter = t.Integer({ minimum: 0, maximum: LONGEST_INTERRUPT_MS });

const ServerVad = t.Object(
  {
    type: t.Literal('server_vad'),
    threshold: t.Optional(t.Number({ minimum: 0, maximum: 1 })),
    prefix_padding_ms: t.Optional(t.Integer({ minimum: 0, maximum: MAX_PREFIX_MS })),
    silence_duration_ms: t.Optional(t.Integer({ minimum: 100, maximum: 10_000 })),
    create_response: t.Optional(t.Boolean()),
    interrupt_response: t.Optional(t.Boolean()),
    interrupt_after_ms: t.Optional(interruptAfter),
    idle_timeout_ms: t.Optional(t.Union([t.Integer({ minimum: 1000, maximum: 600_000 }), t.Null()])),
  },
  open,
);
const SemanticVad = t.Object(
  {
    type: t.Literal('semantic_vad'),
    eagerness: t.Optional(t.Union([t.Literal('auto'), t.Literal('low'), t.Literal('medium'), t.Literal('high')])),
    create_response: t.Optional(t.Boolean()),
    interrupt_response: t.Optional(t.Boolean()),
    interrupt_after_ms: t.Optional(interruptAfter),
  },
  open,
);
const TurnDetection = t.Union([ServerVad, SemanticVad]);
export type TurnDetectionChange = Static<typeof TurnDetection>;

const Transcription = t.Object(
  {
    model: t.Optional(t.String({ maxLength: 256 })),
    language: t.Optional(t.String({ maxLength: 64 })),
    languages: t.Optional(t.Array(t.String({ maxLength: 64 }), { maxItems: 100 })),
    prompt: t.Optional(t.String({ maxLength: 16_384 })),
    keywords: t.Optional(t.Array(t.String({ maxLength: 1024 }), { maxItems: 1000 })),
  },
  open,
);

const output = t.Object(
  { format: t.Optional(format), voice: t.Optional(voice), speed: t.Optional(t.Number({ minimum: 0.25, maximum: 4 })) },
  open,
);

/** What `session.update` may change; absent fields stay as they are. */
export const SessionChange = t.Object(
  {
    type: t.Optional(t.Union([t.Literal('realtime'), t.Literal('transcription')])),
    instructions: t.Optional(t.String()),
    output_modalities: t.Optional(modalities),
    tools: t.Optional(tools),
    tool_choice: t.Optional(toolChoice),
    max_output_tokens: t.Optional(count),
    audio: t.Optional(
      t.Object(
        {
          input: t.Optional(
            t.Object(
              {
                format: t.Optional(format),
                transcription: t.Optional(t.Union([Transcription, t.Null()])),
                turn_detection: t.Optional(t.Union([TurnDetection, t.Null()])),
              },
              open,
            ),
          ),
          output: t.Optional(output),
        },
        open,
      ),
    ),
  },
  open,
);
export type SessionChange = Static<typeof SessionChange>;

const text = (type: string) => t.Object({ type: t.Literal(type), text: t.String() }, open);
const UserContent = t.Union([
  text('input_text'),
  t.Object({ type: t.Literal('input_audio'), audio: t.String(), transcript: t.Optional(t.String()) }, open),
  t.Object(
    {
      type: t.Literal('input_image'),
      image_url: t.String({ pattern: '^(?:https://|data:image/)' }),
      detail: t.Optional(t.Union([t.Literal('auto'), t.Literal('low'), t.Literal('high')])),
    },
    open,
  ),
]);
const content = <T extends TSchema>(part: T) => t.Array(part, { minItems: 1, maxItems: 64 });

/** An item as a client gives it. */
export const NewItem = t.Union([
  t.Object({ id: t.Optional(id), type: t.Literal('message'), role: t.Literal('system'), content: content(text('input_text')) }, open),
  t.Object({ id: t.Optional(id), type: t.Literal('message'), role: t.Literal('user'), content: content(UserContent) }, open),
  t.Object({ id: t.Optional(id), type: t.Literal('message'), role: t.Literal('assistant'), content: content(text('output_text')) }, open),
  t.Object(
    {
      id: t.Optional(id),
      type: t.Literal('function_call'),
      call_id: t.Optional(id),
      name: t.String({ minLength: 1, maxLength: 128 }),
      arguments: t.String(),
    },
    open,
  ),
  t.Object({ id: t.Optional(id), type: t.Literal('function_call_output'), call_id: id, output: t.String() }, open),
]);
export type NewItem = Static<typeof NewItem>;

/** What `response.create` may set for one response. */
export const ResponseChange = t.Object(
  {
    instructions: t.Optional(t.String()),
    output_modalities: t.Optional(modalities),
    tools: t.Optional(tools),
    tool_choice: t.Optional(toolChoice),
    max_output_tokens: t.Optional(count),
    conversation: t.Optional(t.Union([t.Literal('auto'), t.Literal('none')])),
    metadata: t.Optional(t.Union([t.Record(t.String({ maxLength: 64 }), t.String({ maxLength: 512 })), t.Null()])),
    input: t.Optional(t.Array(t.Union([t.Object({ type: t.Literal('item_reference'), id }, open), NewItem]), { maxItems: 256 })),
    audio: t.Optional(t.Object({ output: t.Optional(output) }, open)),
  },
  open,
);
export type ResponseChange = Static<typeof ResponseChange>;

/** The fields of every event of a client, besides `type` and `event_id`. */
const EVENTS = {
  'session.update': t.Object({ session: SessionChange }, open),
  'input_audio_buffer.append': t.Object({ audio: t.String() }, open),
  'input_audio_buffer.commit': t.Object({}, open),
  'input_audio_buffer.clear': t.Object({}, open),
  'conversation.item.create': t.Object({ item: NewItem, previous_item_id: t.Optional(t.Union([id, t.Null()])) }, open),
  'conversation.item.retrieve': t.Object({ item_id: id }, open),
  'conversation.item.delete': t.Object({ item_id: id }, open),
  'conversation.item.truncate': t.Object({ item_id: id, content_index: t.Literal(0), audio_end_ms: t.Integer({ minimum: 0 }) }, open),
  'response.create': t.Object({ response: t.Optional(ResponseChange) }, open),
  'response.cancel': t.Object({ response_id: t.Optional(id) }, open),
} as const;

type EventType = keyof typeof EVENTS;

/** An event of a client. */
export type ClientEvent = { [Type in EventType]: { readonly type: Type } & Static<(typeof EVENTS)[Type]> }[EventType];

/** The text of a message as a JSON object. Throws `invalid_input`. */
export function readMessage(message: string | undefined): JsonObject {
  let value: JsonValue | undefined;
  try {
    if (message !== undefined) value = JSON.parse(message) as JsonValue;
  } catch {
    // Said below.
  }
  if (!isJsonObject(value)) throw new ServiceError('invalid_input', 'A message must be the text of a JSON object.');
  return value;
}

/** Checks an event of a client. Throws `invalid_input`, which names the field. */
export function toClientEvent(value: JsonObject): ClientEvent {
  const { type } = value;
  if (typeof type !== 'string' || !Object.hasOwn(EVENTS, type)) {
    throw new ServiceError('invalid_input', `type: must be one of ${Object.keys(EVENTS).join(', ')}.`, { param: 'type' });
  }
  const fault = schemaFault(EVENTS[type as EventType], value);
  if (fault !== undefined) throw schemaRefusal(fault, 'The event');
  return value as unknown as ClientEvent;
}
