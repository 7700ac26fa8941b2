import type { JsonObject, JsonValue } from '../core/json.ts';

/**
 * Holds a value against a JSON schema (draft 2020-12): undefined when it fits, else what does not, in words,
 * with the place in the value. Throws a TypeError for a schema that is none.
 */
export type JsonSchemaCheck = (schema: JsonObject, value: JsonValue) => string | undefined;
