import { lstat, mkdir, open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ServiceError } from '../../core/errors.ts';
import { onDisk } from './disk-fault.ts';
import { digestFile, matches } from './file-digest.ts';
import type { HubClient, HubDownload } from './hub-client.ts';
import type { HubFile } from './listing.ts';
import { TransientFault, withRetries, type RetryOptions } from './transient-fault.ts';

export interface DownloadOptions extends RetryOptions {
  readonly client: HubClient;
  readonly id: string;
  readonly commit: string;
  /** The file's path; a partial download is beside it, with `.part` appended. */
  readonly target: string;
  /** Reports how many bytes of the file are on the disk. */
  readonly onBytes: (bytes: number) => void;
}

/** Bytes that an attempt must have added for the count of failures to be reset. */
const GAIN_BYTES = 2 ** 20;

/**
 * Downloads one file: resumes a partial download of an earlier attempt or process, verifies the checksum of the whole file, and only
 * then renames it. Returns its SHA-256. A file with the wrong checksum is deleted; if it was resumed, it is downloaded once more from
 * the beginning. Throws a ServiceError that says what to do, or the signal's reason; the partial download stays for the next attempt.
 */
export async function downloadFile(file: HubFile, options: DownloadOptions): Promise<string> {
  const { target, signal, id } = options;
  const part = `${target}.part`;
  await onDisk(dirname(target), () => mkdir(dirname(target), { recursive: true }));
  for (;;) {
    const continued = await fetchPart(file, part, options);
    const digest = await onDisk(part, () => digestFile(part, file.bytes, signal));
    if (matches(digest, file.checksum)) {
      await onDisk(target, () => rename(part, target));
      await rm(`${part}.etag`, { force: true });
      return digest.sha256;
    }
    await discard(part);
    if (!continued) {
      throw new ServiceError(
        'provider_unavailable',
        `${file.path} of ${id} has the wrong checksum and was deleted. The hub or something on the way to it changes files; try again or another PLATFORM_MODEL_HUB.`,
      );
    }
  }
}

/** Completes the partial download. Returns whether any of it existed before. */
async function fetchPart(file: HubFile, part: string, options: DownloadOptions): Promise<boolean> {
  let continued = false;
  let gained = 0;
  await withRetries(
    async () => {
      gained = 0;
      const from = await lengthOf(part, file);
      if (from > 0) continued = true;
      options.onBytes(from);
      if (from === file.bytes && from > 0) return;
      const etag = from === 0 ? undefined : (await readFile(`${part}.etag`, 'utf8').catch(() => '')) || undefined;
      const download = await options.client.download(
        { id: options.id, commit: options.commit, path: file.path, from, etag },
        options.signal,
      );
      if (download.status === 416 || (download.status === 206 && download.firstByte !== from)) {
        await discard(part);
        throw new TransientFault(`the hub did not continue ${file.path} where it was asked to`);
      }
      const start = download.status === 206 ? from : 0;
      if (start === 0) continued = false;
      await writePart(file, part, { download, start }, (bytes) => {
        gained = bytes - start;
        options.onBytes(bytes);
      });
    },
    options,
    () => gained >= GAIN_BYTES,
  );
  return continued;
}

async function writePart(
  file: HubFile,
  part: string,
  { download, start }: { readonly download: HubDownload; readonly start: number },
  onBytes: (bytes: number) => void,
): Promise<void> {
  if (start === 0) {
    await discard(part);
    if (download.etag !== undefined) await onDisk(part, () => writeFile(`${part}.etag`, download.etag ?? ''));
  }
  const handle = await onDisk(part, () => open(part, start === 0 ? 'wx' : 'r+'));
  let position = start;
  try {
    for await (const chunk of download.chunks) {
      if (position + chunk.length > file.bytes) {
        await discard(part);
        throw new ServiceError('provider_unavailable', `The hub sends more for ${file.path} than the ${file.bytes} bytes it lists.`);
      }
      await onDisk(part, () => writeAll(handle, chunk, position));
      position += chunk.length;
      onBytes(position);
    }
    await onDisk(part, () => handle.sync());
  } finally {
    await handle.close();
  }
  if (position < file.bytes) throw new TransientFault(`the connection ended ${file.bytes - position} bytes before the end of ${file.path}`);
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

/** Size of a partial download. One that is longer than the file, or not a regular file, is deleted. */
async function lengthOf(part: string, { bytes }: HubFile): Promise<number> {
  const entry = await lstat(part).catch(() => undefined);
  if (entry === undefined) return 0;
  if (entry.isFile() && entry.size <= bytes) return entry.size;
  await discard(part);
  return 0;
}

async function discard(part: string): Promise<void> {
  await onDisk(part, async () => {
    await rm(part, { force: true, recursive: true });
    await rm(`${part}.etag`, { force: true });
  });
}
