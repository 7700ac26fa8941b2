import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeCursor, encodeCursor } from '../../src/core/cursor.ts';
import { fc } from '../draws.ts';

describe('cursors', () => {
  it('come back as they were, as base64url text', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.string({ unit: 'binary', maxLength: 60 }), (number, text) => {
        const cursor = encodeCursor([number, text]);
        assert.match(cursor, /^[A-Za-z0-9_-]+$/);
        assert.deepEqual(decodeCursor(cursor, [0, '']), [number === 0 ? 0 : number, text]);
      }),
    );
  });

  it('"throws invalid_input with param cursor for anything that encodeCursor did not make"', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        assert.throws(() => decodeCursor(text, [0, '', 0]), { kind: 'invalid_input', param: 'cursor' });
      }),
    );
    for (const key of [[], [1], ['a', 1], [1, 'a', 2]]) {
      assert.throws(() => decodeCursor(encodeCursor(key), [0, '']), { kind: 'invalid_input', param: 'cursor' });
    }
  });

  it('hold no number that is larger than any, which no store can compare with', () => {
    for (const text of ['[1e999,"a"]', '[-1e999,"a"]']) {
      const forged = btoa(text).replaceAll('=', '');
      assert.throws(() => decodeCursor(forged, [0, '']), { kind: 'invalid_input', param: 'cursor' });
    }
  });
});
