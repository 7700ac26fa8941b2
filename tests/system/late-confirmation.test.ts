import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNatsWorkQueue } from '../../src/adapters/nats/work-queue.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { allowSlowHooks } from '../slow.ts';
import { startNatsServer } from './nats-server.ts';
import { createRecordedLogger } from './recorded-logger.ts';

await allowSlowHooks();

describe('an answer that the server stores but confirms too late', () => {
  it('counts as that of the worker that gave it, which says that it has ended', async () => {
    await using server = await startNatsServer();
    await using queue = createNatsWorkQueue({
      url: server.url,
      prefix: 'LATE',
      clock: systemClock,
      logger: createRecordedLogger(),
      limits: { leaseMs: 30_000, duplicateWindowMs: 60_000, keepAnswersMs: 60_000, maxItems: 100, maxDeadLetters: 100 },
      subjects: { work: 'late.work', failed: 'late.failed', result: 'late.result', answers: 'late.answers' },
      timeoutMs: 500,
    });
    await queue.enqueue('r-1', new Uint8Array(1));
    const stop = new AbortController();
    let ends = 0;
    let isFirst: boolean | undefined;
    await queue.consume(
      async (item) => {
        await server.pause();
        const answering = item.answered('r-1', new Uint8Array(1), async () => void (ends += 1));
        setTimeout(() => server.resume(), 1500);
        isFirst = await answering;
        stop.abort();
      },
      { concurrency: 1, signal: stop.signal },
    );
    assert.equal(isFirst, true);
    assert.equal(ends, 1);
  });
});
