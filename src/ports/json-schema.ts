import type { JsonObject, JsonValue } from '../core/json.ts';

/**
 * Validates a value against a JSON schema (draft 2020-12): undefined if it is valid, otherwise the error in words, with its location.
 * Throws a TypeError for an invalid schema.
 */
export type JsonSchemaCheck = (schema: JsonObject, value: JsonValue) => string | undefined;
