import { ServiceError } from '../core/errors.ts';
import { isJsonObject } from '../core/json.ts';

/** Throws `invalid_input` for a parameter of the path with a malformed percent escape, for which the router gives null. */
export function refuseUnreadable(params: unknown): void {
  if (!isJsonObject(params)) return;
  for (const [name, value] of Object.entries(params)) {
    if (value !== null) continue;
    throw new ServiceError('invalid_input', `${name}: has a percent escape in the path that is malformed or not UTF-8.`, { param: name });
  }
}
