import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { boundedChunks } from '../../core/bounded-chunks.ts';
import { systemCodeOf } from '../../core/errors.ts';
import { checkObjectKey } from '../../core/object-key.ts';
import { streamOf } from '../../core/stream-of.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { fromDiskFault } from './disk-fault.ts';

export interface FolderObjectStoreOptions {
  /** Created if it is missing. One process owns it. */
  readonly folder: string;
}

const READ_BYTES = 256 * 1024;
/** Only its owner may read the folder, or one that is created around it. */
const FOLDER = { recursive: true, mode: 0o700 } as const;

/**
 * Stores files in a folder: `objects/<key>` is the file as it was sent, `types/<key>` its media type, and `partial/` what is still
 * arriving. A file is written aside, synced and renamed, so that after a crash it is complete or not there. What a crash left in
 * `partial/` is deleted here. If somebody removes the folder, it is made again.
 */
export async function openFolderObjectStore({ folder }: FolderObjectStoreOptions): Promise<ObjectStore> {
  const partial = join(folder, 'partial');
  const objectPath = (key: string): string => join(folder, 'objects', `${key}.data`);
  const typePath = (key: string): string => join(folder, 'types', `${key}.type`);

  async function onDisk<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw fromDiskFault(error);
    }
  }

  /** The path of a new file that is still arriving. */
  async function newPath(): Promise<string> {
    await mkdir(partial, FOLDER);
    return join(partial, randomUUID());
  }

  await onDisk(async () => {
    await mkdir(partial, FOLDER);
    const left = await readdir(partial);
    await Promise.all(left.map((name) => rm(join(partial, name), { force: true })));
  });

  /** Writes the type first, so that an existing file always has one. */
  async function place(from: string, key: string, mediaType: string): Promise<void> {
    const typeFrom = `${from}.type`;
    try {
      await mkdir(dirname(objectPath(key)), { recursive: true });
      await mkdir(dirname(typePath(key)), { recursive: true });
      await writeFile(typeFrom, mediaType);
      await rename(typeFrom, typePath(key));
      await rename(from, objectPath(key));
      await syncFolder(dirname(objectPath(key)));
    } finally {
      await rm(typeFrom, { force: true });
    }
  }

  return {
    async put(key, body, mediaType, options = {}) {
      checkObjectKey(key);
      const hash = createHash('sha256');
      let size = 0;
      return onDisk(async () => {
        const path = await newPath();
        try {
          const file = await open(path, 'wx', 0o600);
          try {
            for await (const chunk of boundedChunks(body, options)) {
              hash.update(chunk);
              size += chunk.byteLength;
              for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten;
            }
            await file.sync();
          } finally {
            await file.close();
          }
          options.signal?.throwIfAborted();
          await place(path, key, mediaType);
          return { key, size, mediaType, sha256: hash.digest('hex') };
        } finally {
          await rm(path, { force: true });
        }
      });
    },

    async get(key) {
      checkObjectKey(key);
      return onDisk(async () => {
        const path = objectPath(key);
        const found = await stat(path).catch(absent);
        const mediaType = await readFile(typePath(key), 'utf8').catch(absent);
        if (found === undefined || mediaType === undefined) return undefined;
        return { info: { key, size: found.size, mediaType }, body: streamOf(bytesOf(path)) };
      });
    },

    async delete(key) {
      checkObjectKey(key);
      return onDisk(async () => {
        const gone = await unlink(objectPath(key)).then(() => true, absent);
        if (gone === true) await rm(typePath(key), { force: true });
        return gone === true;
      });
    },

    async ping(signal) {
      signal.throwIfAborted();
      await onDisk(async () => {
        const path = await newPath();
        await writeFile(path, '');
        await rm(path);
        await stat(partial);
      });
    },
  };
}

/** Opens the file on the first read, so that a body nobody reads keeps nothing open; one deleted meanwhile is `unavailable`. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  try {
    const file = await open(path, 'r');
    try {
      for (;;) {
        const { bytesRead, buffer } = await file.read(new Uint8Array(READ_BYTES), 0, READ_BYTES);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw fromDiskFault(error);
  }
}

/** A rename is durable only once its folder is synced; systems that cannot sync a folder do it by themselves. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

function absent(error: unknown): undefined {
  if (systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ENOTDIR') return undefined;
  throw error;
}
