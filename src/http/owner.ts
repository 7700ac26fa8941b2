import { authenticate, type ApiKey } from './auth.ts';

/** The owner of what a request makes and sees, such as files: the name of its API key, empty while keys are off. */
export type OwnerOf = (request: Request) => Promise<string>;

/** Finds the owner by the request's key, which has been authenticated before. */
export function createOwnerOf(apiKeys: readonly ApiKey[]): OwnerOf {
  return async (request) => (await authenticate(request.headers, apiKeys))?.name ?? '';
}
