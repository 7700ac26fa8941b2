import { ServiceError } from '../../core/errors.ts';
import { isNestedDeeper } from '../../core/json.ts';

/** Deepest nesting of what a server sends. Serialising a much deeper value would exhaust the stack, and take seconds to fail. */
const MAX_DEPTH = 256;

/** The JSON text of a value that was parsed from JSON. Throws for one that is nested too deep. */
export function jsonText(value: object): string {
  if (isNestedDeeper(value, MAX_DEPTH)) {
    throw new ServiceError('provider_unavailable', `What the MCP server sent is nested deeper than ${MAX_DEPTH} levels.`);
  }
  return JSON.stringify(value);
}
