import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient } from '@libsql/client';
import { openSpooledJournal } from '../../src/adapters/files/spooled-journal.ts';
import { createInMemoryJournal } from '../../src/adapters/in-memory/journal.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlJournal } from '../../src/adapters/libsql/journal.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import type { JournalEntry, RequestRecord } from '../../src/ports/journal.ts';
import { decision, debugEntry, requestRecord } from '../contract/journal-contract.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

const PROGRAM = fileURLToPath(new URL('./journal-program.ts', import.meta.url));

describe('openSpooledJournal()', () => {
  it('has every entry after kill -9 at any moment and a new start', async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    const spool = join(folder.path, 'spool');
    const told: string[] = [];
    for (const [name, entries] of [
      ['a', 30],
      ['b', 700],
    ] as const) {
      const child = spawn(process.execPath, ['run', PROGRAM, url, spool, name], { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.split('\n').length > entries) child.kill('SIGKILL');
      });
      await once(child, 'close');
      told.push(...output.split('\n').slice(0, -1));
    }
    assert.ok(told.length >= 730);
    const logger = createRecordedLogger();
    await using database = openDatabase({ url, logger });
    await using journal = await openSpooledJournal({
      journal: createLibsqlJournal({ database, clock: systemClock, logger }),
      folder: spool,
      logger,
    });
    const { items } = await journal.requests({ limit: 100_000 });
    const stored = new Set(items.map(({ id }) => id));
    assert.deepEqual(
      told.filter((id) => !stored.has(id)),
      [],
    );
    assert.equal((await journal.decisions(told.at(-1) ?? ''))?.length, 1);
    assert.deepEqual(await readdir(spool), []);
  });

  it('gives entries back as they were recorded', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const entry = { request: requestRecord('r', 1), decisions: [decision('r', 'flag', ['email'])], debug: [debugEntry(0), debugEntry(1)] };
    const lost = { ...createInMemoryJournal(), flush: () => Promise.reject(new Error('gone')) };
    const first = await openSpooledJournal({ journal: lost, folder: folder.path, logger });
    first.record(entry);
    await first[Symbol.asyncDispose]();
    const kept = createInMemoryJournal();
    await using second = await openSpooledJournal({ journal: kept, folder: folder.path, logger });
    assert.deepEqual(await second.request('r'), entry.request);
    assert.deepEqual(await second.decisions('r'), entry.decisions);
    assert.deepEqual((await second.debug('r', { limit: 10 }))?.items, entry.debug);
  });

  it('goes on recording when its folder cannot be written, and says so once', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const spool = join(folder.path, 'spool');
    await using journal = await openSpooledJournal({ journal: createInMemoryJournal(), folder: spool, logger, segmentMs: 60_000 });
    await rm(spool, { recursive: true });
    for (const id of ['r1', 'r2']) journal.record({ request: requestRecord(id, 1), decisions: [], debug: [] });
    assert.equal((await journal.requests({ limit: 5 })).items.length, 2);
    assert.equal(logger.lines.filter(({ level }) => level === 'error').length, 1);
  });

  it('what the journal lost stays in the spool and is stored once the journal takes it', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const inner = createInMemoryJournal();
    let lost = 0;
    let isFull = true;
    const journal = {
      ...inner,
      record: (entry: JournalEntry): void => {
        if (isFull) lost += 1;
        else inner.record(entry);
      },
    };
    await using spooled = await openSpooledJournal({ journal, folder: folder.path, logger, segmentMs: 10, lost: () => lost });
    const running = requestRecord('r1', 1, { status: 'running' });
    spooled.record({ request: running, decisions: [], debug: [] });
    spooled.record({ request: requestRecord('r1', 1), decisions: [], debug: [] });
    spooled.record({ request: requestRecord('r2', 2, { status: 'running' }), decisions: [], debug: [] });
    await until('the loss is noticed', () => logger.lines.some(({ message }) => message.includes('stays in its spool')));
    assert.ok(spooled.spooledBytes > 0);
    isFull = false;
    spooled.record({ request: requestRecord('r2', 2), decisions: [], debug: [] });
    await until('everything is stored', async () => (await inner.requests({ limit: 5 })).items.length === 2 && spooled.spooledBytes === 0);
    // What was lost is older than what came since, and does not take its place.
    assert.deepEqual(
      (await inner.requests({ limit: 5 })).items.map(({ status }) => status),
      ['completed', 'completed'],
    );
    assert.deepEqual(await readdir(folder.path), []);
  });

  it('stores what several processes left in the order in which it was written, past lines that were cut off', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const line = (id: string, own: Partial<RequestRecord>): string =>
      JSON.stringify({ request: requestRecord(id, 1, own), decisions: [], debug: [] });
    const dead = 4_194_303;
    await writeFile(
      join(folder.path, `${dead}-100-2.jsonl`),
      `${line('r', { status: 'running' })}\n${line('cut', {}).slice(0, 40)}\n${line('s', {})}\n`,
    );
    await writeFile(join(folder.path, `${dead}-100-10.jsonl`), `${line('r', { status: 'blocked' })}\n{"request`);
    const kept = createInMemoryJournal();
    await using journal = await openSpooledJournal({ journal: kept, folder: folder.path, logger });
    assert.equal((await journal.request('r'))?.status, 'blocked');
    assert.equal((await journal.request('s'))?.status, 'completed');
    assert.equal(await journal.request('cut'), undefined);
    assert.deepEqual(await readdir(folder.path), []);
  });

  it('grows to its greatest size and no further; records go on without it', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const stuck = { ...createInMemoryJournal(), flush: () => Promise.reject(new Error('gone')) };
    const journal = await openSpooledJournal({ journal: stuck, folder: folder.path, logger, segmentMs: 60_000, maxBytes: 5000 });
    for (let index = 0; index < 100; index += 1) journal.record({ request: requestRecord(`r${index}`, 1), decisions: [], debug: [] });
    assert.ok(journal.spooledBytes < 6000);
    assert.equal((await stuck.requests({ limit: 1000 })).items.length, 100);
    assert.equal(logger.lines.filter(({ message }) => message.includes('cannot be written')).length, 1);
    await journal[Symbol.asyncDispose]();
  });

  for (const [what, fault] of [
    ['locked', 'lock'],
    ['full', 'fill'],
  ] as const) {
    it(`while the database is ${what} nothing is lost, and all of it is stored when it is not any more`, async () => {
      await using folder = await makeTemporaryFolder();
      const logger = createRecordedLogger();
      const url = `file:${join(folder.path, 'journal.db')}`;
      await using database = openDatabase({ url, logger, busyTimeoutMs: 1 });
      const stored = createLibsqlJournal({ database, clock: systemClock, logger, retryMs: [1] });
      const spool = join(folder.path, 'spool');
      await using journal = await openSpooledJournal({ journal: stored, folder: spool, logger, segmentMs: 20, lost: () => stored.dropped });
      journal.record({ request: requestRecord('before', 1), decisions: [], debug: [] });
      await journal.flush();
      const other = createClient({ url });
      const lock = fault === 'lock' ? await other.transaction('write') : undefined;
      if (lock === undefined) await database.execute({ sql: 'PRAGMA max_page_count = 1' });
      for (let index = 0; index < 50; index += 1) {
        journal.record({
          request: requestRecord(`r${index}`, 2),
          decisions: [decision(`r${index}`, 'flag', ['email'])],
          debug: [debugEntry(0)],
        });
      }
      await until('the journal gave up', () => stored.dropped >= 50);
      assert.ok(logger.lines.some(({ level, message }) => level === 'error' && message === 'journal entries were lost'));
      await lock?.rollback();
      other.close();
      if (lock === undefined) await database.execute({ sql: 'PRAGMA max_page_count = 1073741823' });
      await until(
        'everything is stored',
        async () => (await stored.requests({ limit: 100 })).items.length === 51 && journal.spooledBytes === 0,
      );
      assert.equal((await journal.decisions('r49'))?.length, 1);
      assert.deepEqual(await readdir(spool), []);
    });
  }
});
