import { ServiceError } from '../core/errors.ts';
import { isJsonObject, isNestedDeeper, type JsonObject, type JsonValue } from '../core/json.ts';

/** Deepest nesting of a body. */
const MAX_DEPTH = 256;

/** The body as a JSON object. Throws `invalid_input` for anything else. */
export function readObject(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw new ServiceError('invalid_input', 'The body must be a JSON object.');
  if (isNestedDeeper(body, MAX_DEPTH)) throw new ServiceError('invalid_input', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  return body;
}

/** A required, non-empty string. Throws `invalid_input` naming the field. */
export function requiredText(object: JsonObject, name: string): string {
  const value = optionalText(object, name);
  if (value === undefined || value === '') throw fault(name, 'is required and must be a string that is not empty');
  return value;
}

/** A string; undefined if absent or null, as OpenAI clients send what they leave to the server. */
export function optionalText(object: JsonObject, name: string): string | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw fault(name, 'must be a string');
}

/** A boolean; undefined if absent or null. */
export function optionalFlag(object: JsonObject, name: string): boolean | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw fault(name, 'must be true or false');
}

/** A number within a range, both ends included; undefined if absent or null. */
export function optionalNumber(object: JsonObject, name: string, min: number, max: number): number | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined || (typeof value === 'number' && value >= min && value <= max)) return value;
  throw fault(name, `must be a number from ${min} to ${max}`);
}

/** An integer of at least `min`; undefined if absent or null. */
export function optionalInteger(object: JsonObject, name: string, min: number): number | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= min)) return value;
  throw fault(name, min === Number.MIN_SAFE_INTEGER ? 'must be a whole number' : `must be a whole number of at least ${min}`);
}

/** One of some words; undefined if absent or null. */
export function optionalWord<const Word extends string>(
  value: JsonValue | undefined,
  param: string,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined || value === null) return undefined;
  const word = words.find((known) => known === value);
  if (word === undefined) throw fault(param, `must be one of ${words.join(', ')}`);
  return word;
}

/** The error for a field: `invalid_input` with its param and a message that begins with its name. */
export function fault(param: string, reason: string): ServiceError {
  return new ServiceError('invalid_input', `${param} ${reason}.`, { param });
}
