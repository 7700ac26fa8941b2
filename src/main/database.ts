import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase, type Database } from '../adapters/libsql/database.ts';
import { abortable, deadline } from '../core/abort.ts';
import { ConfigError } from '../core/config.ts';
import { messageOf, systemCodeOf } from '../core/errors.ts';
import type { Logger } from '../ports/system.ts';
import type { Foundation } from './foundation.ts';
import { platformSettings } from './platform-config.ts';

/** Tries of SQLite to get a lock before a call fails, and so much more that their pauses fit in as well. */
const LOCK_WAITS = 8;

/**
 * Opens a service's own database: the configured URL, or a file of the service's name in the data folder. With
 * `databaseTimeoutMs` a call takes so many milliseconds at most, the wait for the lock of another process included.
 */
export async function openServiceDatabase(
  { config, logger, resources }: Foundation,
  service: string,
  settings: { readonly databaseUrl: string; readonly databaseToken: string; readonly databaseTimeoutMs?: number },
): Promise<Database> {
  let url = settings.databaseUrl;
  if (url === '') {
    const file = join(config.dataDirectory, `${service}.db`);
    await makeDataFolder(config.dataDirectory);
    await makePrivate(file);
    url = pathToFileURL(file).href;
  }
  const { databaseTimeoutMs: callTimeoutMs } = settings;
  const limits = callTimeoutMs === undefined ? {} : { callTimeoutMs, busyTimeoutMs: Math.ceil(callTimeoutMs / LOCK_WAITS) };
  return resources.use(openDatabase({ url, authToken: settings.databaseToken, logger: logger.with({ service }), ...limits }));
}

/** Whether no other process has a service's database: a file, rather than a server that several may share. */
export function isOwnDatabase({ databaseUrl }: { readonly databaseUrl: string }): boolean {
  return databaseUrl === '' || databaseUrl.startsWith('file:');
}

/**
 * What is read from the database at a start; `otherwise` where it does not say in time, with a warning of what comes of that.
 * Of a start that fails for something else nothing comes.
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

/** Sees to it that a new database is for its user alone, in a folder of others too. SQLite gives its other files the same mode. */
async function makePrivate(file: string): Promise<void> {
  const made = await open(file, 'a', 0o600).catch(() => undefined);
  await made?.close();
}

/** Throws a ConfigError that names the setting. */
async function makeDataFolder(path: string): Promise<void> {
  try {
    // What was said and who said it is in there: nobody else on this host reads it.
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError([
      `${platformSettings.dataDirectory.name}=${path}: the folder cannot be made (${systemCodeOf(error) || 'unknown'})`,
    ]);
  }
}
