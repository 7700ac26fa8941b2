import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { createClient } from '@libsql/client';
import { openDatabase, type Database } from '../../src/adapters/libsql/database.ts';
import { createLibsqlJournal } from '../../src/adapters/libsql/journal.ts';
import { migrate } from '../../src/adapters/libsql/migrate.ts';
import { JOURNAL_MIGRATIONS } from '../../src/adapters/libsql/migrations.ts';
import type { Statement } from '../../src/adapters/libsql/protocol.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import type { JournalEntry, RequestQuery } from '../../src/ports/journal.ts';
import { debugEntry, decision, requestRecord } from '../contract/journal-entries.ts';
import { allowSlowHooks } from '../slow.ts';
import { entry, ids, open, startWorker } from './opened-journal.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

describe('createLibsqlJournal()', () => {
  it('keeps everything over a close and another opening', async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    const kept: JournalEntry = {
      request: requestRecord('kept', 1),
      decisions: [decision('kept', 'flag', ['email'])],
      debug: [debugEntry(0), debugEntry(1)],
    };
    {
      await using first = open(url);
      first.journal.record(kept);
    }
    await using second = open(url);
    assert.deepEqual(await second.journal.request('kept'), kept.request);
    assert.deepEqual(await second.journal.decisions('kept'), kept.decisions);
    assert.deepEqual(await second.journal.debug('kept', { limit: 10 }), { items: kept.debug });
  });

  it('loses nothing that flush() said is stored when the process is killed', async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    const program = new URL('../fixtures/recording-journal.ts', import.meta.url).pathname;
    const runner = 'Deno' in globalThis ? ['run', '-A', '--no-check', program] : [program];
    const child = spawn(process.execPath, [...runner, url], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.stdout.on('data', (chunk) => {
        printed += String(chunk);
        if (printed.length > 500) child.kill('SIGKILL');
      });
    });
    const said = printed.slice(0, printed.lastIndexOf('\n')).split('\n');
    assert.ok(said.length > 50);
    await using opened = open(url);
    const stored = new Set(await ids(opened.journal));
    assert.deepEqual(
      said.filter((id) => !stored.has(id)),
      [],
    );
    opened.journal.record(entry('after', 9));
    await opened.journal.flush();
  });

  it('requests that ran when the process ended have failed after the next start, and are numbered before its own', async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    const first = open(url);
    for (const [id, status] of [
      ['a', 'running'],
      ['b', 'completed'],
      ['c', 'running'],
    ] as const) {
      first.journal.record({ ...entry(id, 1, { status, sequence: 7 }), decisions: [decision(id, 'flag', ['email'])] });
    }
    await first[Symbol.asyncDispose]();
    await using second = open(url);
    assert.equal(await second.journal.lastSequence(), 7);
    assert.equal(await second.journal.abandon(Number.MAX_SAFE_INTEGER), 2);
    assert.equal(await second.journal.abandon(Number.MAX_SAFE_INTEGER), 0);
    const error = { type: 'unavailable', message: 'The service ended before it had answered.' };
    const unanswered = await second.journal.request('a');
    assert.deepEqual(unanswered?.error, error);
    assert.equal(unanswered?.totalMs, undefined);
    assert.equal((await second.journal.request('b'))?.status, 'completed');
    assert.deepEqual(
      (await second.journal.requests({ limit: 5, status: 'failed' })).items.map(({ id }) => id),
      ['c', 'a'],
    );
    assert.equal((await second.journal.decisions('c'))?.length, 1);
  });

  it('keeps records before content when the database does not keep up', async () => {
    await using folder = await makeTemporaryFolder();
    await using opened = open(`file:${join(folder.path, 'journal.db')}`, { contentCapacity: 100 });
    const content = { input: 'x'.repeat(60), output: undefined };
    for (const id of ['a', 'b']) opened.journal.record({ ...entry(id, 1), content });
    assert.ok((await opened.journal.content('a')) !== undefined);
    assert.equal(await opened.journal.content('b'), undefined);
    assert.equal((await opened.journal.request('b'))?.id, 'b');
    assert.ok(opened.logger.lines.some(({ level, message }) => level === 'error' && message === 'captured content was not kept'));
    opened.journal.record({ ...entry('c', 2), content });
    assert.ok((await opened.journal.content('c')) !== undefined);
  });

  it('reads what a version before it stored: decisions and debug entries in rows of their own', async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    const request = requestRecord('old', 1);
    const made = decision('old', 'flag', ['email']);
    const [check] = made.checks;
    const checks = [check, { ...check, detector: 'links', outcome: 'not_scanned', reason: 'not checked on input' }];
    const decisions = [
      { ...made, checks },
      { ...made, id: 'second', checks: [] },
    ] as JournalEntry['decisions'];
    const debug = [debugEntry(1), debugEntry(2, { part: undefined, reason: 'why' })];
    {
      await using database = openDatabase({ url, logger: createRecordedLogger() });
      await migrate(database, JOURNAL_MIGRATIONS.slice(0, 4), systemClock);
      const at = request.receivedAt.getTime();
      await database.batch([
        {
          sql: `INSERT INTO requests (id, received_at, sequence, status, http_status, model, stream, upstream, policy, input_parts,
              input_length, output_length, total_ms, guard_ms, upstream_ms, has_preview)
            VALUES ('old', ?, ?, 'completed', 200, 'parley', 0, '', 'default', 2, 120, 40, 12.5, 1.25, 11, 0)`,
          args: [at, at * 1000],
        },
        ...decisions.map((each, position) => ({
          sql: 'INSERT INTO decisions (request_id, position, body) VALUES (?, ?, ?)',
          args: ['old', position, JSON.stringify(each)],
        })),
        ...debug.toReversed().map((each) => ({
          sql: 'INSERT INTO debug_entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
          args: [
            'old',
            each.sequence,
            each.at.getTime(),
            each.stage,
            each.name,
            each.part ?? null,
            each.outcome,
            each.reason ?? null,
            each.findings,
            each.score,
            each.latencyMs,
          ],
        })),
      ]);
    }
    await using opened = open(url);
    assert.deepEqual(await opened.journal.decisions('old'), decisions);
    assert.deepEqual((await opened.journal.debug('old', { limit: 10 }))?.items, debug);
  });

  it('reads times that a version before it stored as 0 as unknown, where the request was cut off', async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    const cutOff = 'The service ended before it had answered.';
    const old: readonly (readonly [string, string, string | null, number])[] = [
      ['cut-off', 'failed', cutOff, 0],
      ['running', 'running', null, 0],
      ['stopped', 'failed', 'The service stopped before the answer was finished; ask again.', 3],
      ['quick', 'completed', null, 0],
    ];
    {
      await using database = openDatabase({ url, logger: createRecordedLogger() });
      await migrate(database, JOURNAL_MIGRATIONS.slice(0, 11), systemClock);
      await database.batch(
        old.map(([id, status, message, totalMs], index) => ({
          sql: `INSERT INTO requests (id, received_at, sequence, status, http_status, model, stream, upstream, policy, input_parts,
              input_length, output_length, total_ms, guard_ms, upstream_ms, has_preview, error_type, error_message)
            VALUES (?, ?, ?, ?, 200, 'parley', 0, '', 'default', 2, 120, 40, ?, 1.25, 11, 0, iif(? IS NULL, NULL, 'unavailable'), ?)`,
          args: [id, index, index * 1000, status, totalMs, message, message],
        })),
      );
    }
    await using opened = open(url);
    const { items } = await opened.journal.requests({ limit: 10 });
    assert.deepEqual(Object.fromEntries(items.map(({ id, totalMs }) => [id, totalMs])), {
      'cut-off': undefined,
      running: undefined,
      stopped: 3,
      quick: 0,
    });
    const since = new Date(0);
    const { totalMs } = await opened.journal.stats({ since, until: new Date(60_000), buckets: 1 });
    assert.equal(totalMs.p99, 3);
  });

  it('finds in what a version before it stored what shadows kept from being done', async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    const old: readonly (readonly [string, string | null, readonly object[]])[] = [
      ['plain', 'block', [{ verdict: 'block' }]],
      ['rule', 'allow', [{ verdict: 'allow', wouldBe: 'block' }, { verdict: 'allow' }]],
      ['harder', 'block', [{ verdict: 'block' }, { verdict: 'allow', wouldBe: 'redact' }]],
      ['milder', 'redact', [{ verdict: 'redact', wouldBe: 'allow' }]],
      [
        'whole',
        'redact',
        [
          { verdict: 'redact', mode: 'shadow' },
          { verdict: 'allow', mode: 'shadow' },
        ],
      ],
      ['nothing', 'allow', [{ verdict: 'allow', mode: 'shadow' }]],
      ['failed', null, [{ verdict: 'block', mode: 'shadow' }]],
    ];
    {
      await using database = openDatabase({ url, logger: createRecordedLogger() });
      await migrate(database, JOURNAL_MIGRATIONS.slice(0, 6), systemClock);
      await database.batch(
        old.flatMap(([id, verdict, made], index) => [
          {
            sql: `INSERT INTO requests (id, received_at, sequence, status, http_status, verdict, model, stream, upstream, policy, input_parts,
                input_length, output_length, total_ms, guard_ms, upstream_ms, has_preview)
              VALUES (?, ?, ?, 'completed', 200, ?, 'parley', 0, '', 'default', 2, 120, 40, 12.5, 1.25, 11, 0)`,
            args: [id, index, index * 1000, verdict],
          },
          { sql: 'INSERT INTO request_details VALUES (?, ?)', args: [id, JSON.stringify({ decisions: made, debug: [] })] },
        ]),
      );
    }
    await using opened = open(url);
    const { items } = await opened.journal.requests({ limit: 10 });
    assert.deepEqual(Object.fromEntries(items.map(({ id, wouldBe }) => [id, wouldBe])), {
      plain: undefined,
      rule: 'block',
      harder: undefined,
      milder: 'allow',
      whole: 'redact',
      nothing: undefined,
      failed: undefined,
    });
  });

  it('when its queue is full it drops nothing silently: every loss is counted and an error is logged', async () => {
    await using folder = await makeTemporaryFolder();
    await using opened = open(`file:${join(folder.path, 'journal.db')}`, { queueCapacity: 10, batchSize: 100 });
    const { journal, logger } = opened;
    for (let number = 0; number < 25; number += 1) journal.record(entry(`r${number}`, number));
    assert.equal(journal.dropped, 15);
    const error = logger.lines.find(({ level }) => level === 'error');
    assert.deepEqual(error?.fields, { entries: 1, dropped: 1, reason: 'the queue is full' });
    assert.equal((await ids(journal)).length, 10);
    journal.record(entry('later', 60));
    assert.equal((await ids(journal))[0], 'later');
  });

  it('an entry that the database refuses is lost alone, counted and logged', async () => {
    await using folder = await makeTemporaryFolder();
    await using opened = open(`file:${join(folder.path, 'journal.db')}`);
    const { journal, logger } = opened;
    journal.record(entry('one', 1));
    journal.record(entry('bad', 2, { guardMs: Number.NaN }));
    journal.record(entry('three', 3));
    await assert.rejects(journal.flush(), { kind: 'internal' });
    assert.deepEqual(await ids(journal), ['three', 'one']);
    assert.equal(journal.dropped, 1);
    const error = logger.lines.find(({ level }) => level === 'error');
    assert.equal(error?.message, 'journal entries were lost');
    assert.match(String(error?.fields.reason), /NOT NULL constraint failed: requests\.guard_ms/);
  });

  it('stores everything when the database worker dies in between', async () => {
    await using folder = await makeTemporaryFolder();
    await using opened = open(`file:${join(folder.path, 'journal.db')}`, { batchSize: 10, retryMs: [1, 10, 100, 1000] }, { startWorker });
    const { journal, database, logger } = opened;
    await journal.ping(AbortSignal.timeout(5000));
    for (let number = 0; number < 500; number += 1) journal.record(entry(`r${number}`, number));
    await database.execute({ sql: 'SELECT 1 -- die' }).catch(() => undefined);
    await journal.flush();
    assert.ok(logger.lines.some(({ message }) => message === 'the database worker died'));
    assert.equal((await ids(journal)).length, 500);
    assert.equal(journal.dropped, 0);
  });

  it('keeps what cannot be stored in memory and says so, until the database takes it', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    const missing = join(folder.path, 'missing');
    await using database = openDatabase({ url: `file:${join(missing, 'journal.db')}`, logger });
    await using journal = createLibsqlJournal({ database, clock: systemClock, logger, retryMs: [1] });
    journal.record(entry('one', 1));
    journal.record(entry('two', 2));
    await assert.rejects(journal.flush(), { kind: 'unavailable' });
    await assert.rejects(journal.requests({ limit: 1 }), { kind: 'unavailable' });
    await assert.rejects(journal.ping(AbortSignal.timeout(5000)), { kind: 'unavailable' });
    assert.deepEqual([journal.waiting, journal.dropped], [2, 0]);
    assert.equal(logger.lines.filter(({ message }) => message === 'the database cannot store records; they wait in memory').length, 1);
    await mkdir(missing);
    assert.deepEqual(await ids(journal), ['two', 'one']);
    await journal.ping(AbortSignal.timeout(5000));
    assert.deepEqual([journal.waiting, journal.dropped], [0, 0]);
  });

  it('counts what waits in memory as lost when it is closed first', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    await using database = openDatabase({ url: `file:${join(folder.path, 'missing', 'journal.db')}`, logger });
    const journal = createLibsqlJournal({ database, clock: systemClock, logger, retryMs: [1] });
    journal.record(entry('one', 1));
    await journal[Symbol.asyncDispose]();
    await until('it is lost', () => journal.dropped === 1);
  });

  it('answers a read in bounded time while another process holds the database', { timeout: 60_000 }, async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    await using opened = open(url, { readWaitMs: 50 });
    opened.journal.record(entry('one', 1));
    await opened.journal.flush();
    const other = createClient({ url });
    const lock = await other.transaction('write');
    opened.journal.record(entry('two', 2));
    const started = performance.now();
    await assert.rejects(opened.journal.request('two'), { kind: 'unavailable' });
    assert.ok(performance.now() - started < 2000);
    await lock.rollback();
    other.close();
    await until('it is there', async () => (await opened.journal.request('two').catch(() => undefined)) !== undefined);
  });

  it('makes its tables again when somebody has put another file in the place of its database', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'journal.db');
    await using opened = open(`file:${path}`, { retryMs: [1, 10, 100, 1000] }, { startWorker });
    const { journal, database } = opened;
    journal.record(entry('before', 1));
    await journal.flush();
    for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true });
    await database.execute({ sql: 'SELECT 1 -- die' }).catch(() => undefined);
    journal.record(entry('one', 2));
    journal.record(entry('two', 3));
    await journal.flush();
    assert.deepEqual(await ids(journal), ['two', 'one']);
    assert.equal(journal.dropped, 0);
  });

  it('what is recorded after closing is counted as lost', async () => {
    await using folder = await makeTemporaryFolder();
    const opened = open(`file:${join(folder.path, 'journal.db')}`);
    await opened[Symbol.asyncDispose]();
    opened.journal.record(entry('late', 1));
    assert.equal(opened.journal.dropped, 1);
  });

  it('text that SQLite cannot carry is kept readable', async () => {
    await using folder = await makeTemporaryFolder();
    await using opened = open(`file:${join(folder.path, 'journal.db')}`);
    opened.journal.record(entry('odd', 1, { preview: 'NUL \0 and half a pair \ud83d.', model: "'; DROP TABLE requests; --" }));
    const request = await opened.journal.request('odd');
    assert.equal(request?.preview, 'NUL \ufffd and half a pair \ufffd.');
    assert.equal(request?.model, "'; DROP TABLE requests; --");
  });

  const filters: readonly [string, Partial<RequestQuery>][] = [
    ['nothing', {}],
    ['status', { status: 'failed' }],
    ['verdict', { verdict: 'block' }],
    ['what shadows kept from being done', { wouldBe: 'block' }],
    ['the same and key', { wouldBe: 'block', key: 'ann' }],
    ['route', { route: '/v1/responses' }],
    ['user', { userHash: '5e1f' }],
    ['user and detector', { userHash: '5e1f', detector: 'email' }],
    ['detector', { detector: 'email' }],
    ['time', { since: new Date(0), until: new Date() }],
    ['model and failure', { model: 'gpt', error: 'timeout' }],
    ['decision', { decision: 'dec-1' }],
    ['detector and time', { detector: 'email', since: new Date(0), until: new Date() }],
  ];
  for (const [label, query] of filters) {
    it(`reads a page filtered by ${label} through an index, without sorting`, async () => {
      await using folder = await makeTemporaryFolder();
      const client = createClient({ url: `file:${join(folder.path, 'journal.db')}` });
      const seen: Statement[] = [];
      const logger = createRecordedLogger();
      await using database = openDatabase({ url: `file:${join(folder.path, 'journal.db')}`, logger });
      const watched: Database = {
        ...database,
        execute: (statement, options) => {
          seen.push(statement);
          return database.execute(statement, options);
        },
      };
      await using journal = createLibsqlJournal({ database: watched, clock: systemClock, logger });
      for (const id of ['a', 'b']) journal.record({ ...entry(id, 1), decisions: [decision(id, 'block', ['email'])] });
      const first = await journal.requests({ limit: 1 });
      seen.length = 0;
      await journal.requests({ limit: 1, cursor: first.nextCursor ?? '', ...query });
      const [statement] = seen;
      assert.ok(statement !== undefined);
      const plan = await client.execute({ sql: `EXPLAIN QUERY PLAN ${statement.sql}`, args: [...(statement.args ?? [])] });
      client.close();
      const steps = plan.rows.map(({ detail }) => (typeof detail === 'string' ? detail : ''));
      assert.match(steps[0] ?? '', /^SEARCH .* USING (COVERING )?INDEX/);
      assert.ok(!steps.some((step) => /TEMP B-TREE/.test(step)), steps.join('; '));
    });
  }

  it('counts a span of time from indexes alone, and looks no request up', async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    const seen: Statement[] = [];
    const logger = createRecordedLogger();
    await using database = openDatabase({ url, logger });
    const watched: Database = {
      ...database,
      execute: (statement, options) => {
        seen.push(statement);
        return database.execute(statement, options);
      },
    };
    await using journal = createLibsqlJournal({ database: watched, clock: systemClock, logger });
    journal.record({ ...entry('a', 1), decisions: [decision('a', 'block', ['email'])] });
    await journal.flush();
    seen.length = 0;
    await journal.stats({ since: new Date(0), until: new Date(), buckets: 10 });
    const client = createClient({ url });
    for (const { sql, args = [] } of seen) {
      const { rows } = await client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: [...args] });
      assert.match(JSON.stringify(rows[0]?.['detail']), /^"SEARCH \w+ USING COVERING INDEX/, sql);
    }
    assert.ok(seen.length >= 5);
    client.close();
  });
});
