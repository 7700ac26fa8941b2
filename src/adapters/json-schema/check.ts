import { Validator, type ValidationResult } from '@cfworker/json-schema';
import type { JsonSchemaCheck } from '../../ports/json-schema.ts';

/** Longest fault, as errors quote values and schemas. */
const MAX_FAULT = 300;

/** Validates by interpreting the schema: no code is generated, so it works where that is forbidden. */
export const checkJsonSchema: JsonSchemaCheck = (schema, value) => {
  let result: ValidationResult;
  try {
    result = new Validator(schema, '2020-12', true).validate(value);
  } catch (cause) {
    throw new TypeError('the schema cannot be read', { cause });
  }
  const { valid, errors } = result;
  if (valid) return undefined;
  // The innermost error says what to change.
  const { instanceLocation, error } = errors.at(-1) ?? { instanceLocation: '#', error: 'it does not fit' };
  return `${instanceLocation}: ${error}`.slice(0, MAX_FAULT);
};
