import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRetryAfter } from '../../src/core/retry-after.ts';

describe('readRetryAfter()', () => {
  const now = new Date('2026-01-02T03:04:05Z');
  for (const [value, seconds] of [
    ['7', 7],
    [' 0 ', 0],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60],
    ['Fri, 02 Jan 2026 03:00:00 GMT', 0],
    ['Friday, 02-Jan-26 03:05:05 GMT', 60],
    ['Fri Jan  2 03:05:05 2026 GMT', 60],
    ['0.5', 1],
    ['20.000', 20],
    ['soon', undefined],
    ['-3', undefined],
    ['-1x', undefined],
    ['5, 6', undefined],
    ['Monday or later', undefined],
    [null, undefined],
  ] as const) {
    it(`reads ${JSON.stringify(value)} as ${seconds}`, () => assert.equal(readRetryAfter(value, now), seconds));
  }
});
