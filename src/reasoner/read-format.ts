import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { ModelCapabilities, ResponseFormat } from '../ports/language.ts';
import { fault } from './fields.ts';
import { readSchema } from './read-schema.ts';

/**
 * Parses `response_format` of a chat completion (https://platform.openai.com/docs/guides/structured-outputs). Throws `invalid_input`
 * naming the field, and for JSON if the model does not support it.
 */
export function readResponseFormat(object: JsonObject, takes: ModelCapabilities): ResponseFormat | undefined {
  return readFormat(object.response_format, takes, { param: 'response_format', inner: 'json_schema' });
}

/** Parses `text.format` of a response, in which name and schema are beside the type. Throws as `readResponseFormat`. */
export function readTextFormat(format: JsonValue | undefined, takes: ModelCapabilities): ResponseFormat | undefined {
  return readFormat(format, takes, { param: 'text.format' });
}

function readFormat(
  value: JsonValue | undefined,
  takes: ModelCapabilities,
  { param, inner }: { readonly param: string; readonly inner?: string },
): ResponseFormat | undefined {
  const format = value ?? undefined;
  if (format === undefined) return undefined;
  if (!isJsonObject(format)) throw fault(param, 'must be an object with a type');
  const { type } = format;
  if (type === 'text') return { type };
  if (type !== 'json_object' && type !== 'json_schema') throw fault(`${param}.type`, 'must be text, json_object or json_schema');
  if (takes.json === undefined) throw fault(param, 'asks for JSON, which this model does not support');
  if (type === 'json_object') return { type };
  const described = inner === undefined ? format : format[inner];
  const place = inner === undefined ? param : `${param}.${inner}`;
  if (!isJsonObject(described)) throw fault(place, 'must be an object with name and schema');
  const { name, description = null, strict } = described;
  if (typeof name !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw fault(`${place}.name`, 'must be 1 to 64 characters of A-Z a-z 0-9 _ -');
  }
  if (description !== null && typeof description !== 'string') throw fault(`${place}.description`, 'must be a string');
  const schema = readSchema(described.schema, `${place}.schema`);
  if (strict !== undefined && strict !== null && typeof strict !== 'boolean') {
    throw fault(`${place}.strict`, 'must be true or false');
  }
  return { type, name, ...(description === null ? {} : { description }), schema, ...(typeof strict === 'boolean' ? { strict } : {}) };
}
