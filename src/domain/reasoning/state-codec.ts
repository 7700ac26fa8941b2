import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';

const TAG = '$type';

/**
 * A value of a graph's state as JSON text. In addition to JSON it supports Date and Uint8Array; undefined properties are left out.
 * Throws `internal` with the location of any other value, and for a cycle.
 */
export function encodeState(value: unknown): string {
  return JSON.stringify(toJson(value, 'state', []));
}

/** The value of a text that `encodeState` made. */
export function decodeState(text: string): unknown {
  return fromJson(JSON.parse(text) as JsonValue);
}

function toJson(value: unknown, path: string, above: readonly object[]): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'object') throw refused(path, typeof value === 'number' ? String(value) : `a ${typeof value}`);
  if (above.includes(value)) throw refused(path, 'a circle');
  if (value instanceof Date) return { [TAG]: 'date', value: value.toISOString() };
  if (value instanceof Uint8Array) return { [TAG]: 'bytes', value: value.toBase64() };
  const within = [...above, value];
  if (Array.isArray(value)) return value.map((item: unknown, index) => toJson(item, `${path}[${index}]`, within));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw refused(path, `a ${value.constructor.name}`);
  const entries = Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    item === undefined ? [] : [[key, toJson(item, `${path}.${key}`, within)] as const],
  );
  // Not by assignment: a key named __proto__ must remain a key.
  const object = Object.fromEntries(entries);
  return TAG in object ? { [TAG]: 'object', value: object } : object;
}

function fromJson(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (!isJsonObject(value)) return value;
  const inner = value.value;
  if (value[TAG] === 'date' && typeof inner === 'string') return new Date(inner);
  if (value[TAG] === 'bytes' && typeof inner === 'string') return Uint8Array.fromBase64(inner);
  const plain = value[TAG] === 'object' && inner !== undefined && isJsonObject(inner) ? inner : value;
  return Object.fromEntries(Object.entries(plain).map(([key, item]) => [key, fromJson(item)]));
}

function refused(path: string, what: string): ServiceError {
  return new ServiceError('internal', `${path} is ${what}, which a checkpoint cannot keep.`);
}
