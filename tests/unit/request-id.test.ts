import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { givenRequestId, laterRecordId, REQUEST_ID_HEADER, requestIdFrom } from '../../src/core/request-id.ts';

const mint = (): string => 'minted';

describe('requestIdFrom()', () => {
  for (const id of ['a', '...', 'A-b_c.9', '0190b6f4-7d3e-7c6a-9d3e-0123456789ab', 'x'.repeat(128)]) {
    it(`keeps the caller's ${id.slice(0, 40)}`, () => {
      assert.equal(requestIdFrom(new Headers({ 'X-Request-Id': id }), mint), id);
    });
  }

  for (const id of ['', 'x'.repeat(129), 'a b', 'a/b', 'a*', 'a>', 'ünicode', '<script>', 'a,b', '.', '..']) {
    it(`mints one instead of ${JSON.stringify(id.slice(0, 20))}`, () => {
      assert.equal(requestIdFrom(new Headers({ [REQUEST_ID_HEADER]: id }), mint), 'minted');
    });
  }

  it('mints one when there is none', () => {
    assert.equal(requestIdFrom(new Headers(), mint), 'minted');
  });
});

describe('laterRecordId()', () => {
  it('is none that a caller can choose, and says which one the caller chose', () => {
    const id = laterRecordId('A-b_c.9', 1_795_287_456_000_001);
    assert.notEqual(requestIdFrom(new Headers({ [REQUEST_ID_HEADER]: id }), mint), id);
    assert.equal(givenRequestId(id), 'A-b_c.9');
    assert.equal(givenRequestId('A-b_c.9'), 'A-b_c.9');
  });
});
