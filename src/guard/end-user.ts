import type { JsonObject } from '../core/json.ts';

/**
 * The end user that an application names in a request: `safety_identifier`, else its predecessor `user` (OpenAI API
 * reference); undefined without either.
 */
export function endUserOf({ safety_identifier: identifier, user }: JsonObject): string | undefined {
  for (const named of [identifier, user]) if (typeof named === 'string' && named !== '') return named;
  return undefined;
}
