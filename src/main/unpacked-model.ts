import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ServiceError } from '../core/errors.ts';
import { inFirstFolder } from '../core/first-folder.ts';

const unpack = promisify(gunzip);

/** A model whose files are packed by gzip, each under its path in the model's folder. */
export interface PackedModel {
  /** Changes with the files. */
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Unpacks a model once into the first cache folder that takes it, and gives the folder, which is there with all its files or not at all.
 * Throws `provider_unavailable`, whose cause has the reason for each cache folder, if none takes it.
 */
export async function unpackModel({ name, files }: PackedModel, cacheFolders: readonly string[]): Promise<string> {
  try {
    return await inFirstFolder(cacheFolders, (cacheFolder) => unpackInto(join(cacheFolder, name), files));
  } catch (cause) {
    throw new ServiceError('provider_unavailable', 'The model cannot be unpacked into a cache folder.', { cause });
  }
}

async function unpackInto(folder: string, files: PackedModel['files']): Promise<string> {
  if (await isThere(folder)) return folder;
  const own = `${folder}.${randomUUID()}`;
  try {
    for (const [path, packed] of Object.entries(files)) {
      const target = join(own, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      // Whole, for the files within an executable cannot be streamed.
      await writeFile(target, await unpack(await readFile(packed)), { mode: 0o600 });
    }
    // Another process may have been faster.
    await rename(own, folder).catch(async (error: unknown) => {
      if (!(await isThere(folder))) throw error;
    });
    return folder;
  } finally {
    await rm(own, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isThere(folder: string): Promise<boolean> {
  return await access(folder).then(
    () => true,
    () => false,
  );
}
