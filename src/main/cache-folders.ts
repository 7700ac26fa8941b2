import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { readSettings } from '../core/config.ts';
import { platformSettings } from './platform-config.ts';
import type { Platform } from './platform.ts';
import { VERSION } from './version.ts';

/**
 * Where an executable unpacks its native parts, the preferred folder first: below the user's cache folder, or below the data folder, as
 * for service users without a home and users whom the host does not know.
 */
export function cacheFolders(env: Platform['env'], home: () => string = homedir): readonly string[] {
  const { dataDirectory } = readSettings({ dataDirectory: platformSettings.dataDirectory }, env);
  const cache = userCache(env, home);
  return [...(cache === undefined ? [] : [cache]), join(dataDirectory, 'cache')].map((folder) => join(folder, 'parley', VERSION));
}

/** The XDG Base Directory Specification has relative paths ignored, and empty ones count as unset. */
function userCache(env: Platform['env'], home: () => string): string | undefined {
  const given = env['XDG_CACHE_HOME'] ?? '';
  if (isAbsolute(given)) return given;
  try {
    return join(home(), '.cache');
  } catch {
    // Without HOME, users have a home only if the host knows them.
    return undefined;
  }
}
