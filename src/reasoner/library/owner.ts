import type { Library } from '../../domain/documents/library.ts';
import { authenticate, type ApiKey } from '../../http/auth.ts';
import type { FileSearch } from '../../ports/file-search.ts';
import type { Clock, Ids } from '../../ports/system.ts';

/** The owner of a request's files: the name of its API key, empty while keys are off. */
export type OwnerOf = (request: Request) => Promise<string>;

/** The dependencies of the routes of files and vector stores; times are in milliseconds. */
export interface LibraryRoutesDeps {
  readonly library: Library;
  readonly fileSearch: FileSearch;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ownerOf: OwnerOf;
  readonly maxBodyBytes: number;
  readonly maxFileBytes: number;
  readonly maxUploads: number;
  readonly uploadTimeoutMs: number;
}

/** Finds the owner by the request's key, which has been authenticated before. */
export function createOwnerOf(apiKeys: readonly ApiKey[]): OwnerOf {
  return async (request) => (await authenticate(request.headers, apiKeys))?.name ?? '';
}
