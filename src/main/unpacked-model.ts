import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { messageOf, ServiceError } from '../core/errors.ts';

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
  const faults: string[] = [];
  for (const cacheFolder of cacheFolders) {
    const folder = join(cacheFolder, name);
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
    } catch (error) {
      faults.push(messageOf(error));
    } finally {
      await rm(own, { recursive: true, force: true }).catch(() => undefined);
    }
  }
  throw new ServiceError('provider_unavailable', 'The model cannot be unpacked into a cache folder.', {
    cause: new Error(faults.join('; ')),
  });
}

async function isThere(folder: string): Promise<boolean> {
  return await access(folder).then(
    () => true,
    () => false,
  );
}
