import type { JsonObject } from '../../core/json.ts';
import type { JsonSchemaCheck } from '../../ports/json-schema.ts';
import { createValidation, type Validation } from './validation.ts';

/** Longest fault, as errors quote schemas. */
const MAX_FAULT = 300;

const prepared = new WeakMap<JsonObject, Validation>();

/** Validates by interpreting the schema: no code is generated, so it works where that is forbidden. */
export const checkJsonSchema: JsonSchemaCheck = (schema, value) => {
  const validate = prepared.get(schema) ?? createValidation(schema);
  prepared.set(schema, validate);
  return validate(value)?.slice(0, MAX_FAULT);
};
