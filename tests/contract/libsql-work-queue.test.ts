import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlWorkQueue } from '../../src/adapters/libsql/work-queue.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { until } from '../system/until.ts';
import { ROOM, workQueueContract } from './work-queue-contract.ts';

const SUBJECTS = { work: 'work', failed: 'failed', result: 'result' };
const TIMES = { duplicateWindowMs: 60_000, keepAnswersMs: 60_000 };

workQueueContract('createLibsqlWorkQueue()', async () => {
  const folder = await makeTemporaryFolder();
  const logger = createRecordedLogger();
  const database = openDatabase({ url: `file:${join(folder.path, 'work.db')}`, logger });
  const told = { result: new Array<string>(), failed: new Array<string>() };
  const leaseMs = 600;
  return {
    leaseMs,
    told,
    open: () =>
      createLibsqlWorkQueue({
        database,
        clock: systemClock,
        logger,
        leaseMs,
        ...TIMES,
        ...ROOM,
        isSole: false,
        pollMs: 50,
        subjects: SUBJECTS,
        tell: (subject, data) => told[subject === 'failed' ? 'failed' : 'result'].push(new TextDecoder().decode(data)),
      }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});

describe('createLibsqlWorkQueue() with a clock that was ahead and is right again', () => {
  it('hands out what was stored meanwhile, and what was to be tried again', async () => {
    await using folder = await makeTemporaryFolder();
    const logger = createRecordedLogger();
    await using database = openDatabase({ url: `file:${join(folder.path, 'work.db')}`, logger });
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs), elapsed: () => systemClock.elapsed() };
    const queue = createLibsqlWorkQueue({
      database,
      clock,
      logger,
      leaseMs: 60_000,
      ...TIMES,
      ...ROOM,
      isSole: true,
      pollMs: 10,
      subjects: SUBJECTS,
      tell: () => undefined,
    });
    const done: number[] = [];
    const stop = new AbortController();
    aheadMs = 365 * 86_400_000;
    await queue.enqueue('failing', new Uint8Array([1]));
    const consuming = queue.consume(
      async (item) => {
        if (item.deliveries === 1 && item.data[0] === 1) {
          await queue.enqueue('waiting', new Uint8Array([2]));
          await item.retry(1000);
          aheadMs = 0;
          return;
        }
        done.push(item.data[0] ?? 0);
        await item.done();
      },
      { concurrency: 1, signal: stop.signal },
    );
    await until('both are done', () => done.length === 2);
    stop.abort();
    await consuming;
    assert.deepEqual(new Set(done), new Set([1, 2]));
  });
});
