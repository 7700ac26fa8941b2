import type { Policy } from './api/guard-api.ts';
import { sendJson } from './api/send.ts';
import { address } from './place.ts';

/**
 * Stores a new version of a policy that is based on `version`, or, without one, the first of a policy that there is not yet. Throws a Fault, of
 * status 412 where somebody else stored one meanwhile.
 */
export async function storePolicy(id: string, policy: unknown, version: number | undefined): Promise<Policy> {
  const headers: Record<string, string> = version === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${version}"` };
  const answer = await sendJson('PUT', address('/v1/policies/{id}', { id }, {}), policy, { headers });
  return (await answer.json()) as Policy;
}
