import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { createBusStops } from '../../src/reasoner/bus-stops.ts';
import { createTestLogger, stuck } from './reasoner-doubles.ts';

function open(timeoutMs = 10_000) {
  const bus = createInMemoryBus();
  const logger = createTestLogger();
  const process = () => createBusStops({ bus, ids: uuidIds, logger, timeoutMs });
  return { bus, logger, here: process(), there: process() };
}

describe('createBusStops()', () => {
  it('ends the work of exactly one name, and tells the asker what became of it', async () => {
    const { here, there } = open();
    const stopped: string[] = [];
    const offers = ['a', 'b'].map((id) => here.offer(['run', '', id], async () => ({ ended: stopped.push(id) })));
    assert.deepEqual(await there.ask(['run', '', 'b']), { ended: 1 });
    assert.equal(await there.ask(['response', '', 'b']), undefined);
    assert.equal(await there.ask(['run', 'b']), undefined);
    assert.deepEqual(stopped, ['b']);
    offers[0]?.[Symbol.dispose]();
    assert.equal(await there.ask(['run', '', 'a']), undefined);
  });

  it('says at once that nobody has the work: without anybody, without a connection, and for a name that is too long', async () => {
    const { bus, there } = open();
    assert.equal(await there.ask(['run', 'x']), undefined);
    assert.equal(await there.ask(['run', 'x'.repeat(5000)]), undefined);
    await bus[Symbol.asyncDispose]();
    assert.equal(await there.ask(['run', 'x']), undefined);
  });

  it('is a timeout if the process that has the work hangs', async () => {
    const { here, there } = open(20);
    here.offer(['run', 'x'], async () => {
      await stuck();
      return {};
    });
    await assert.rejects(there.ask(['run', 'x']), (error) => error instanceof ServiceError && error.kind === 'timeout');
  });
});
