import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { isInnerPath } from './model-id.ts';

/** A file in the hub's listing. */
export interface HubFile {
  /** Path below the model's folder, with `/`; validated, so that it cannot leave the folder. */
  readonly path: string;
  readonly bytes: number;
  readonly checksum: Checksum;
}

/** The hash of the whole file: SHA-256 for files in LFS, git's blob id (SHA-1 over a header and the bytes) for others. */
export type Checksum = { readonly kind: 'sha256'; readonly hex: string } | { readonly kind: 'git-blob'; readonly hex: string };

/**
 * Parses one page of `/api/models/{id}/tree/{revision}`; folders are left out. Throws `provider_unavailable` if an entry is malformed or
 * its path would leave the model's folder.
 */
export function readListing(value: JsonValue, id: string): HubFile[] {
  if (!Array.isArray(value)) throw malformed(id, 'it is no list');
  return value.flatMap((entry) => {
    if (!isJsonObject(entry)) throw malformed(id, 'an entry is no object');
    const { type, path, size, oid, lfs } = entry;
    if (type === 'directory') return [];
    if (type !== 'file') throw malformed(id, 'an entry is neither file nor folder');
    if (typeof path !== 'string' || !isInnerPath(path)) throw malformed(id, 'a path would leave the folder of the model');
    const bytes = isJsonObject(lfs) ? lfs['size'] : size;
    if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0) throw malformed(id, 'a size is no whole number');
    return [{ path, bytes, checksum: checksumOf(isJsonObject(lfs) ? lfs['oid'] : undefined, oid, id) }];
  });
}

function checksumOf(sha256: JsonValue | undefined, oid: JsonValue | undefined, id: string): Checksum {
  if (typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)) return { kind: 'sha256', hex: sha256 };
  if (sha256 === undefined && typeof oid === 'string' && /^[0-9a-f]{40}$/.test(oid)) return { kind: 'git-blob', hex: oid };
  throw malformed(id, 'a file has no checksum');
}

function malformed(id: string, fault: string): ServiceError {
  return new ServiceError('provider_unavailable', `The hub's listing of ${id} is refused: ${fault}.`);
}
