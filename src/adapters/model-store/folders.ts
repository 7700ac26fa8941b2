import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { systemCodeOf } from '../../core/errors.ts';
import type { ModelId } from './model-id.ts';
import { RECORD_NAME } from './model-record.ts';

/** The layout of the store's folder. The work folder's name begins with a dot, so no model can have it. */
export interface Folders {
  readonly root: string;
  /** The folder of a whole model: `<root>/<owner>/<name>`, as on the hub. */
  model(id: ModelId): string;
  /** Folders of models that are not complete yet, by owner and name. */
  readonly incomingRoot: string;
  /** The partial downloads of a model, one folder per commit. */
  incoming(id: ModelId): string;
  lock(id: ModelId): string;
  /** Moves a finished folder to its place atomically; the previous one is deleted. */
  install(from: string, id: ModelId): Promise<void>;
  /** Removes a model atomically, then deletes its files. */
  uninstall(id: ModelId): Promise<void>;
}

export function createFolders(directory: string): Folders {
  const root = resolve(directory);
  const work = join(root, '.parley');
  const model = ({ owner, name }: ModelId): string => join(root, owner, name);

  async function uninstall(id: ModelId): Promise<void> {
    const trash = join(work, 'trash');
    try {
      await mkdir(trash, { recursive: true });
      await rename(model(id), join(trash, randomUUID()));
    } catch (error) {
      // A full disk may not even take another folder; deleting frees it.
      if (systemCodeOf(error) !== 'ENOSPC' && systemCodeOf(error) !== 'EDQUOT') throw error;
      await rm(join(model(id), RECORD_NAME), { force: true });
      await rm(model(id), { recursive: true, force: true });
    }
    // If the owner has another model, the folder stays.
    await rmdir(dirname(model(id))).catch(() => undefined);
    // Including what a killed process left there.
    for (const name of await namesIn(trash)) await rm(join(trash, name), { recursive: true, force: true });
  }

  return {
    root,
    model,
    incomingRoot: join(work, 'incoming'),
    incoming: ({ owner, name }) => join(work, 'incoming', owner, name),
    lock: ({ owner, name }) => join(work, 'locks', owner, `${name}.lock`),
    async install(from, id) {
      if (await exists(model(id))) await uninstall(id);
      await mkdir(dirname(model(id)), { recursive: true });
      await rename(from, model(id));
    },
    uninstall,
  };
}

/** Whether there is something at a path. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Names in a folder, sorted; none when it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = await readdir(folder).catch(() => []);
  return names.toSorted((a, b) => (a < b ? -1 : 1));
}

/** Size of a regular file in bytes; 0 if it does not exist. */
export async function bytesOf(path: string): Promise<number> {
  return lstat(path).then(
    (entry) => (entry.isFile() ? entry.size : 0),
    () => 0,
  );
}

/** Total size of the files below a folder in bytes; 0 if it does not exist. */
export async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(names.map((name) => bytesOf(join(folder, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
