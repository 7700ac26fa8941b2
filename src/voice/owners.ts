import type { ApiKey } from '../http/auth.ts';
import { createOwnerOf, type OwnerOf } from '../http/owner.ts';

/** Tells whose sessions and turns a request may use. */
export interface Owners {
  /** The owner of what a request begins. */
  readonly ownerOf: OwnerOf;
  /** The owner whose sessions and turns a request sees and ends; undefined for an operator's key, which sees those of every key. */
  seenBy(request: Request): Promise<string | undefined>;
}

/** Sessions and turns belong to API keys by their names; the keys that `operatorKeys` names see those of every key. */
export function createOwners(apiKeys: readonly ApiKey[], operatorKeys: readonly string[]): Owners {
  const ownerOf = createOwnerOf(apiKeys);
  return {
    ownerOf,
    async seenBy(request) {
      const owner = await ownerOf(request);
      return operatorKeys.includes(owner) ? undefined : owner;
    },
  };
}
