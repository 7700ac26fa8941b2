import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { ModelCapabilities, ResponseFormat } from '../ports/language.ts';
import { fault } from './fields.ts';

/**
 * Reads `response_format` (https://platform.openai.com/docs/guides/structured-outputs). Throws `invalid_input`
 * naming the field, and for JSON when the model writes none.
 */
export function readResponseFormat(object: JsonObject, takes: ModelCapabilities): ResponseFormat | undefined {
  const format = object.response_format ?? undefined;
  if (format === undefined) return undefined;
  if (!isJsonObject(format)) throw fault('response_format', 'must be an object with a type');
  const { type } = format;
  if (type === 'text') return { type };
  if (type !== 'json_object' && type !== 'json_schema') throw fault('response_format.type', 'must be text, json_object or json_schema');
  if (takes.json === undefined) throw fault('response_format', 'asks for JSON, which this model does not write');
  if (type === 'json_object') return { type };
  const { json_schema: described } = format;
  if (!isJsonObject(described)) throw fault('response_format.json_schema', 'must be an object with name and schema');
  const { name, schema, strict } = described;
  if (typeof name !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw fault('response_format.json_schema.name', 'must be 1 to 64 characters of A-Z a-z 0-9 _ -');
  }
  if (!isJsonObject(schema)) throw fault('response_format.json_schema.schema', 'must be a JSON schema');
  if (strict !== undefined && strict !== null && typeof strict !== 'boolean') {
    throw fault('response_format.json_schema.strict', 'must be true or false');
  }
  return { type, name, schema, ...(typeof strict === 'boolean' ? { strict } : {}) };
}
