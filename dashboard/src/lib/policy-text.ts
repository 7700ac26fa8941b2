import type { Policy } from './api/guard-api.ts';

/** A policy as it is written, without what the guard adds: JSON of two spaces. */
export function policyText({ object, id, version, ...body }: Policy): string {
  void [object, id, version];
  return JSON.stringify(body, null, 2);
}
