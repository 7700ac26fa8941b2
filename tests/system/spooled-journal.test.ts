import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openSpooledJournal } from '../../src/adapters/files/spooled-journal.ts';
import { createInMemoryJournal } from '../../src/adapters/in-memory/journal.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlJournal } from '../../src/adapters/libsql/journal.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { decision, debugEntry, requestRecord } from '../contract/journal-contract.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

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
});
