import type { Library } from '../../domain/documents/library.ts';
import { authenticate, type ApiKey } from '../../http/auth.ts';
import type { FileSearch } from '../../ports/file-search.ts';
import type { Clock, Ids } from '../../ports/system.ts';

/** Whose things a request is about: the name of its API key, empty while keys are off. */
export type OwnerOf = (request: Request) => Promise<string>;

/** What the routes of files and vector stores stand on; times are milliseconds. */
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

/** Finds the owner by the request's key; whether it may come in at all was decided before. */
export function createOwnerOf(apiKeys: readonly ApiKey[]): OwnerOf {
  return async (request) => (await authenticate(request.headers, apiKeys))?.name ?? '';
}
