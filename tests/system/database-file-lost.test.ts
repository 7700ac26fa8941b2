import assert from 'node:assert/strict';
import { copyFile, mkdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { filePlace } from '../../src/adapters/libsql/file-place.ts';
import { createLibsqlPolicyStore } from '../../src/adapters/libsql/policy-store.ts';
import { openSpooledJournal } from '../../src/adapters/libsql/spooled-journal.ts';
import { createLibsqlVectorIndex } from '../../src/adapters/libsql/vector-index.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { DIMENSIONS, leaning, passage } from '../contract/vector-index-contract.ts';
import { allowSlowHooks } from '../slow.ts';
import { entry, ids, open } from './opened-journal.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

const RETRY = { retryMs: [1, 10, 100] };

describe('a database whose file somebody removes while it is used', () => {
  it('is made anew and says so: what is recorded from then on is there after the next start', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'guard.db');
    {
      await using opened = open(`file:${path}`, RETRY);
      opened.journal.record(entry('before', 1));
      await opened.journal.flush();
      await rm(path);
      opened.journal.record(entry('one', 2));
      opened.journal.record(entry('two', 3));
      await opened.journal.flush();
      assert.deepEqual(await ids(opened.journal), ['two', 'one']);
      assert.equal(opened.journal.dropped, 0);
      assert.ok(opened.logger.lines.some(({ level, message }) => level === 'error' && message === 'the database is opened again'));
    }
    await using again = open(`file:${path}`);
    assert.deepEqual(await ids(again.journal), ['two', 'one']);
  });

  it('is the other file from then on that is put in its place', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'guard.db');
    {
      await using backup = open(`file:${path}`);
      backup.journal.record(entry('kept', 1));
    }
    await copyFile(path, `${path}.backup`);
    await using opened = open(`file:${path}`, RETRY);
    opened.journal.record(entry('later', 2));
    await opened.journal.flush();
    // Its log stays beside it, which belongs to the file that was there.
    await rename(`${path}.backup`, path);
    opened.journal.record(entry('last', 3));
    await opened.journal.flush();
    assert.deepEqual(await ids(opened.journal), ['last', 'kept']);
    const checked = await opened.database.execute({ sql: 'SELECT * FROM pragma_integrity_check' });
    assert.deepEqual(checked.rows, [['ok']]);
  });

  it('takes the next version of a policy', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'guard.db');
    await using database = openDatabase({ url: `file:${path}`, logger: createRecordedLogger() });
    const store = createLibsqlPolicyStore({ database, clock: systemClock });
    const policy = { id: 'default', version: 2, body: '{}', createdAt: new Date(0), author: 'ann' };
    await store.put(policy);
    await rm(path);
    await assert.rejects(store.latest(), { kind: 'unavailable' });
    assert.deepEqual(await store.latest(), []);
    assert.equal(await store.put(policy), true);
    assert.deepEqual(await store.latest(), [policy]);
  });

  it('finds the passages that are stored from then on, and none of those before', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'reasoner.db');
    await using database = openDatabase({ url: `file:${path}`, logger: createRecordedLogger() });
    await using index = createLibsqlVectorIndex({
      database,
      clock: systemClock,
      logger: createRecordedLogger(),
      model: 'test',
      dimensions: DIMENSIONS,
    });
    const found = async (): Promise<string[]> => {
      const near = await index.nearest(['store'], leaning(0), { limit: 9 });
      const matching = await index.matching(['store'], 'lighthouse', { limit: 9 });
      return [...near, ...matching].map(({ passage: { id } }) => id);
    };
    await index.upsert([passage('before', 'A lighthouse.')]);
    assert.deepEqual(await found(), ['before', 'before']);
    await rm(path);
    await assert.rejects(database.execute({ sql: 'SELECT 1 FROM passages' }), { kind: 'unavailable' });
    await index.upsert([passage('after', 'Another lighthouse.')]);
    assert.deepEqual(await found(), ['after', 'after']);
  });

  it('goes on in a folder that is made again when all of it is gone', async () => {
    await using folder = await makeTemporaryFolder();
    const data = join(folder.path, 'data');
    await mkdir(data);
    await using opened = open(`file:${join(data, 'guard.db')}`, RETRY);
    const logger = createRecordedLogger();
    const spooled = await openSpooledJournal({
      journal: opened.journal,
      storeLines: opened.journal.storeLines,
      folder: join(data, 'spool'),
      logger,
      batchMs: 5,
      ...RETRY,
    });
    spooled.record(entry('before', 1));
    await spooled.flush();
    await until('the spool is empty', async () => spooled.spooledBytes === 0);
    await rm(data, { recursive: true });
    spooled.record(entry('one', 2));
    spooled.record(entry('two', 3));
    await until('they are stored', async () => (await spooled.requests({ limit: 9 }).catch(() => ({ items: [] }))).items.length === 2);
    assert.ok((await stat(join(data, 'guard.db'))).isFile());
  });
});

describe('filePlace()', () => {
  it('takes a file for lost that is gone or another one, and not one that the disk cannot tell of', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'a file.db');
    assert.equal(filePlace(pathToFileURL(path).href), undefined);
    await writeFile(path, 'x');
    const place = filePlace(pathToFileURL(path).href);
    assert.equal(place?.isLost(), false);
    await writeFile(`${path}.other`, 'x');
    await rename(`${path}.other`, path);
    assert.equal(place?.isLost(), true);
    await rm(path);
    assert.equal(place?.isLost(), true);
    // A link that leads to itself.
    await symlink(path, path);
    assert.equal(place?.isLost(), false);
  });

  it('knows none of a database on another machine or in memory', () => {
    for (const url of ['libsql://db.example', 'https://db.example', 'file::memory:', ':memory:']) assert.equal(filePlace(url), undefined);
  });
});

describe('a database that was closed', () => {
  it('is one file that holds everything', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'guard.db');
    {
      await using opened = open(`file:${path}`);
      for (let number = 1; number <= 50; number += 1) opened.journal.record(entry(`r${number}`, number));
    }
    await copyFile(path, join(folder.path, 'copy.db'));
    await using copy = open(`file:${join(folder.path, 'copy.db')}`);
    assert.equal((await ids(copy.journal)).length, 50);
  });
});
