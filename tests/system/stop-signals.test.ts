import assert from 'node:assert/strict';
import { kill } from 'node:process';
import { describe, it } from 'node:test';
import { stopSignals } from '../../src/main/stop-signals.ts';
import { allowSlowHooks } from '../slow.ts';
import { FROM_SOURCE, startParley } from './parley-process.ts';
import { until } from './until.ts';

await allowSlowHooks();

describe('a running Parley', () => {
  it('stops in order when its terminal is closed', async () => {
    await using parley = await startParley();
    kill(parley.pid, 'SIGHUP');
    await until('it says that it stops', () => parley.log.some(({ message }) => message === 'stopping'));
  });

  it('outlives its terminal when it was started with nohup', async () => {
    await using parley = await startParley({ command: ['sh', '-c', 'trap "" HUP; exec "$0" "$@"', ...FROM_SOURCE] });
    kill(parley.pid, 'SIGHUP');
    assert.equal((await fetch(`${parley.guard}/health`)).status, 200);
    assert.ok(!parley.log.some(({ message }) => message === 'stopping'));
  });
});

describe('stopSignals()', () => {
  const withoutStatus = (): string => {
    throw new Error('ENOENT');
  };

  it('leaves the closing of the terminal alone where it is ignored, or that cannot be told', () => {
    assert.deepEqual(
      stopSignals(() => 'SigIgn:\t0000000000001000\n'),
      ['SIGINT', 'SIGTERM', 'SIGHUP'],
    );
    assert.deepEqual(
      stopSignals(() => 'SigIgn:\t0000000000001001\n'),
      ['SIGINT', 'SIGTERM'],
    );
    assert.deepEqual(stopSignals(withoutStatus), ['SIGINT', 'SIGTERM']);
  });
});
