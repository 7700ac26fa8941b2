import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { debugEntry, decision, requestRecord } from '../contract/journal-entries.ts';
import { allowSlowHooks } from '../slow.ts';
import { entry, ids, open } from './opened-journal.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

describe('the retention of a journal', () => {
  it('deletes requests over their age, with all that belongs to them', async () => {
    await using folder = await makeTemporaryFolder();
    let now = requestRecord('x', 100).receivedAt;
    const clock = { now: () => now, elapsed: () => 0 };
    await using opened = open(`file:${join(folder.path, 'journal.db')}`, { clock, maxAgeMs: 60_000 });
    const { journal, database } = opened;
    journal.record({ request: requestRecord('old', 50), decisions: [decision('old', 'flag', ['email'])], debug: [debugEntry(0)] });
    journal.record(entry('young', 90));
    await journal.sweep();
    assert.deepEqual(await ids(journal), ['young', 'old']);
    now = requestRecord('x', 120).receivedAt;
    await journal.sweep();
    assert.deepEqual(await ids(journal), ['young']);
    for (const table of ['request_details', 'request_detectors']) {
      assert.deepEqual((await database.execute({ sql: `SELECT count(*) FROM ${table} WHERE request_id = 'old'` })).rows, [[0]], table);
    }
  });

  it('deletes nothing by its age while the clock was set lately, and says so; with time it is believed', async () => {
    await using folder = await makeTemporaryFolder();
    let set = 0;
    let elapsed = 0;
    const clock = { now: () => new Date(requestRecord('x', 60).receivedAt.getTime() + elapsed + set), elapsed: () => elapsed };
    await using opened = open(`file:${join(folder.path, 'journal.db')}`, { clock, maxAgeMs: 86_400_000 });
    const { journal, logger } = opened;
    journal.record(entry('one', 50));
    await journal.sweep();
    set = 400 * 86_400_000;
    for (let sweep = 0; sweep < 3; sweep += 1) {
      await journal.sweep();
      elapsed += 60_000;
    }
    assert.deepEqual(await ids(journal), ['one']);
    assert.equal(logger.lines.filter(({ message }) => message.startsWith('the clock was set')).length, 1);
    set = 0;
    elapsed += 3_600_000;
    await journal.sweep();
    assert.deepEqual(await ids(journal), ['one'], 'set again, to what it was');
    elapsed += 3_600_000;
    await journal.sweep();
    assert.deepEqual(await ids(journal), ['one']);
    set = 400 * 86_400_000;
    await journal.sweep();
    elapsed += 3_600_000;
    await journal.sweep();
    assert.deepEqual(await ids(journal), []);
  });

  it('keeps the newest requests that fit into its greatest size, however large some are', async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    const clock = { now: () => requestRecord('x', 0).receivedAt, elapsed: () => 0 };
    await using opened = open(url, { maxBytes: 2_000_000, clock, batchSize: 20 });
    const { journal, database } = opened;
    const content = { input: 'x'.repeat(50_000), output: undefined };
    for (let number = 0; number < 100; number += 1) journal.record({ ...entry(`r${100 + number}`, number), content });
    await journal.sweep();
    const left = await ids(journal);
    assert.ok(left.length >= 10 && left.length < 40, `${left.length} are left`);
    assert.equal(left[0], 'r199');
    assert.equal(left.at(-1), `r${200 - left.length}`);
    await journal.sweep();
    assert.deepEqual(await ids(journal), left);
    const size = async (): Promise<number> =>
      Number((await database.execute({ sql: 'SELECT page_count FROM pragma_page_count' })).rows[0]?.[0]);
    const before = await size();
    for (let number = 0; number < 60; number += 1) journal.record({ ...entry(`s${100 + number}`, 200 + number), content });
    await journal.sweep();
    assert.ok((await size()) <= before + 5, 'what was freed is used again');
  });

  it('gives the disk back what many requests took that are gone, but for some room', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'journal.db');
    const clock = { now: () => requestRecord('x', 0).receivedAt, elapsed: () => 0 };
    const content = { input: 'x'.repeat(100_000), output: undefined };
    {
      await using opened = open(`file:${path}`, { clock, maxRequests: 400, maxBytes: 1e9, batchSize: 50 });
      for (let number = 0; number < 300; number += 1) opened.journal.record({ ...entry(`r${100 + number}`, number), content });
    }
    assert.ok((await stat(path)).size > 30_000_000);
    {
      await using opened = open(`file:${path}`, { clock, maxRequests: 10, maxBytes: 1e9 });
      await opened.journal.sweep();
      assert.equal((await ids(opened.journal)).length, 10);
    }
    assert.ok((await stat(path)).size < 7_000_000, `${(await stat(path)).size} bytes`);
  });

  it('lets others read while it deletes many requests', { timeout: 60_000 }, async () => {
    await using folder = await makeTemporaryFolder();
    const url = `file:${join(folder.path, 'journal.db')}`;
    await using opened = open(url, { maxRequests: 100, clock: { now: () => requestRecord('x', 0).receivedAt, elapsed: () => 0 } });
    const { journal } = opened;
    for (let number = 0; number < 4000; number += 1) journal.record(entry(`r${String(number).padStart(4, '0')}`, number));
    await journal.flush();
    const sweeping = journal.sweep();
    const counts: number[] = [];
    for (let count = 4000; count > 100; counts.push(count)) {
      count = (await journal.stats({ since: new Date(0), until: new Date(), buckets: 1 })).requests;
    }
    await sweeping;
    assert.ok(
      counts.some((count) => count > 100 && count < 4000),
      'nobody could read in between',
    );
    assert.equal((await ids(journal)).length, 100);
  });

  it('keeps the newest requests up to their greatest number', async () => {
    await using folder = await makeTemporaryFolder();
    const clock = { now: () => requestRecord('x', 100).receivedAt, elapsed: () => 0 };
    await using opened = open(`file:${join(folder.path, 'journal.db')}`, { clock, maxRequests: 3 });
    for (const second of [5, 1, 4, 2, 3]) opened.journal.record(entry(`r${second}`, second));
    await opened.journal.sweep();
    assert.deepEqual(await ids(opened.journal), ['r5', 'r4', 'r3']);
    await opened.journal.sweep();
    assert.deepEqual(await ids(opened.journal), ['r5', 'r4', 'r3']);
  });

  it('applies retention by itself', async () => {
    await using folder = await makeTemporaryFolder();
    const clock = { now: () => requestRecord('x', 100).receivedAt, elapsed: () => 0 };
    await using opened = open(`file:${join(folder.path, 'journal.db')}`, { clock, maxRequests: 1, sweepEveryMs: 5 });
    for (const second of [1, 2, 3]) opened.journal.record(entry(`r${second}`, second));
    while ((await ids(opened.journal)).length > 1);
    assert.deepEqual(await ids(opened.journal), ['r3']);
  });
});
