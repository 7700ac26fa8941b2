import { readEvents } from '../../src/adapters/openai/read-events.ts';
import { createWatchdog } from '../../src/adapters/openai/watchdog.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { fc } from '../draws.ts';
import { at, chunk } from './guard-service.ts';

/** Where a text of a streamed reply stands: a field of the delta, or a kind of tool call and its index. */
export type Field =
  | 'content'
  | 'refusal'
  | 'reasoning'
  | 'reasoning_content'
  | 'function_call'
  | 'transcript'
  | `call ${number}`
  | `custom ${number}`;

export const FIELDS: readonly Field[] = [
  ...(['content', 'refusal', 'reasoning', 'reasoning_content', 'function_call', 'transcript'] as const),
  ...(['call 0', 'call 1', 'custom 2'] as const),
];

/** One text of a reply and where a stream cuts it. */
export interface Written {
  readonly choice: number;
  readonly field: Field;
  readonly text: string;
  readonly cuts: readonly number[];
}

/** How a reply goes over the wire. */
export interface Framing {
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** What stands between the field's name and its value, and comments between the events. */
  readonly space: '' | ' ';
  readonly comments: boolean;
  /** Where the bytes are cut. */
  readonly cuts: readonly number[];
  /** Which text goes on next. */
  readonly order: readonly number[];
}

export const framings: fc.Arbitrary<Framing> = fc.record({
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  space: fc.constantFrom('', ' '),
  comments: fc.boolean(),
  cuts: fc.array(fc.nat(), { maxLength: 24 }),
  order: fc.array(fc.nat(), { maxLength: 60 }),
});

/** A text cut at places counted modulo its length; a cut may fall into a character. */
export function split(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
  return [...places, text.length].map((end, index) => text.slice(index === 0 ? 0 : places[index - 1], end));
}

function deltaOf(field: Field, text: string, isFirst: boolean): JsonObject {
  const [kind, index] = field.split(' ');
  const name = isFirst ? { name: 'act' } : {};
  const call = { index: Number(index), ...(isFirst ? { id: `id-${index}` } : {}) };
  if (kind === 'call') return { tool_calls: [{ ...call, function: { ...name, arguments: text } }] };
  if (kind === 'custom') return { tool_calls: [{ ...call, custom: { ...name, input: text } }] };
  if (kind === 'function_call') return { function_call: { ...name, arguments: text } };
  if (kind === 'transcript') return { audio: { transcript: text } };
  return { [field]: text };
}

/** The pieces of all texts as chunks, each text in its order and the texts between each other. */
export function chunksOf(texts: readonly Written[], order: readonly number[]): JsonObject[] {
  const waiting = texts.map((text) => ({ ...text, pieces: split(text.text, text.cuts), isFirst: true }));
  const chunks: JsonObject[] = [];
  for (let turn = 0; waiting.some(({ pieces }) => pieces.length > 0); turn += 1) {
    const open = waiting.filter(({ pieces }) => pieces.length > 0);
    const next = open[(order[turn] ?? turn) % open.length];
    const piece = next?.pieces.shift();
    if (next === undefined || piece === undefined) break;
    chunks.push({ ...chunk({}), choices: [{ index: next.choice, delta: deltaOf(next.field, piece, next.isFirst), finish_reason: null }] });
    next.isFirst = false;
  }
  for (const choice of new Set(texts.map((text) => text.choice))) {
    chunks.push({ ...chunk({}), choices: [{ index: choice, delta: {}, finish_reason: 'stop' }] });
  }
  return chunks;
}

/** Chunks as the adapter of the upstream reads them from a stream of bytes that is cut anywhere. */
export async function* overTheWire(
  chunks: readonly JsonObject[],
  { lineEnd, space, comments, cuts }: Framing,
): AsyncGenerator<JsonObject, void> {
  const events = [...chunks.map((event) => JSON.stringify(event)), '[DONE]'];
  const text = events.map((data) => `${comments ? `: ping${lineEnd}` : ''}data:${space}${data}${lineEnd}${lineEnd}`).join('');
  const bytes = new TextEncoder().encode(text);
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].toSorted((a, b) => a - b);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let from = 0;
      for (const to of [...places, bytes.length]) {
        if (to > from) controller.enqueue(bytes.slice(from, to));
        from = to;
      }
      controller.close();
    },
  });
  using watchdog = createWatchdog('upstream', 60_000, new AbortController().signal);
  const options = { name: 'upstream', maxBytes: 16_777_216, maxStreamBytes: 16_777_216, idleTimeoutMs: undefined, watchdog };
  for await (const batch of readEvents(body, options)) yield* batch;
}

/** What a client of the stream has of a text in the end. */
export function received(events: readonly JsonValue[], { choice, field }: Pick<Written, 'choice' | 'field'>): string {
  const [kind, index] = field.split(' ');
  let text = '';
  for (const event of events) {
    if (!isJsonObject(event) || !Array.isArray(event['choices'])) continue;
    for (const entry of event['choices']) {
      if (at(entry, 'index') !== choice) continue;
      const delta = at(entry, 'delta');
      if (kind === 'function_call') text += said(at(delta, 'function_call', 'arguments'));
      else if (kind === 'transcript') text += said(at(delta, 'audio', 'transcript'));
      else if (kind !== 'call' && kind !== 'custom') text += said(at(delta, field));
      else {
        const calls = at(delta, 'tool_calls');
        for (const call of Array.isArray(calls) ? calls : []) {
          if (at(call, 'index') !== Number(index)) continue;
          text += said(kind === 'call' ? at(call, 'function', 'arguments') : at(call, 'custom', 'input'));
        }
      }
    }
  }
  return text;
}

function said(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The id under which the record names a text. */
export function placeOf({ choice, field }: Pick<Written, 'choice' | 'field'>): string {
  const message = `choices[${choice}].message`;
  const [kind, index] = field.split(' ');
  if (kind === 'call') return `${message}.tool_calls[${index}].function.arguments`;
  if (kind === 'custom') return `${message}.tool_calls[${index}].custom.input`;
  if (kind === 'function_call') return `${message}.function_call.arguments`;
  if (kind === 'transcript') return `${message}.audio.transcript`;
  return `${message}.${field}`;
}
