import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openDatabase, type Database } from '../adapters/libsql/database.ts';
import { claimFile } from '../adapters/libsql/file-claim.ts';
import { abortable, deadline } from '../core/abort.ts';
import { ConfigError } from '../core/config.ts';
import { messageOf, systemCodeOf } from '../core/errors.ts';
import type { Logger } from '../ports/system.ts';
import type { Foundation } from './foundation.ts';
import { placeLibsql } from './libsql-native.ts';
import { platformSettings } from './platform-config.ts';

/** SQLite waits for a lock for this fraction of a call's time limit, as a call tries several times with pauses. */
const LOCK_WAITS = 8;

/** A service's own database. */
export interface ServiceDatabase {
  readonly database: Database;
  /** Whether no other process uses it: a file that this process was the first to open, never a server, which several may share. */
  readonly isSole: boolean;
}

/**
 * Opens a service's own database: the configured URL, or a file named after the service in the data folder. With `databaseTimeoutMs` a
 * call takes at most that many milliseconds, including the wait for another process's lock.
 */
export async function openServiceDatabase(
  { platform, config, logger, resources }: Foundation,
  service: string,
  settings: { readonly databaseUrl: string; readonly databaseToken: string; readonly databaseTimeoutMs?: number },
): Promise<ServiceDatabase> {
  let url = settings.databaseUrl;
  await placeLibsql(platform);
  if (url === '') {
    const file = join(config.dataDirectory, `${service}.db`);
    await makeDataFolder(config.dataDirectory);
    url = pathToFileURL(file).href;
  }
  const { databaseTimeoutMs: callTimeoutMs } = settings;
  const limits = callTimeoutMs === undefined ? {} : { callTimeoutMs, busyTimeoutMs: Math.ceil(callTimeoutMs / LOCK_WAITS) };
  const log = logger.with({ service });
  const isSole = isFile({ databaseUrl: url }) && (await claim(pathOf(url), { config, logger: log, resources }));
  return { database: resources.use(openDatabase({ url, authToken: settings.databaseToken, logger: log, ...limits })), isSole };
}

/** Whether a service's database is a file of this host. */
export function isFile({ databaseUrl }: { readonly databaseUrl: string }): boolean {
  return databaseUrl === '' || databaseUrl.startsWith('file:');
}

/** The path of `file:path`, which may be relative, or of a whole file URL. */
function pathOf(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}

/**
 * Whether a database file is this process's alone. Work that another process has under way there must be left to it. Throws a ConfigError
 * if the data folder cannot be written to; a full disk may have room again.
 */
async function claim(path: string, { config, logger, resources }: Pick<Foundation, 'config' | 'logger' | 'resources'>): Promise<boolean> {
  try {
    const { heldBy } = resources.use(await claimFile(path));
    if (heldBy === undefined) return true;
    // No warning: `parley ask` and `doctor` may run beside the services.
    logger.info('another process uses this database too; what it has under way is left to it', { database: path, process: heldBy });
    return false;
  } catch (error) {
    const isRefused = ['EACCES', 'EPERM', 'EROFS'].includes(systemCodeOf(error));
    if (isRefused && dirname(path) === resolve(config.dataDirectory)) throw unusable(config.dataDirectory, 'written to', error);
    return true;
  }
}

/**
 * A value read from the database at start. If that fails or takes longer than `withinMs`, the result is `otherwise`, and a warning says
 * what follows from that, unless the start has been given up meanwhile.
 */
export async function readAtStart<T, Otherwise>(
  { resources }: Pick<Foundation, 'resources'>,
  reading: Promise<T>,
  {
    logger,
    withinMs,
    warning,
    otherwise,
  }: { readonly logger: Logger; readonly withinMs: number; readonly warning: string; readonly otherwise: Otherwise },
): Promise<T | Otherwise> {
  let isOver = false;
  resources.defer(() => {
    isOver = true;
  });
  try {
    return await abortable(reading, deadline(withinMs));
  } catch (error) {
    if (!isOver) logger.warn(warning, { reason: messageOf(error) });
    return otherwise;
  }
}

/** Throws a ConfigError that names the setting. */
async function makeDataFolder(path: string): Promise<void> {
  try {
    // Databases hold what was said and by whom, so nobody else on this host may read them.
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusable(path, 'made', error);
  }
}

function unusable(path: string, what: string, error: unknown): ConfigError {
  return new ConfigError([
    `${platformSettings.dataDirectory.name}=${path}: the folder cannot be ${what} (${systemCodeOf(error) || 'unknown'})`,
  ]);
}
