import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanHeaders } from '../../src/core/message-headers.ts';

describe('cleanHeaders()', () => {
  it('"names keep their case, values lose blanks at both ends"', () => {
    assert.deepEqual(cleanHeaders({ 'X-Request-Id': ' a b ', empty: '' }), { 'X-Request-Id': 'a b', empty: '' });
  });

  it('gives a copy', () => {
    const headers = { a: 'b' };
    assert.notEqual(cleanHeaders(headers), headers);
  });

  for (const headers of [{ '': 'x' }, { 'a b': 'x' }, { 'a:': 'x' }, { a: 'x\ry' }, { a: 'x\ny' }, { a: '\0' }]) {
    it(`refuses ${JSON.stringify(headers)}`, () => {
      assert.throws(() => cleanHeaders(headers), { kind: 'invalid_input', param: 'headers' });
    });
  }
});
