/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type JsonObject = { [key: string]: JsonValue };

/** Whether a value is a plain JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** UTF-8 JSON bytes of a value, as the bus carries them. */
export function encodeJson(value: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(value));
}

/** Parses UTF-8 JSON bytes. Throws a SyntaxError or TypeError when they are not. */
export function decodeJson(bytes: Uint8Array): JsonValue {
  return JSON.parse(decoder.decode(bytes)) as JsonValue;
}
