import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { createNatsWorkQueue } from '../../src/adapters/nats/work-queue.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { allowSlowHooks } from '../slow.ts';
import { startNatsServer } from '../system/nats-server.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { until } from '../system/until.ts';
import { ROOM, workQueueContract } from './work-queue-contract.ts';

await allowSlowHooks();

workQueueContract('createNatsWorkQueue()', async () => {
  const server = await startNatsServer();
  const logger = createRecordedLogger();
  const bus = connectNatsBus({ url: server.url, name: 'contract', logger });
  await until('the bus connects', () => bus.connected);
  const told = { result: new Array<string>(), failed: new Array<string>() };
  const stop = new AbortController();
  for (const name of ['result', 'failed'] as const) {
    const messages = bus.subscribe(`contract.${name}`, { signal: stop.signal });
    void (async () => {
      for await (const { data } of messages) told[name].push(new TextDecoder().decode(data));
    })();
  }
  await bus.ping(AbortSignal.timeout(5000));
  const leaseMs = 600;
  return {
    leaseMs,
    told,
    open: () =>
      createNatsWorkQueue({
        url: server.url,
        prefix: 'CONTRACT',
        clock: systemClock,
        logger,
        limits: { leaseMs, duplicateWindowMs: 60_000, keepAnswersMs: 60_000, ...ROOM },
        subjects: { work: 'contract.work', failed: 'contract.failed', result: 'contract.result', answers: 'contract.answers' },
      }),
    async [Symbol.asyncDispose]() {
      stop.abort();
      await bus[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
});
