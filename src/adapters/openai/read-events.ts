import { createParser } from 'eventsource-parser';
import { ServiceError } from '../../core/errors.ts';
import { parseExactly } from '../../core/exact-numbers.ts';
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../core/json.ts';
import { fromErrorEvent } from './from-refusal.ts';
import type { Watchdog } from './watchdog.ts';

export interface ReadEventsOptions {
  readonly name: string;
  /** Largest event. */
  readonly maxBytes: number;
  /** All of the stream. */
  readonly maxStreamBytes: number;
  readonly idleTimeoutMs: number | undefined;
  readonly watchdog: Watchdog;
}

/** How long, and how many bytes, a stream is read beyond its last event. */
const REST_MS = 1000;
const MAX_REST_BYTES = 64 * 1024;

/**
 * The JSON objects of an OpenAI event stream up to `[DONE]`, in non-empty batches as they arrive. A stream that ends without `[DONE]`
 * counts as complete if a choice had its finish_reason; one that ends with `[DONE]`, if it had any choice. Throws `provider_unavailable`
 * for anything that is not a JSON object, for an error event, and for a stream that is cut short, empty or over a limit.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, options: ReadEventsOptions): AsyncGenerator<JsonObject[], void> {
  const { name, maxBytes, maxStreamBytes, idleTimeoutMs, watchdog } = options;
  const waiting: string[] = [];
  const parser = createParser({ maxBufferSize: maxBytes, onEvent: ({ data }) => void waiting.push(data) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let isBegun = false;
  let isFinished = false;
  let isDone = false;
  let total = 0;
  try {
    for (;;) {
      // The idle limit runs only while waiting for the server; the limit for the first byte is running already.
      if (total > 0) watchdog.expect(idleTimeoutMs, 'go on with its answer');
      const { done, value } = await reader.read();
      watchdog.expect(undefined, '');
      if (done) {
        isDone = true;
        // Some servers omit the blank line after their last event; a truncated event is ignored.
        parser.feed(`${decoder.decode()}\n\n`);
        const { events, failure, isDone: saysDone } = parseAll(name, waiting.splice(0));
        isBegun ||= events.some(answers);
        isFinished ||= (saysDone && isBegun) || events.some(finishes);
        if (events.length > 0) yield events;
        if (failure instanceof ServiceError && !(failure.cause instanceof SyntaxError)) throw failure;
        break;
      }
      total += value.byteLength;
      if (total > maxStreamBytes) {
        throw new ServiceError('provider_unavailable', `${name} answered with more than the limit of ${maxStreamBytes} bytes.`);
      }
      parser.feed(decoder.decode(value, { stream: true }));
      const { events, failure, ...reading } = parseAll(name, waiting.splice(0));
      ({ isDone } = reading);
      isBegun ||= events.some(answers);
      isFinished ||= events.some(finishes);
      if (events.length > 0) yield events;
      // Events that arrived after these are not given to a caller that has aborted meanwhile.
      watchdog.signal.throwIfAborted();
      if (failure !== undefined) throw failure;
      if (isDone && isBegun) return;
      if (isDone) throw new ServiceError('provider_unavailable', `${name} ended its stream without an answer.`);
    }
  } finally {
    if (isDone) readRest(reader).catch(() => undefined);
    else reader.cancel().catch(() => undefined);
  }
  if (!isFinished) throw new ServiceError('provider_unavailable', `${name} ended its stream before the answer was finished.`);
}

/** Reads the rest of a body after its last event, so that its connection can be reused. A body that does not end is cut off. */
async function readRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), REST_MS);
  try {
    for (let rest = 0; rest <= MAX_REST_BYTES;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value.byteLength;
    }
    await reader.cancel();
  } finally {
    clearTimeout(timer);
  }
}

/** The result of one read: its events up to `[DONE]` or up to an invalid one. */
interface Reading {
  readonly events: JsonObject[];
  readonly isDone: boolean;
  readonly failure: unknown;
}

function parseAll(name: string, datas: readonly string[]): Reading {
  const events: JsonObject[] = [];
  for (const data of datas) {
    if (data.trim() === '[DONE]') return { events, isDone: true, failure: undefined };
    try {
      events.push(parseEvent(name, data));
    } catch (failure) {
      return { events, isDone: false, failure };
    }
  }
  return { events, isDone: false, failure: undefined };
}

function parseEvent(name: string, data: string): JsonObject {
  let event: JsonValue;
  try {
    event = parseExactly(data);
  } catch (cause) {
    throw new ServiceError('provider_unavailable', `${name} sent an event that is not JSON.`, { cause });
  }
  if (!isJsonObject(event)) throw new ServiceError('provider_unavailable', `${name} sent an event that is not a JSON object.`);
  if (event.error !== undefined && event.error !== null) throw fromErrorEvent(name, event);
  return event;
}

function answers({ choices }: JsonObject): boolean {
  return Array.isArray(choices) && choices.length > 0;
}

function finishes(event: JsonObject): boolean {
  if (!Array.isArray(event.choices)) return false;
  return event.choices.some((choice) => isJsonObject(choice) && textOf(choice.finish_reason) !== '');
}
