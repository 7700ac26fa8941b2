import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fuse, type FusionInput } from '../../src/domain/retrieval/fusion.ts';
import type { ScoredPassage } from '../../src/ports/vector-index.ts';

function scored(id: string, score: number): ScoredPassage {
  return { passage: { id, storeIds: ['s'], fileId: 'f', text: id, position: { start: 0, end: 1 }, attributes: {} }, score };
}

const input = (own: Partial<FusionInput> = {}): FusionInput => ({
  nearest: [scored('a', 0.8), scored('b', 0.4)],
  matching: [scored('c', 10), scored('b', 5)],
  cosines: new Map([
    ['c', 0.2],
    ['b', 0.4],
  ]),
  unrelated: 0,
  alpha: 0.5,
  ...own,
});

const ids = (found: readonly { readonly passage: { readonly id: string } }[]): string[] => found.map(({ passage }) => passage.id);

describe('fuse()', () => {
  it('adds up cosines and shares of the best keyword score', () => {
    const found = fuse('relative', input());
    assert.deepEqual(ids(found), ['c', 'b', 'a']);
    assert.deepEqual(
      found.map(({ score }) => Number(score.toFixed(6))),
      [0.6, 0.45, 0.4],
    );
    assert.deepEqual([found[0]?.vectorScore, found[0]?.keywordScore], [0.2, 1]);
  });

  it('gives keywords less weight when the best passage contains few of the words of the query', () => {
    const little = { ...scored('c', 10), share: 0.1 };
    const found = fuse('relative', input({ nearest: [], cosines: new Map(), matching: [little, { ...scored('b', 5), share: 0.05 }] }));
    assert.deepEqual(
      found.map(({ keywordScore }) => keywordScore),
      [0.25, 0.125],
    );
  });

  it('counts cosines from the level of unrelated texts', () => {
    const found = fuse('relative', input({ alpha: 1, matching: [], cosines: new Map(), unrelated: 0.6 }));
    assert.deepEqual(ids(found), ['a', 'b']);
    assert.ok(Math.abs((found[0]?.score ?? 0) - 0.5) < 1e-9);
    assert.equal(found[1]?.score, 0);
  });

  it('adds up reciprocal ranks', () => {
    const found = fuse('rrf', input({ alpha: 0.75 }));
    assert.deepEqual(ids(found), ['b', 'a', 'c']);
    assert.ok(Math.abs((found[0]?.score ?? 0) - (0.75 * 61) / 62 - (0.25 * 61) / 62) < 1e-9);
    assert.equal(found[1]?.score, 0.75);
  });

  for (const fusion of ['relative', 'rrf'] as const) {
    it(`keeps each list's own order at both ends of alpha by ${fusion}`, () => {
      assert.deepEqual(ids(fuse(fusion, input({ alpha: 0, nearest: [], cosines: new Map() }))), ['c', 'b']);
      assert.deepEqual(ids(fuse(fusion, input({ alpha: 1, matching: [], cosines: new Map() }))), ['a', 'b']);
    });

    it(`gives scores from 0 to 1 by ${fusion}`, () => {
      const found = fuse(fusion, input({ nearest: [scored('a', 1.0001), scored('b', -0.5)], cosines: new Map([['c', -0.9]]) }));
      for (const { score, vectorScore, keywordScore } of found) {
        for (const value of [score, vectorScore, keywordScore]) assert.ok(value >= 0 && value <= 1, String(value));
      }
    });
  }

  it('orders passages of equal score by id', () => {
    const found = fuse('relative', input({ nearest: ['c', 'a', 'b'].map((id) => scored(id, 0.5)), matching: [], cosines: new Map() }));
    assert.deepEqual(ids(found), ['a', 'b', 'c']);
  });
});
