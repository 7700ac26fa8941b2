import { Validator } from '@cfworker/json-schema';
import type { JsonSchemaCheck } from '../../ports/json-schema.ts';

/** Validates by interpreting the schema: no code is generated, so it works where that is forbidden. */
export const checkJsonSchema: JsonSchemaCheck = (schema, value) => {
  let validator: Validator;
  try {
    validator = new Validator(schema, '2020-12', true);
  } catch (cause) {
    throw new TypeError('the schema cannot be read', { cause });
  }
  const { valid, errors } = validator.validate(value);
  if (valid) return undefined;
  // The innermost error says what to change.
  const { instanceLocation, error } = errors.at(-1) ?? { instanceLocation: '#', error: 'it does not fit' };
  return `${instanceLocation}: ${error}`;
};
