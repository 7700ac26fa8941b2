import { join } from 'node:path';
import { placeFiles } from '../adapters/onnx/native-files.ts';
import { messageOf } from '../core/errors.ts';
import { cacheFolders } from './cache-folders.ts';
import { platformSettings } from './platform-config.ts';
import type { Platform } from './platform.ts';

/** The variable through which the executable's copy of libsql finds its add-on; the code that reads it is in `scripts/build`. */
export const LIBSQL_VARIABLE = 'PARLEY_LIBSQL_BINDING';

/**
 * Unpacks libSQL's add-on, which an executable carries; its database workers need it. Bun would unpack it to a folder for temporary
 * files, which may be absent, full or without the right to run code. Throws if no cache folder takes it.
 */
export async function placeLibsql({ assets, env }: Pick<Platform, 'assets' | 'env'>): Promise<void> {
  const { libsqlNative: binding } = assets;
  if (binding === undefined) return;
  try {
    process.env[LIBSQL_VARIABLE] = join(await placeFiles('libsql', [binding], cacheFolders(env)), binding.name);
  } catch (cause) {
    const reason = `The database's native part cannot be unpacked, nor run from where it is: ${messageOf(cause)}`;
    throw new Error(`${reason}. Set ${platformSettings.dataDirectory.name} to a folder that can be written to and run from.`, { cause });
  }
}
