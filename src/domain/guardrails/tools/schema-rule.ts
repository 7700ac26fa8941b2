import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { JsonSchemaCheck } from '../../../ports/json-schema.ts';

/** Length limit of a pointer taken from a validator's message. */
const MAX_POINTER = 256;

/**
 * JSON pointer to where a call's arguments violate a schema; undefined if they are valid. Calls of a tool that is not offered are
 * never valid. Rethrows what `matches` throws for a schema that is invalid or takes too long to check.
 */
export function schemaFault(schema: JsonObject | undefined, value: JsonValue, matches: JsonSchemaCheck): string | undefined {
  if (schema === undefined) return '';
  const message = matches(schema, value);
  return message === undefined ? undefined : pointerOf(message);
}

/** The pointer at the start of a message such as `#/to: not a string`. */
function pointerOf(message: string): string {
  return /^#((?:\/[^\s:]{0,128}){0,32})/.exec(message.slice(0, MAX_POINTER))?.[1] ?? '';
}
