import { authenticate, type ApiKey } from '../http/auth.ts';

/** Tells whose sessions and turns a request may use. */
export interface Owners {
  /** The owner of what a request begins: the name of its API key, empty while keys are off. */
  ownerOf(request: Request): Promise<string>;
  /** The owner whose sessions and turns a request sees and ends; undefined for an operator's key, which sees those of every key. */
  seenBy(request: Request): Promise<string | undefined>;
}

/** Sessions and turns belong to API keys by their names; the keys that `operatorKeys` names see those of every key. */
export function createOwners(apiKeys: readonly ApiKey[], operatorKeys: readonly string[]): Owners {
  const ownerOf = async ({ headers }: Request): Promise<string> => (await authenticate(headers, apiKeys))?.name ?? '';
  return {
    ownerOf,
    async seenBy(request) {
      const owner = await ownerOf(request);
      return operatorKeys.includes(owner) ? undefined : owner;
    },
  };
}
