import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient } from '@libsql/client';
import { createInMemoryJournal } from '../../src/adapters/in-memory/journal.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { readDetails, readLine, writeLine } from '../../src/adapters/libsql/journal-line.ts';
import { createLibsqlJournal } from '../../src/adapters/libsql/journal.ts';
import { openSpooledJournal } from '../../src/adapters/libsql/spooled-journal.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import type { JournalEntry, RequestRecord } from '../../src/ports/journal.ts';
import { decision, debugEntry, requestRecord } from '../contract/journal-entries.ts';
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
    const kept = createLibsqlJournal({ database, clock: systemClock, logger });
    await using journal = await openSpooledJournal({ journal: kept, storeLines: kept.storeLines, folder: spool, logger });
    const { items } = await journal.requests({ limit: 100_000 });
    const stored = new Set(items.map(({ id }) => id));
    assert.deepEqual(
      told.filter((id) => !stored.has(id)),
      [],
    );
    assert.equal((await journal.decisions(told.at(-1) ?? ''))?.length, 1);
    await until('the files are gone', async () => (await readdir(spool)).length === 0);
  });

  it('gives entries back as they were recorded', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const made = decision('r', 'flag', ['email']);
    const [check] = made.checks;
    assert.ok(check !== undefined);
    const checks = [check, { ...check, detector: 'links', outcome: 'not_scanned', reason: 'not checked on input' } as const];
    const repeated = checks.map(({ detector: name, ...rest }, index) => ({ ...debugEntry(index + 1), reason: undefined, ...rest, name }));
    const entry: JournalEntry = {
      request: requestRecord('r', 1, { error: { type: 'timeout', message: 'too late' }, promptTokens: 3 }),
      decisions: [
        { ...made, checks },
        { ...made, id: 'second', direction: 'output', checks: [{ ...check, part: 'other' }] },
      ],
      debug: [...repeated, debugEntry(3), debugEntry(7, { part: undefined, reason: 'why' })],
      content: { input: 'line\nbreak', output: undefined },
    };
    const first = await openSpooledJournal({ ...unableJournal(), folder: folder.path, logger, retryMs: [] });
    first.record(entry);
    await first[Symbol.asyncDispose]();
    const kept = lineJournal();
    await using second = await openSpooledJournal({ ...kept, folder: folder.path, logger });
    assert.deepEqual(await second.request('r'), entry.request);
    assert.deepEqual(await second.decisions('r'), entry.decisions);
    assert.deepEqual((await second.debug('r', { limit: 10 }))?.items, entry.debug);
    assert.deepEqual(await second.content('r'), { state: 'stored', content: entry.content });
  });

  it('goes on recording when its folder cannot be written, and says so once', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const spool = join(folder.path, 'spool');
    await using journal = await openSpooledJournal({ ...lineJournal(), folder: spool, logger });
    await rm(spool, { recursive: true });
    await writeFile(spool, '');
    for (const id of ['r1', 'r2']) journal.record({ request: requestRecord(id, 1), decisions: [], debug: [] });
    assert.equal((await journal.requests({ limit: 5 })).items.length, 2);
    assert.equal(logger.lines.filter(({ level }) => level === 'error').length, 1);
  });

  it('stores what it wrote also when somebody removes its files', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const spool = join(folder.path, 'spool');
    await using journal = await openSpooledJournal({ ...lineJournal(), folder: spool, logger, batchMs: 60_000 });
    journal.record({ request: requestRecord('r1', 1), decisions: [], debug: [] });
    await rm(spool, { recursive: true });
    assert.equal((await journal.request('r1'))?.status, 'completed');
  });

  it('keeps what cannot be stored on the disk, says so once, and stores all of it in order as soon as that is possible', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const inner = lineJournal();
    let isFull = true;
    const storeLines = async (lines: Uint8Array): Promise<void> => {
      if (isFull) throw new Error('full');
      await inner.storeLines(lines);
    };
    const times = { batchMs: 1, runningMs: 1, retryMs: [1, 1], batchBytes: 600 };
    await using spooled = await openSpooledJournal({ journal: inner.journal, storeLines, folder: folder.path, logger, ...times });
    spooled.record({ request: requestRecord('r1', 1, { status: 'running' }), decisions: [], debug: [] });
    await until('the running request is written', () => spooled.spooledBytes > 0);
    spooled.record({ request: requestRecord('r1', 1), decisions: [], debug: [] });
    await until('the fault is logged', () =>
      logger.lines.some(({ message }) => message === 'the database cannot store records; they wait in the spool'),
    );
    await assert.rejects(spooled.requests({ limit: 5 }), /full/);
    isFull = false;
    for (let index = 2; index < 20; index += 1) spooled.record({ request: requestRecord(`r${index}`, index), decisions: [], debug: [] });
    await until('everything is stored', () => spooled.spooledBytes === 0);
    const { items } = await inner.journal.requests({ limit: 50 });
    assert.deepEqual(new Set(items.map(({ status }) => status)), new Set(['completed']));
    assert.equal(items.length, 19);
    assert.equal(logger.lines.filter(({ level }) => level === 'error').length, 1);
    await until('the files are gone', async () => (await readdir(folder.path)).length === 0);
  });

  it('answers reads in bounded time while nothing can be stored, and its probe says why', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const lock = Promise.withResolvers<void>();
    const inner = createInMemoryJournal();
    const times = { batchMs: 1, retryMs: [1], readWaitMs: 20 };
    await using journal = await openSpooledJournal({
      journal: inner,
      storeLines: () => lock.promise,
      folder: folder.path,
      logger,
      ...times,
    });
    journal.record({ request: requestRecord('r', 1), decisions: [], debug: [] });
    // A store that is stuck, as one is behind a lock.
    await assert.rejects(journal.requests({ limit: 5 }), { kind: 'unavailable', retryAfterInSeconds: 1 });
    await assert.rejects(journal.request('r'), { kind: 'unavailable' });
    await assert.rejects(journal.ping(AbortSignal.timeout(5000)), /Records cannot be stored right now/);
    lock.resolve();
    await journal.flush();
    await journal.ping(AbortSignal.timeout(5000));
  });

  it('its probe is degraded while records wait, and well when they are stored', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    let isFull = true;
    const storeLines = async (): Promise<void> => {
      if (isFull) throw new Error('full');
    };
    const times = { batchMs: 1, retryMs: [1, 1] };
    await using journal = await openSpooledJournal({ journal: createInMemoryJournal(), storeLines, folder: folder.path, logger, ...times });
    journal.record({ request: requestRecord('r', 1), decisions: [], debug: [] });
    await assert.rejects(journal.flush(), /full/);
    await assert.rejects(journal.ping(AbortSignal.timeout(5000)), { kind: 'unavailable' });
    isFull = false;
    await journal.flush();
    await journal.ping(AbortSignal.timeout(5000));
  });

  it('its probe is well when its folder can be written again, also when no request has come since', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const spool = join(folder.path, 'spool');
    await using journal = await openSpooledJournal({ ...lineJournal(), folder: spool, logger, batchMs: 1 });
    await rm(spool, { recursive: true });
    await writeFile(spool, '');
    journal.record({ request: requestRecord('r', 1), decisions: [], debug: [] });
    for (let count = 0; count < 2; count += 1) {
      await assert.rejects(journal.ping(AbortSignal.timeout(5000)), /The spool of records cannot be written/);
    }
    await rm(spool);
    await journal.ping(AbortSignal.timeout(5000));
    await until('what was written to try it is gone', async () => journal.spooledBytes === 0);
    assert.equal((await journal.requests({ limit: 5 })).items.length, 1);
  });

  it('writes a request that ends at once as one line, and one that runs on before its end', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const inner = lineJournal();
    const seen: string[] = [];
    const storeLines = async (lines: Uint8Array): Promise<void> => {
      seen.push(...new TextDecoder().decode(lines).split('\n').slice(0, -1));
      await inner.storeLines(lines);
    };
    await using journal = await openSpooledJournal({ journal: inner.journal, storeLines, folder: folder.path, logger, runningMs: 60_000 });
    for (const status of ['running', 'completed'] as const) {
      journal.record({ request: requestRecord('quick', 1, { status }), decisions: [], debug: [] });
    }
    journal.record({ request: requestRecord('slow', 1, { status: 'running' }), decisions: [], debug: [] });
    assert.equal((await journal.request('slow'))?.status, 'running');
    assert.equal(seen.length, 2);
  });

  it('stores what comes while it stores together with what follows, and what a read waits for at once', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const inner = lineJournal();
    const batches: number[] = [];
    const record = (id: string): void => journal.record({ request: requestRecord(id, 1), decisions: [], debug: [] });
    const storeLines = async (lines: Uint8Array): Promise<void> => {
      batches.push(new TextDecoder().decode(lines).split('\n').length - 1);
      await inner.storeLines(lines);
      if (batches.length > 1) return;
      record('while the first is stored');
      setTimeout(() => record('a little later'), 0);
    };
    await using journal = await openSpooledJournal({ journal: inner.journal, storeLines, folder: folder.path, logger, batchMs: 50 });
    record('first');
    await until('those behind the first are stored', () => batches.length === 2);
    assert.deepEqual(batches, [1, 2]);
    record('third');
    assert.equal((await journal.request('third'))?.id, 'third');
    assert.deepEqual(batches, [1, 2, 1]);
  });

  it('stores what several processes left in the order in which it was written, past lines that were cut off', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const line = (id: string, own: Partial<RequestRecord>): string =>
      writeLine({ request: requestRecord(id, 1, own), decisions: [], debug: [] });
    const dead = 4_194_303;
    await writeFile(
      join(folder.path, `${dead}-100-2.jsonl`),
      `${line('r', { status: 'running' })}\n${line('cut', {}).slice(0, 40)}\n${line('s', {})}\n`,
    );
    await writeFile(join(folder.path, `${dead}-100-10.jsonl`), `${line('r', { status: 'blocked' })}\n{"request`);
    await using journal = await openSpooledJournal({ ...lineJournal(), folder: folder.path, logger });
    assert.equal((await journal.request('r'))?.status, 'blocked');
    assert.equal((await journal.request('s'))?.status, 'completed');
    assert.equal(await journal.request('cut'), undefined);
    await until('the files are gone', async () => (await readdir(folder.path)).length === 0);
  });

  it('starts and ends without a database that does not answer, and keeps what an earlier process left', { timeout: 20_000 }, async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const name = '4194303-100-1.jsonl';
    const left = `${writeLine({ request: requestRecord('r', 1), decisions: [], debug: [] })}\n`;
    await writeFile(join(folder.path, name), left);
    const { journal } = lineJournal();
    const storeLines = (): Promise<void> => new Promise(() => undefined);
    const stuck = await openSpooledJournal({ journal, storeLines, folder: folder.path, logger, readWaitMs: 50 });
    assert.equal(stuck.spooledBytes, left.length);
    await stuck[Symbol.asyncDispose]();
    assert.deepEqual(await readdir(folder.path), [name]);
    await using later = await openSpooledJournal({ ...lineJournal(), folder: folder.path, logger });
    assert.equal((await later.request('r'))?.id, 'r');
  });

  it('skips lines that are JSON and no entries, and stores those around them', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const entry: JournalEntry = { request: requestRecord('r', 1), decisions: [decision('r', 'flag', ['email'])], debug: [debugEntry(1)] };
    const whole = writeLine(entry);
    const changed = (change: (line: { request: Record<string, unknown>; decisions: unknown; debug: unknown }) => void): string => {
      const line = JSON.parse(whole.replace('"id":"r"', '"id":"odd"')) as Parameters<typeof change>[0];
      change(line);
      return JSON.stringify(line);
    };
    const odd = [
      'null',
      '{}',
      '[]',
      '5',
      '"x"',
      '{"request":{}}',
      changed(({ request }) => delete request['id']),
      changed(({ request }) => (request['receivedAt'] = 'never')),
      changed(({ request }) => (request['sequence'] = 1e300)),
      changed((line) => (line.decisions = [null])),
      changed((line) => (line.decisions = [{ findings: [], checks: [{}] }])),
      changed((line) => (line.debug = 'x')),
      changed((line) => (line.debug = [{}])),
    ];
    assert.ok(odd.every((line) => readLine(line) === undefined));
    await writeFile(join(folder.path, '4194303-100-1.jsonl'), [whole.replace('"id":"r"', '"id":"before"'), ...odd, whole, ''].join('\n'));
    const url = `file:${join(folder.path, 'journal.db')}`;
    await using database = openDatabase({ url, logger });
    const stored = createLibsqlJournal({ database, clock: systemClock, logger });
    await using journal = await openSpooledJournal({ journal: stored, storeLines: stored.storeLines, folder: folder.path, logger });
    assert.deepEqual(
      (await journal.requests({ limit: 10 })).items.map(({ id }) => id),
      ['r', 'before'],
    );
    assert.deepEqual(await journal.decisions('r'), entry.decisions);
    assert.equal(stored.dropped, 0);
  });

  it('takes over what a process left whose number another program has now, and leaves what a running one writes', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const line = (id: string): string => `${writeLine({ request: requestRecord(id, 1), decisions: [], debug: [] })}\n`;
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      const hourAgo = Date.now() - 3_600_000;
      await writeFile(join(folder.path, `${other.pid}-${hourAgo}-1.jsonl`), line('before-the-restart'));
      await writeFile(join(folder.path, `${other.pid}-${Date.now() + 1000}-1.jsonl`), line('being-written'));
      await using journal = await openSpooledJournal({ ...lineJournal(), folder: folder.path, logger });
      assert.equal((await journal.request('before-the-restart'))?.status, 'completed');
      assert.equal(await journal.request('being-written'), undefined);
      await until('the file is gone', async () => (await readdir(folder.path)).length === 1);
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('takes over what a process left that has ended and whose parent does not ask how', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [told] = (await once(parent.stdout, 'data')) as [unknown];
      const ended = Number(String(told));
      // A shell may ask how its child ended; `sleep`, which takes its place, never does.
      await until('the shell has gone', async () => (await readFile(`/proc/${parent.pid}/comm`, 'utf8')) === 'sleep\n');
      process.kill(ended, 'SIGKILL');
      await until('it has ended', async () => /^State:\s+Z/m.test(await readFile(`/proc/${ended}/status`, 'utf8')));
      const line = writeLine({ request: requestRecord('left', 1), decisions: [], debug: [] });
      await writeFile(join(folder.path, `${ended}-${Date.now()}-1.jsonl`), `${line}\n`);
      await using journal = await openSpooledJournal({ ...lineJournal(), folder: folder.path, logger });
      assert.equal((await journal.request('left'))?.status, 'completed');
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('grows to its greatest size and no further; records go on without it', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const stuck = unableJournal();
    const journal = await openSpooledJournal({ ...stuck, folder: folder.path, logger, maxBytes: 5000, retryMs: [] });
    for (let index = 0; index < 100; index += 1) journal.record({ request: requestRecord(`r${index}`, 1), decisions: [], debug: [] });
    assert.ok(journal.spooledBytes < 6000);
    assert.ok((await stuck.journal.requests({ limit: 1000 })).items.length > 80);
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
      const { storeLines } = stored;
      await using journal = await openSpooledJournal({ journal: stored, storeLines, folder: spool, logger, retryMs: [1, 20] });
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
      await until('the journal says so', () =>
        logger.lines.some(({ message }) => message === 'the database cannot store records; they wait in the spool'),
      );
      await lock?.rollback();
      other.close();
      if (lock === undefined) await database.execute({ sql: 'PRAGMA max_page_count = 1073741823' });
      await until(
        'everything is stored',
        async () => (await stored.requests({ limit: 100 })).items.length === 51 && journal.spooledBytes === 0,
      );
      assert.equal((await journal.decisions('r49'))?.length, 1);
      assert.equal(stored.dropped, 0);
      await until('the files are gone', async () => (await readdir(spool)).length === 0);
    });
  }
});

/** A journal in memory that takes lines. */
function lineJournal() {
  const journal = createInMemoryJournal();
  const storeLines = async (lines: Uint8Array): Promise<void> => {
    for (const line of new TextDecoder().decode(lines).split('\n')) {
      const stored = readLine(line);
      if (stored === undefined) continue;
      const { details, ...entry } = stored;
      journal.record({ ...entry, ...readDetails(details, entry.request.receivedAt) });
    }
  };
  return { journal, storeLines };
}

/** A journal that takes entries, and lines never. */
function unableJournal() {
  return { journal: createInMemoryJournal(), storeLines: () => Promise.reject(new Error('gone')) };
}
