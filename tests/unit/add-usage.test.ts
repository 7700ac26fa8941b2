import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addUsage } from '../../src/domain/reasoning/add-usage.ts';

describe('addUsage()', () => {
  it('adds what both count, and details that at least one of them counts', () => {
    const one = { promptTokens: 5, completionTokens: 3, cachedTokens: 2, reasoningTokens: 1 };
    const other = { promptTokens: 7, completionTokens: 4, cachedTokens: 6 };
    assert.deepEqual(addUsage(one, other), { promptTokens: 12, completionTokens: 7, cachedTokens: 8, reasoningTokens: 1 });
  });

  it('has no details that nobody counts', () => {
    const usage = { promptTokens: 1, completionTokens: 2 };
    assert.deepEqual(addUsage(usage, usage), { promptTokens: 2, completionTokens: 4 });
  });
});
