import { isJsonObject, type JsonValue } from '../core/json.ts';
import type { FunctionTool } from '../ports/language.ts';
import { fault } from './fields.ts';

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Parses one function: name, description, parameters and strict. Throws `invalid_input` naming the field. */
export function readFunction(value: JsonValue | undefined, param: string): FunctionTool {
  if (!isJsonObject(value)) throw fault(param, 'must be an object with a name');
  const { name, description, parameters, strict } = value;
  if (typeof name !== 'string' || !NAME.test(name)) throw fault(`${param}.name`, 'must be 1 to 64 characters of A-Z a-z 0-9 _ -');
  if (description !== undefined && description !== null && typeof description !== 'string') {
    throw fault(`${param}.description`, 'must be a string');
  }
  if (parameters !== undefined && parameters !== null && !isJsonObject(parameters)) {
    throw fault(`${param}.parameters`, 'must be a JSON schema');
  }
  if (strict !== undefined && strict !== null && typeof strict !== 'boolean') throw fault(`${param}.strict`, 'must be true or false');
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    ...(isJsonObject(parameters) ? { parameters } : {}),
    ...(typeof strict === 'boolean' ? { strict } : {}),
  };
}
