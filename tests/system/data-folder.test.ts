import assert from 'node:assert/strict';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { openServiceDatabase } from '../../src/main/database.ts';
import { layFoundation } from '../../src/main/foundation.ts';
import type { Platform } from '../../src/main/platform.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const platform = { args: [], assets: {}, runtime: 'test', printError: () => undefined } as unknown as Platform;

/** Opens a service's database in a data folder, and closes it. */
async function use(folder: string): Promise<void> {
  const foundation = await layFoundation({ ...platform, env: { PLATFORM_DATA_DIR: folder } });
  await using _resources = foundation.resources;
  const { database } = await openServiceDatabase(foundation, 'guard', { databaseUrl: '', databaseToken: '' });
  await database.ping(AbortSignal.timeout(5000));
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('PLATFORM_DATA_DIR', () => {
  it('is made for its owner alone: databases with what people said are in it', async () => {
    await using folder = await makeTemporaryFolder();
    const data = join(folder.path, 'data');
    await use(data);
    assert.equal(await modeOf(data), 0o700);
    assert.ok((await stat(join(data, 'guard.db'))).isFile());
  });

  it('is left as it is where somebody has made it, and what is in it is for its owner alone', async () => {
    await using folder = await makeTemporaryFolder();
    const data = join(folder.path, 'data');
    await mkdir(data);
    await chmod(data, 0o755);
    await use(data);
    assert.equal(await modeOf(data), 0o755);
    assert.equal((await modeOf(join(data, 'guard.db'))) & 0o077, 0);
    await use(data);
    assert.equal((await modeOf(join(data, 'guard.db'))) & 0o077, 0);
  });

  it('is refused by its name where nothing can be written to it', async () => {
    await using folder = await makeTemporaryFolder();
    await writeFile(join(folder.path, 'taken'), '');
    const asFile = join(folder.path, 'taken');
    await assert.rejects(use(asFile), new RegExp(`PLATFORM_DATA_DIR=${asFile}: the folder cannot be made \\(EEXIST\\)`));
    // Whoever may do everything makes files in /sys as little as anybody else.
    await assert.rejects(use('/sys'), /PLATFORM_DATA_DIR=\/sys: the folder cannot be written to \(E\w+\)/);
  });

  it('has a database for its owner alone also where one is made anew because its file was removed', async () => {
    await using folder = await makeTemporaryFolder();
    const file = join(folder.path, 'guard.db');
    await chmod(folder.path, 0o755);
    await using database = openDatabase({ url: `file:${file}`, logger: createRecordedLogger() });
    await database.ping(AbortSignal.timeout(5000));
    await rm(file);
    await assert.rejects(database.ping(AbortSignal.timeout(5000)), { kind: 'unavailable' });
    await database.ping(AbortSignal.timeout(5000));
    assert.equal((await modeOf(file)) & 0o077, 0);
  });
});
