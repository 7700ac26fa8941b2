import { yieldThread } from './yield-thread.ts';

/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type JsonObject = { [key: string]: JsonValue };

/** Whether a value is a plain JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON value that is a text; an empty text for any other. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A JSON value that is a list; an empty list for any other. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** UTF-8 JSON bytes of a value, as the bus carries them. */
export function encodeJson(value: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(value));
}

function parseJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

/** Parses UTF-8 JSON bytes, by another parser where one is given. Throws a SyntaxError or TypeError when they are not. */
export function decodeJson(bytes: Uint8Array, parse: (text: string) => JsonValue = parseJson): JsonValue {
  return parse(decoder.decode(bytes));
}

/** So many bytes take a millisecond or more to decode, and as long to parse. */
const LONG = 262_144;

/** The same, by another parser where one is given; whoever else waits for the thread gets it in the middle of what is long, and behind it. */
export async function decodeJsonSlowly(bytes: Uint8Array, parse: (text: string) => JsonValue = parseJson): Promise<JsonValue> {
  const text = decoder.decode(bytes);
  if (bytes.byteLength < LONG) return parse(text);
  await yieldThread();
  const value = parse(text);
  await yieldThread();
  return value;
}
