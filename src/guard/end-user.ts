import type { JsonObject } from '../core/json.ts';

/**
 * The end user named in a request: `safety_identifier`, or else the older field `user` (OpenAI API reference); undefined without either.
 */
export function endUserOf({ safety_identifier: identifier, user }: JsonObject): string | undefined {
  for (const named of [identifier, user]) if (typeof named === 'string' && named !== '') return named;
  return undefined;
}
