import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Checksum } from './listing.ts';

/** The hashes of a file, in hexadecimal. */
export interface FileDigest {
  readonly sha256: string;
  /** SHA-1 of git's blob header and the bytes (https://git-scm.com/book/en/v2/Git-Internals-Git-Objects). */
  readonly gitBlob: string;
}

/** Reads a file of `bytes` bytes once and hashes it. Throws if it cannot be read, or the signal's reason. */
export async function digestFile(path: string, bytes: number, signal?: AbortSignal): Promise<FileDigest> {
  const sha256 = createHash('sha256');
  const sha1 = createHash('sha1').update(`blob ${bytes}\0`);
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    signal?.throwIfAborted();
    sha256.update(chunk as Uint8Array);
    sha1.update(chunk as Uint8Array);
  }
  return { sha256: sha256.digest('hex'), gitBlob: sha1.digest('hex') };
}

/** Whether a file matches the hub's listing. */
export function matches(digest: FileDigest, checksum: Checksum): boolean {
  return (checksum.kind === 'sha256' ? digest.sha256 : digest.gitBlob) === checksum.hex;
}
