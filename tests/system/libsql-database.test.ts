import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client';
import { openDatabase, type Database, type DatabaseOptions } from '../../src/adapters/libsql/database.ts';
import { migrate } from '../../src/adapters/libsql/migrate.ts';
import { startWorkerLink } from '../../src/adapters/libsql/worker-link.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { ServiceError, type ErrorKind } from '../../src/core/errors.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

const INSERT = 'INSERT INTO notes (text) VALUES (?)';

/** Runs a test with a database file that has a table `notes (text UNIQUE)`. */
function withDatabase(test: (database: Database, url: string) => Promise<void>, options: Partial<DatabaseOptions> = {}) {
  return async (): Promise<void> => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'test.db')}`;
    await using database = openDatabase({ url, logger: createRecordedLogger(), ...options });
    await database.execute({ sql: 'CREATE TABLE notes (text TEXT UNIQUE NOT NULL)' });
    await test(database, url);
  };
}

async function notes(database: Database): Promise<unknown[]> {
  const { rows } = await database.execute({ sql: 'SELECT text FROM notes ORDER BY rowid' });
  return rows.map(([text]) => text);
}

/** What a second client, with a connection of its own, finds stored. */
async function stored(url: string): Promise<unknown[]> {
  const client = createClient({ url });
  try {
    return (await client.execute('SELECT text FROM notes ORDER BY rowid')).rows.map((row) => row[0]);
  } finally {
    client.close();
  }
}

function isKind(kind: ErrorKind): (error: unknown) => boolean {
  return (error) => error instanceof ServiceError && error.kind === kind;
}

describe('openDatabase()', () => {
  it(
    'runs statements and gives rows in column order',
    withDatabase(async (database) => {
      const inserted = await database.execute({ sql: INSERT, args: ['one'] });
      assert.equal(inserted.rowsAffected, 1);
      const returned = await database.execute({ sql: `${INSERT} RETURNING rowid, text`, args: ['two'] });
      assert.deepEqual({ columns: returned.columns, rows: returned.rows }, { columns: ['rowid', 'text'], rows: [[2, 'two']] });
      const values = await database.execute({ sql: 'SELECT ?, ?, ?, ?', args: [null, 1.5, 'ü\u{1f600}', Uint8Array.of(1, 2, 255)] });
      const [nothing, number, text, bytes] = values.rows[0] ?? [];
      assert.deepEqual([nothing, number, text], [null, 1.5, 'ü\u{1f600}']);
      assert.ok(bytes instanceof ArrayBuffer);
      assert.deepEqual([...new Uint8Array(bytes)], [1, 2, 255]);
    }),
  );

  it(
    'a batch is stored whole or not at all',
    withDatabase(async (database) => {
      await database.batch([
        { sql: INSERT, args: ['a'] },
        { sql: INSERT, args: ['b'] },
      ]);
      await assert.rejects(
        database.batch([
          { sql: INSERT, args: ['c'] },
          { sql: INSERT, args: ['a'] },
        ]),
        isKind('internal'),
      );
      assert.deepEqual(await notes(database), ['a', 'b']);
    }),
  );

  it(
    'a failed statement says nothing of its values to the outside',
    withDatabase(async (database) => {
      await database.execute({ sql: INSERT, args: ['x'] });
      await assert.rejects(database.execute({ sql: "INSERT INTO nowhere VALUES ('secret')" }), (error) => {
        assert.ok(error instanceof ServiceError && error.cause instanceof Error);
        assert.equal(error.message, 'An unexpected failure.');
        assert.match(error.cause.message, /no such table: nowhere/);
        return true;
      });
    }),
  );

  it(
    'keeps a write-ahead log, foreign keys and normal synchronisation on',
    withDatabase(async (database) => {
      const pragma = async (name: string) => (await database.execute({ sql: `PRAGMA ${name}` })).rows[0]?.[0];
      assert.deepEqual([await pragma('journal_mode'), await pragma('foreign_keys'), await pragma('synchronous')], ['wal', 1, 1]);
    }),
  );

  it(
    'the calling thread goes on while SQL runs',
    withDatabase(async (database) => {
      let ticks = 0;
      const timer = setInterval(() => {
        ticks += 1;
      }, 1);
      await database.execute({
        sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT count(*) FROM n',
      });
      clearInterval(timer);
      assert.ok(ticks > 5, `${ticks} ticks`);
    }),
  );

  it(
    'a write that another connection keeps waiting is stored once that lets go',
    withDatabase(
      async (database, url) => {
        const other = createClient({ url });
        const lock = await other.transaction('write');
        const writing = database.execute({ sql: INSERT, args: ['patient'] });
        await new Promise((resolve) => setTimeout(resolve, 60));
        await lock.rollback();
        await writing;
        other.close();
        assert.deepEqual(await stored(url), ['patient']);
      },
      { busyTimeoutMs: 5 },
    ),
  );

  it(
    'after a write failed because the file was locked, later writes are really stored',
    withDatabase(
      async (database, url) => {
        const other = createClient({ url });
        const lock = await other.transaction('write');
        await assert.rejects(database.execute({ sql: INSERT, args: ['refused'] }), isKind('unavailable'));
        await lock.rollback();
        other.close();
        const texts = Array.from({ length: 20 }, (_, number) => `later ${number}`);
        await Promise.all(texts.map((text) => database.execute({ sql: INSERT, args: [text] })));
        assert.deepEqual(await stored(url), texts);
      },
      { busyTimeoutMs: 1 },
    ),
  );

  it(
    'a worker that dies fails what waits with unavailable, and the next call has a new one',
    withDatabase(
      async (database, url) => {
        await database.execute({ sql: INSERT, args: ['before'] });
        const waiting = await Promise.allSettled(['-- die', '', ''].map((comment) => database.execute({ sql: `SELECT 1 ${comment}` })));
        assert.equal(waiting.length, 3);
        for (const call of waiting) assert.ok(call.status === 'rejected' && isKind('unavailable')(call.reason));
        await database.execute({ sql: INSERT, args: ['after'] });
        assert.deepEqual(await stored(url), ['before', 'after']);
      },
      { startWorker: () => new Worker(new URL('../fixtures/dying-database-worker.ts', import.meta.url).href, { type: 'module' }) },
    ),
  );

  it('a database that cannot be opened is unavailable, and tried again with the next call', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const missing = join(folder.path, 'later');
    await using database = openDatabase({ url: `file:${join(missing, 'test.db')}`, logger });
    await assert.rejects(database.ping(AbortSignal.timeout(5000)), isKind('unavailable'));
    assert.ok(logger.lines.some(({ level, message }) => level === 'error' && message === 'the database cannot be opened'));
    await mkdir(missing);
    await database.ping(AbortSignal.timeout(5000));
  });

  // Only root may mount a file system that is small enough to fill.
  if (process.getuid?.() === 0) {
    it('a database whose disk is full is not ready until there is room again', async () => {
      await using folder = await makeTemporaryFolder();
      const mount = join(folder.path, 'small');
      await mkdir(mount);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', mount]);
      try {
        await using database = openDatabase({ url: `file:${join(mount, 'test.db')}`, logger: createRecordedLogger() });
        const ping = (): Promise<void> => database.ping(AbortSignal.timeout(5000));
        await database.execute({ sql: 'CREATE TABLE notes (text TEXT UNIQUE NOT NULL)' });
        await ping();
        const filler = join(mount, 'filler');
        await writeFile(filler, new Uint8Array(4_000_000)).catch(() => undefined);
        await assert.rejects(database.execute({ sql: INSERT, args: ['x'.repeat(10_000)] }), isKind('unavailable'));
        for (let count = 0; count < 2; count += 1) await assert.rejects(ping(), isKind('unavailable'));
        await rm(filler);
        await ping();
        await database.execute({ sql: INSERT, args: ['there is room'] });
        assert.deepEqual(await notes(database), ['there is room']);
      } finally {
        execFileSync('umount', ['-l', mount]);
      }
    });
  }

  it(
    'says that the disk is full, until there is room again',
    withDatabase(async (database) => {
      await database.execute({ sql: 'PRAGMA max_page_count = 4' });
      const full = { kind: 'unavailable', message: 'The disk of the database is full.' };
      await assert.rejects(database.execute({ sql: INSERT, args: ['x'.repeat(100_000)] }), full);
      await database.execute({ sql: 'PRAGMA max_page_count = 1000' });
      await database.execute({ sql: INSERT, args: ['x'.repeat(100_000)] });
    }),
  );

  it('a broken database is named in the log with what is wrong with it, once and not with every call', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'broken.db');
    await writeFile(path, 'no database at all, but long enough to be read as the first page of one'.repeat(60));
    const logger = createRecordedLogger();
    await using database = openDatabase({ url: pathToFileURL(path).href, logger });
    for (let call = 0; call < 5; call += 1) await assert.rejects(database.execute({ sql: 'SELECT 1 FROM notes' }), isKind('unavailable'));
    const told = logger.lines.filter(({ level }) => level === 'error');
    assert.equal(told.length, 1);
    assert.equal(told[0]?.fields['database'], path);
    assert.match(String(told[0]?.fields['reason']), /SQLITE_NOTADB/);
    assert.equal(logger.lines.filter(({ message }) => message === 'the database worker is started again').length, 1);
  });

  it(
    'more calls than may wait are refused with too_many_requests',
    withDatabase(
      async (database) => {
        const calls = await Promise.allSettled(
          Array.from({ length: 5 }, (_, number) => database.execute({ sql: INSERT, args: [`${number}`] })),
        );
        const refused = calls.filter((call) => call.status === 'rejected');
        assert.ok(refused.length > 0 && refused.every(({ reason }) => isKind('too_many_requests')(reason)));
        assert.equal((await notes(database)).length, 5 - refused.length);
      },
      { maxPending: 2 },
    ),
  );

  it(
    'a call that takes too long is unavailable, an aborted one rejects with its reason',
    withDatabase(
      async (database, url) => {
        const other = createClient({ url });
        const lock = await other.transaction('write');
        await assert.rejects(database.execute({ sql: INSERT, args: ['slow'] }), isKind('unavailable'));
        await lock.rollback();
        other.close();
        const reason = new DOMException('enough', 'AbortError');
        const signal = AbortSignal.abort(reason);
        await assert.rejects(database.execute({ sql: 'SELECT 1' }, { signal }), (error) => error === reason);
        await assert.rejects(database.ping(signal), (error) => error === reason);
      },
      { callTimeoutMs: 1500, busyTimeoutMs: 10_000 },
    ),
  );

  it(
    'is opened, found migrated and read while another process has it locked',
    withDatabase(async (database, url) => {
      const migrations = [{ id: 'first', statements: ['CREATE TABLE one (a TEXT)', "INSERT INTO one VALUES ('kept')"] }];
      await migrate(database, migrations, systemClock);
      const other = createClient({ url });
      const lock = await other.transaction('write');
      await using second = openDatabase({ url, logger: createRecordedLogger(), busyTimeoutMs: 1 });
      await migrate(second, migrations, systemClock);
      assert.deepEqual((await second.execute({ sql: 'SELECT a FROM one' })).rows, [['kept']]);
      await assert.rejects(second.execute({ sql: INSERT, args: ['no'] }), isKind('unavailable'));
      await assert.rejects(second.ping(AbortSignal.timeout(5000)), isKind('unavailable'));
      await lock.rollback();
      other.close();
      await second.ping(AbortSignal.timeout(5000));
      await second.execute({ sql: INSERT, args: ['yes'] });
      assert.deepEqual(await stored(url), ['yes']);
    }),
  );

  it(
    'a write that was given up while it waited is not made later',
    withDatabase(
      async (database, url) => {
        const other = createClient({ url });
        const lock = await other.transaction('write');
        const enough = new AbortController();
        const writing = ['first', 'second'].map((text) => database.execute({ sql: INSERT, args: [text] }, { signal: enough.signal }));
        await new Promise((resolve) => setTimeout(resolve, 50));
        enough.abort();
        for (const write of writing) await assert.rejects(write);
        // What is asked later is answered later: the worker knows by then.
        await database.execute({ sql: 'SELECT 1' });
        await lock.rollback();
        other.close();
        await database.execute({ sql: INSERT, args: ['later'] });
        assert.deepEqual(await stored(url), ['later']);
      },
      { busyTimeoutMs: 5 },
    ),
  );

  it(
    'a long transaction leaves no long write-ahead log on the disk',
    withDatabase(async (database, url) => {
      const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)';
      await database.execute({ sql: `INSERT INTO notes (text) ${numbers} SELECT hex(randomblob(2000)) || n FROM numbers` });
      const logBytes = async (): Promise<number> => (await stat(`${url.slice('file:'.length)}-wal`)).size;
      assert.ok((await logBytes()) > 20_000_000);
      await database.execute({ sql: INSERT, args: ['one more'] });
      assert.ok((await logBytes()) <= 16_777_216, `${await logBytes()} bytes`);
    }),
  );

  it('a call that was answered keeps nothing of its request: no listener stays with the signal of its caller', async () => {
    await using folder = await makeTemporaryFolder();
    const worker = new Worker(new URL('../../src/adapters/libsql/worker.ts', import.meta.url).href, { type: 'module' });
    const connection = { url: `file:${join(folder.path, 'test.db')}`, authToken: undefined, busyTimeoutMs: 1000 };
    const link = startWorkerLink(worker, connection, createRecordedLogger());
    const { signal } = new AbortController();
    for (const sql of ['SELECT 1', 'SELECT no_such_column']) {
      await link.call({ type: 'read', statements: [{ sql }] }, signal).catch(() => undefined);
      assert.equal(getEventListeners(signal, 'abort').length, 0, sql);
    }
    const waiting = link.call({ type: 'read', statements: [{ sql: 'SELECT 2' }] }, signal);
    await link.close(5000);
    assert.deepEqual((await waiting)[0]?.rows, [[2]]);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('closing lets pending work finish and refuses later work', async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'test.db')}`;
    const database = openDatabase({ url, logger: createRecordedLogger() });
    await database.execute({ sql: 'CREATE TABLE notes (text TEXT)' });
    const writing = Promise.all(Array.from({ length: 50 }, (_, number) => database.execute({ sql: INSERT, args: [`${number}`] })));
    await database[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    await writing;
    assert.equal((await stored(url)).length, 50);
    await assert.rejects(database.execute({ sql: 'SELECT 1' }), isKind('unavailable'));
  });
});

describe('migrate()', () => {
  const first = { id: 'first', statements: ['CREATE TABLE one (a TEXT)', "INSERT INTO one VALUES ('kept')"] };
  const second = { id: 'second', statements: ['CREATE TABLE two (a TEXT)'] };

  it(
    'applies each migration once, in order, and only what is new the next time',
    withDatabase(async (database) => {
      await migrate(database, [first], systemClock);
      await migrate(database, [first], systemClock);
      await migrate(database, [first, second], systemClock);
      const { rows } = await database.execute({ sql: 'SELECT id FROM migrations ORDER BY rowid' });
      assert.deepEqual(rows, [['first'], ['second']]);
      assert.deepEqual((await database.execute({ sql: 'SELECT a FROM one' })).rows, [['kept']]);
    }),
  );

  it(
    'applies each migration once if several processes start at once',
    withDatabase(async (database) => {
      let others: Promise<void> | undefined;
      const late: Database = {
        ...database,
        batch: async (statements) => {
          others ??= migrate(database, [first, second], systemClock);
          await others;
          return database.batch(statements);
        },
      };
      await migrate(late, [first, second], systemClock);
      assert.deepEqual((await database.execute({ sql: 'SELECT a FROM one' })).rows, [['kept']]);
    }),
  );

  it(
    'refuses a database that a newer version has changed, and says which change it does not know',
    withDatabase(async (database) => {
      const numbered = (id: string) => ({ id, statements: [`CREATE TABLE "${id}" (a TEXT)`] });
      const known = [numbered('notes-1'), numbered('notes-2-more')];
      await migrate(database, [...known, numbered('notes-10-later')], systemClock);
      await assert.rejects(
        migrate(database, known, systemClock),
        (error) => isKind('unavailable')(error) && /notes-10-later/.test(String(error)),
      );
      await migrate(database, [numbered('others-1')], systemClock);
    }),
  );

  it('applies each migration once to a new file that several processes open at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await using folder = await makeTemporaryFolder();
      await using resources = new AsyncDisposableStack();
      const url = `file:${join(folder.path, 'new.db')}`;
      const opened = Array.from({ length: 4 }, () => resources.use(openDatabase({ url, logger: createRecordedLogger() })));
      await Promise.all(opened.map((database) => migrate(database, [first, second], systemClock)));
      assert.deepEqual((await opened[0]!.execute({ sql: 'SELECT a FROM one' })).rows, [['kept']]);
    }
  });

  it(
    'leaves nothing of a migration that fails',
    withDatabase(async (database) => {
      const broken = { id: 'broken', statements: ['CREATE TABLE three (a TEXT)', 'NOT SQL'] };
      await assert.rejects(migrate(database, [first, broken], systemClock), isKind('internal'));
      const { rows } = await database.execute({ sql: "SELECT name FROM sqlite_master WHERE name IN ('one', 'three')" });
      assert.deepEqual(rows, [['one']]);
      await migrate(database, [first, second], systemClock);
    }),
  );
});
