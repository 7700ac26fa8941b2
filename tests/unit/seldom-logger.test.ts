import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seldom } from '../../src/adapters/libsql/seldom-logger.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';

describe('seldom()', () => {
  it('writes the same warning once a minute, and another one at once', () => {
    let now = 0;
    const recorded = createRecordedLogger();
    const logger = seldom(recorded, () => now);
    for (now = 0; now < 120_000; now += 500) logger.warn('it fails', { reason: 'disk' });
    assert.equal(recorded.lines.length, 2);
    logger.warn('it fails', { reason: 'lock' });
    assert.equal(recorded.lines.length, 3);
  });

  it('writes what tells of no fault each time', () => {
    const recorded = createRecordedLogger();
    const logger = seldom(recorded, () => 0);
    for (let time = 0; time < 3; time += 1) logger.info('it works');
    assert.equal(recorded.lines.length, 3);
  });
});
