import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StaticFile } from '../http/static-files.ts';

/** One file of the built dashboard. `path` is its route, `gzip` its compressed bytes in base64, `page` the text of a page. */
export type PackedFile = {
  readonly path: string;
  readonly mediaType: string;
  /** Whether its name changes with its content. */
  readonly isImmutable: boolean;
} & ({ readonly gzip: string } | { readonly page: string });

/** The built dashboard as `scripts/build-dashboard.ts` writes it. */
export interface PackedDashboard {
  readonly files: readonly PackedFile[];
}

/** The inputs of the build, below the dashboard's folder. */
const SOURCES = ['src', 'vite.config.ts'];

/** The files of a pack. Throws when it cannot be read. */
export async function readPackedDashboard(pack: string): Promise<readonly StaticFile[]> {
  const { files } = JSON.parse(await readFile(pack, 'utf8')) as PackedDashboard;
  return files.map((file) => ('gzip' in file ? { ...file, gzip: Uint8Array.fromBase64(file.gzip) } : file));
}

/** Whether the pack is missing or older than a source of the dashboard in `folder`. */
export async function isDashboardStale(pack: string, folder: string): Promise<boolean> {
  const built = await modified(pack);
  if (built === undefined) return true;
  for (const source of SOURCES) {
    const path = join(folder, source);
    const below = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : [];
    for (const file of [path, ...below.map((name) => join(path, name))]) if (((await modified(file)) ?? 0) > built) return true;
  }
  return false;
}

function modified(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
