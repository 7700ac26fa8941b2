import type { Library } from '../../domain/documents/library.ts';
import type { OwnerOf } from '../../http/owner.ts';
import type { FileSearch } from '../../ports/file-search.ts';
import type { Clock, Ids } from '../../ports/system.ts';

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
