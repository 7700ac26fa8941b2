import type { JsonObject, JsonValue } from '../core/json.ts';

/**
 * Validates a value against a JSON schema (draft 2020-12): undefined if it is valid, otherwise the error in words, with its location.
 * Takes a bounded time, whatever the schema and the value: throws a RangeError for a check that takes longer, and passes over patterns
 * that cannot be matched in linear time. Throws a TypeError for an invalid schema.
 */
export type JsonSchemaCheck = (schema: JsonObject, value: JsonValue) => string | undefined;
