import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createClient } from '@libsql/client';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlJournal } from '../../src/adapters/libsql/journal.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { ask, bodyOf, guardService } from '../http/guard-service.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

const CARD = '4111 1111 1111 1111';
/** Well below the five seconds that SQLite waits for a lock: whoever waits for the database takes longer. */
const LESS_THAN_A_LOCK_MS = 4000;

/** A guard whose records are in a database file of its own. */
async function guarded(retryMs: readonly number[] = [10, 50, 200]) {
  const folder = await makeTemporaryFolder();
  const url = `file:${join(folder.path, 'guard.db')}`;
  const logger = createRecordedLogger();
  const database = openDatabase({ url, logger });
  const journal = createLibsqlJournal({ database, clock: systemClock, logger, retryMs });
  const service = guardService({}, { http: { logger }, deps: { journal } });
  return {
    url,
    logger,
    database,
    journal,
    service,
    /** Asks one after the other; the longest wait in milliseconds. */
    async ask(count: number, prefix: string): Promise<number> {
      let longest = 0;
      for (let index = 0; index < count; index += 1) {
        const start = performance.now();
        const response = await service.chat(ask(`My card: ${CARD}`), { 'x-request-id': `${prefix}-${index}` });
        await response.text();
        assert.equal(response.status, 200);
        assert.match(response.headers.get('x-guard-decision') ?? '', /verdict=redact$/);
        longest = Math.max(longest, performance.now() - start);
      }
      return longest;
    },
    async [Symbol.asyncDispose]() {
      await journal[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('a guard whose database', () => {
  it('is locked by somebody else answers as ever, and has every record once the lock is gone', { timeout: 60_000 }, async () => {
    await using guard = await guarded([50, 200, 1000, 3000]);
    await guard.ask(3, 'before');
    await guard.journal.flush();
    const other = createClient({ url: guard.url });
    const lock = await other.transaction('write');
    await lock.execute('CREATE TABLE other (x)');
    const longest = await guard.ask(20, 'locked');
    assert.ok(longest < LESS_THAN_A_LOCK_MS, `${Math.round(longest)} ms`);
    await lock.rollback();
    other.close();
    await guard.journal.flush();
    for (let index = 0; index < 20; index += 1) {
      const record = await bodyOf(await guard.service.get(`/requests/locked-${index}`));
      assert.deepEqual([record['status'], record['verdict']], ['completed', 'redact']);
    }
    assert.equal(guard.journal.dropped, 0);
  });

  it('is full answers as ever, says that it cannot record, and has every record when there is room', { timeout: 60_000 }, async () => {
    await using guard = await guarded();
    await guard.ask(3, 'before');
    await guard.journal.flush();
    const { rows } = await guard.database.execute({ sql: 'PRAGMA page_count' });
    await guard.database.execute({ sql: `PRAGMA max_page_count = ${Number(Object.values(rows[0] ?? {})[0])}` });
    const longest = await guard.ask(50, 'full');
    assert.ok(longest < LESS_THAN_A_LOCK_MS, `${Math.round(longest)} ms`);
    await assert.rejects(guard.journal.flush(), { kind: 'unavailable' });
    assert.deepEqual(
      [guard.journal.dropped, guard.journal.waiting],
      [0, 150],
      'each when it came, when its upstream was asked and when it ended',
    );
    const faults = guard.logger.lines.filter(
      ({ level, message }) => level === 'error' && message === 'the database cannot store records; they wait in memory',
    );
    assert.equal(faults.length, 1);
    assert.match(String(faults[0]?.fields['reason']), /full/i);
    assert.doesNotMatch(JSON.stringify(guard.logger.lines), /4111/);
    assert.equal((await guard.service.get('/health')).status, 200);
    await guard.database.execute({ sql: 'PRAGMA max_page_count = 1000000' });
    await guard.ask(3, 'after');
    await guard.journal.flush();
    const items = (await guard.journal.requests({ limit: 100 })).items.map(({ id, status }) => [id, status]);
    assert.equal(items.length, 56);
    assert.ok(items.every(([, status]) => status === 'completed'));
    assert.equal(guard.journal.dropped, 0);
  });

  it('is gone answers as ever, and its read routes say that it is not available', { timeout: 60_000 }, async () => {
    await using guard = await guarded([1]);
    await guard.ask(1, 'before');
    await guard.journal.flush();
    await guard.database[Symbol.asyncDispose]();
    const longest = await guard.ask(5, 'gone');
    assert.ok(longest < LESS_THAN_A_LOCK_MS, `${Math.round(longest)} ms`);
    for (const path of ['/requests', '/requests/before', '/requests/before/decision', '/requests/before/debug']) {
      const response = await guard.service.get(path);
      assert.equal(response.status, 503, path);
      assert.equal((await bodyOf(response))['error_type'], 'unavailable');
    }
    assert.equal(guard.journal.waiting, 15);
    assert.equal((await guard.service.get('/requests?text=a+private+question')).status, 503);
    assert.doesNotMatch(JSON.stringify(guard.logger.lines), /private question/);
  });
});
