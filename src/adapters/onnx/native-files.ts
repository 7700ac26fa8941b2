import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { messageOf } from '../../core/errors.ts';
import type { NativeFile, NativeFiles } from './runtime.ts';

/** The variable through which the executable's copy of onnxruntime-node finds its add-on; the code that reads it is in `scripts/build`. */
export const BINDING_VARIABLE = 'PARLEY_ONNXRUNTIME_BINDING';

/**
 * Writes the native add-on and its library once into the same cache folder, and checks the hashes of existing files before use. Throws if
 * no folder is writable or a hash differs.
 */
export async function placeNativeFiles({ cacheFolders, ...files }: NativeFiles): Promise<void> {
  const faults: string[] = [];
  for (const cacheFolder of cacheFolders) {
    try {
      env[BINDING_VARIABLE] = await placeIn(cacheFolder, files);
      return;
    } catch (error) {
      faults.push(messageOf(error));
    }
  }
  throw new Error(faults.join('; '));
}

/** Returns the path of the add-on. */
async function placeIn(cacheFolder: string, { binding, library }: Pick<NativeFiles, 'binding' | 'library'>): Promise<string> {
  // The folder is named by a content hash, so that two versions of Parley never share a file.
  const folder = join(cacheFolder, `onnxruntime-${library.sha256.slice(0, 16)}-${binding.sha256.slice(0, 16)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await place(library, folder);
  return place(binding, folder);
}

async function place({ path, name, sha256 }: NativeFile, folder: string): Promise<string> {
  const target = join(folder, name);
  if ((await hashOf(target)) === sha256) return target;
  const own = `${target}.${randomUUID()}`;
  try {
    await writeFile(own, await readFile(path), { mode: 0o700 });
    if ((await hashOf(own)) !== sha256) throw new Error(`${name} does not have the hash it was built with`);
    // Renaming is atomic, so another process sees the whole file or none.
    await rename(own, target);
  } finally {
    await rm(own, { force: true });
  }
  return target;
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
