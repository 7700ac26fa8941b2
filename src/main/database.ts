import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase, type Database } from '../adapters/libsql/database.ts';
import type { Foundation } from './foundation.ts';

/** Opens a service's own database: the configured URL, or a file of the service's name in the data folder. */
export async function openServiceDatabase(
  { config, logger, resources }: Foundation,
  service: string,
  settings: { readonly databaseUrl: string; readonly databaseToken: string },
): Promise<Database> {
  let url = settings.databaseUrl;
  if (url === '') {
    await mkdir(config.dataDirectory, { recursive: true });
    url = pathToFileURL(join(config.dataDirectory, `${service}.db`)).href;
  }
  return resources.use(openDatabase({ url, authToken: settings.databaseToken, logger: logger.with({ service }) }));
}
