import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type JsonObject = { [key: string]: JsonValue };

/** Whether a value is a plain JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON value if it is a string, otherwise an empty string. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A JSON value if it is an array, otherwise an empty array. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a value has objects or arrays within one another on more than so many levels. Serialising a much deeper one exhausts the stack. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  const waiting: { readonly inner: unknown; readonly depth: number }[] = [{ inner: value, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { inner, depth } = next;
    if (typeof inner !== 'object' || inner === null) continue;
    if (depth > levels) return true;
    for (const item of Object.values(inner) as unknown[]) {
      if (typeof item === 'object' && item !== null) waiting.push({ inner: item, depth: depth + 1 });
    }
  }
  return false;
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

/** Length in bytes from which decoding takes a millisecond or more, and parsing as long again. */
const LONG = 262_144;

/** The same, optionally with another parser; long bodies yield the thread between decoding and parsing, and after it. */
export async function decodeJsonSlowly(bytes: Uint8Array, parse: (text: string) => JsonValue = parseJson): Promise<JsonValue> {
  const text = decoder.decode(bytes);
  if (bytes.byteLength < LONG) return parse(text);
  await yieldToEventLoop();
  const value = parse(text);
  await yieldToEventLoop();
  return value;
}
