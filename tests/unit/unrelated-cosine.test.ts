import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unrelatedCosine } from '../../src/domain/retrieval/unrelated-cosine.ts';
import type { Embedder } from '../../src/ports/embedder.ts';

/** Queries and passages that stand at this cosine. */
const standing = (cosine: number): Embedder => ({
  model: 'fixed',
  dimensions: 2,
  embed: async (texts, { as }) =>
    texts.map(() => (as === 'query' ? Float32Array.of(1, 0) : Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2)))),
});

describe('unrelatedCosine()', () => {
  it('is the cosine of queries and passages that have nothing in common', async () => {
    assert.ok(Math.abs((await unrelatedCosine(standing(0.7))) - 0.7) < 1e-6);
  });

  it('is never below 0', async () => {
    assert.equal(await unrelatedCosine(standing(-0.2)), 0);
  });

  it('is 0 for an embedder that holds everything for the same', async () => {
    assert.equal(await unrelatedCosine(standing(1)), 0);
  });
});
