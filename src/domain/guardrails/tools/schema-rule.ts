import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { JsonSchemaCheck } from '../../../ports/json-schema.ts';

/** Length limit of a pointer taken from a validator's message. */
const MAX_POINTER = 256;

/**
 * JSON pointer to where a call's arguments violate a schema; undefined if they are valid. Calls of a tool that is not offered are
 * never valid. Rethrows what `check` throws for an invalid schema.
 */
export function schemaFault(schema: JsonObject | undefined, value: JsonValue, matches: JsonSchemaCheck): string | undefined {
  if (schema === undefined) return '';
  const message = matches(withoutPatterns(schema), value);
  return message === undefined ? undefined : pointerOf(message);
}

/** The pointer at the start of a message such as `#/to: not a string`. */
function pointerOf(message: string): string {
  return /^#((?:\/[^\s:]{0,128}){0,32})/.exec(message.slice(0, MAX_POINTER))?.[1] ?? '';
}

/** Keywords whose values map arbitrary names to schemas. */
const BY_NAME: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** The schema without regular expressions: whoever offers a tool could choose ones that backtrack for ever. */
export function withoutPatterns(schema: JsonValue): JsonObject {
  const stripped = strip(schema);
  return isJsonObject(stripped) ? stripped : {};
}

function strip(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(strip);
  if (!isJsonObject(schema)) return schema;
  const kept: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'pattern' || keyword === 'patternProperties' || keyword === 'format') continue;
    if (DATA.has(keyword)) kept[keyword] = value;
    else if (BY_NAME.has(keyword) && isJsonObject(value)) {
      kept[keyword] = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, strip(item)]));
    } else kept[keyword] = strip(value);
  }
  return kept;
}
