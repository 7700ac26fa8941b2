import { ServiceError } from '../../core/errors.ts';

/** Deepest nesting of what a server sends. Serialising a much deeper value would exhaust the stack, and take seconds to fail. */
const MAX_DEPTH = 256;

/** The JSON text of a value that was parsed from JSON. Throws for one that is nested too deep. */
export function jsonText(value: object): string {
  const waiting: { readonly inner: object; readonly depth: number }[] = [{ inner: value, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { inner, depth } = next;
    if (depth > MAX_DEPTH) {
      throw new ServiceError('provider_unavailable', `What the MCP server sent is nested deeper than ${MAX_DEPTH} levels.`);
    }
    for (const item of Object.values(inner) as unknown[]) {
      if (typeof item === 'object' && item !== null) waiting.push({ inner: item, depth: depth + 1 });
    }
  }
  return JSON.stringify(value);
}
