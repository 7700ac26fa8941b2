import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUuidIds, uuidIds } from '../../src/adapters/system/ids.ts';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('uuidIds', () => {
  it('makes UUIDs of version 7 that tell the time', () => {
    const before = Date.now();
    const id = uuidIds.next();
    assert.match(id, UUID_7);
    const time = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
    assert.ok(time >= before && time <= Date.now() + 1);
  });

  it('puts a prefix in front', () => {
    assert.match(uuidIds.next('dec-').slice(4), UUID_7);
    assert.ok(uuidIds.next('dec-').startsWith('dec-'));
  });

  it('makes ids that are "unique, and sorted by the time they were made", also within a millisecond and when the clock is set back', () => {
    let time = 1_800_000_000_000;
    const ids = createUuidIds(() => time);
    const made: string[] = [];
    for (let index = 0; index < 20_000; index += 1) {
      if (index === 5000) time -= 60_000;
      if (index === 15_000) time += 120_000;
      made.push(ids.next());
    }
    assert.deepEqual(made, made.toSorted());
    assert.equal(new Set(made).size, made.length);
    for (const id of made) assert.match(id, UUID_7);
  });
});
