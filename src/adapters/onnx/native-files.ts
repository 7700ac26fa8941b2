import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { inFirstFolder } from '../../core/first-folder.ts';
import type { NativeFile, NativeFiles } from './runtime.ts';

/** The variable through which the executable's copy of onnxruntime-node finds its add-on; the code that reads it is in `scripts/build`. */
export const BINDING_VARIABLE = 'PARLEY_ONNXRUNTIME_BINDING';

/** Writes the native add-on and its library once into the same cache folder. Throws as `placeFiles` does. */
export async function placeNativeFiles({ cacheFolders, binding, library }: NativeFiles): Promise<void> {
  env[BINDING_VARIABLE] = join(await placeFiles('onnxruntime', [library, binding], cacheFolders), binding.name);
}

/**
 * Writes files once into a folder of the first cache folder that takes them and from which code may run, checks the hashes of existing
 * files before use, and returns the folder. Throws, with the reason for each cache folder, if there is none.
 */
export async function placeFiles(name: string, files: readonly NativeFile[], cacheFolders: readonly string[]): Promise<string> {
  // The folder is named by content hashes, so that two versions of Parley never share a file.
  const unique = [name, ...files.map(({ sha256 }) => sha256.slice(0, 16))].join('-');
  return await inFirstFolder(cacheFolders, async (cacheFolder) => {
    const folder = join(cacheFolder, unique);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const file of files) await place(file, folder);
    return folder;
  });
}

async function place({ path, name, sha256 }: NativeFile, folder: string): Promise<void> {
  const target = join(folder, name);
  if ((await hashOf(target)) !== sha256) await write({ path, name, sha256 }, target);
  // Also fails where the file system is mounted noexec.
  await access(target, constants.X_OK);
}

async function write({ path, name, sha256 }: NativeFile, target: string): Promise<void> {
  const own = `${target}.${randomUUID()}`;
  try {
    await writeFile(own, await readFile(path), { mode: 0o700 });
    if ((await hashOf(own)) !== sha256) throw new Error(`${name} does not have the hash it was built with`);
    // Renaming is atomic, so another process sees the whole file or none.
    await rename(own, target);
  } finally {
    await rm(own, { force: true });
  }
}

async function hashOf(path: string): Promise<string | undefined> {
  try {
    const hash = createHash('sha256');
    // Read in pieces, because the library is 40 MB and whole-file reads at startup stay in the heap for a while.
    for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
