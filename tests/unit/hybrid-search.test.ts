import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createInMemoryVectorIndex } from '../../src/adapters/in-memory/vector-index.ts';
import { ServiceError } from '../../src/core/errors.ts';
import type { FusedPassage } from '../../src/domain/retrieval/fusion.ts';
import { createHybridSearch, type HybridSearch, type HybridSearchDeps } from '../../src/domain/retrieval/hybrid-search.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Passage, VectorIndex } from '../../src/ports/vector-index.ts';

const TOPICS: readonly (readonly string[])[] = [
  ['cat', 'kitten', 'feline'],
  ['dog', 'puppy', 'canine'],
  ['car', 'automobile', 'vehicle'],
];

/** Words of one topic mean the same; the last dimension is for everything else. */
const embedder: Embedder = {
  model: 'topics',
  dimensions: TOPICS.length + 1,
  embed: async (texts) =>
    texts.map((text) => {
      const words = text.toLowerCase().split(/\W+/);
      const counts = TOPICS.map((topic) => words.filter((word) => topic.includes(word)).length);
      const vector = Float32Array.from([...counts, 0.5]);
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    }),
};

const silentEmbedder: Embedder = { ...embedder, embed: () => assert.fail('nothing is to be embedded') };

let index: VectorIndex;
let search: HybridSearch;

async function add(id: string, text: string, own: Partial<Passage> = {}): Promise<void> {
  const [embedding = new Float32Array(0)] = await embedder.embed([text], { as: 'passage' });
  await index.upsert([
    { id, storeIds: ['s'], fileId: id, text, position: { start: 0, end: text.length }, attributes: {}, embedding, ...own },
  ]);
}

const make = (own: Partial<HybridSearchDeps> = {}): HybridSearch => createHybridSearch({ index, embedder, ...own });
const ids = (found: readonly FusedPassage[]): string[] => found.map(({ passage }) => passage.id);
const refuses = (param: string) => (error: unknown) =>
  error instanceof ServiceError && error.kind === 'invalid_input' && error.param === param;

beforeEach(async () => {
  index = createInMemoryVectorIndex({ dimensions: embedder.dimensions });
  search = make();
  await add('kitten', 'a kitten sleeps', { attributes: { year: 1 } });
  await add('puppy', 'the puppy barks at a mouse', { attributes: { year: 2 } });
  await add('car', 'an automobile in the rain', { attributes: { year: 3 } });
});

describe('createHybridSearch()', () => {
  it('puts a passage that says what something is further up where that is asked, and nowhere else', async () => {
    await add('names', 'Automobile clubs. Automobile races. Automobile history.');
    await add('more', 'Automobile clubs. Automobile races. Automobile prices.');
    await add('about', 'Drawings of wheels and of engines. An automobile is a machine with an engine. It was first built in 1885.');
    const placeFor = async (query: string): Promise<number> => ids(await search(query, { storeIds: ['s'], limit: 9 })).indexOf('about');
    assert.equal(await placeFor('automobile'), 3);
    assert.ok((await placeFor('What is an automobile?')) < 3);
  });

  it('finds a passage by meaning that has no word in common with the query', async () => {
    const [first] = await search('feline', { storeIds: ['s'], limit: 1 });
    assert.equal(first?.passage.id, 'kitten');
    assert.equal(first.keywordScore, 0);
    assert.ok(first.vectorScore > 0.9);
  });

  it('searches by keyword alone at alpha 0, and embeds nothing', async () => {
    const found = await make({ embedder: silentEmbedder })('mouse', { storeIds: ['s'], limit: 5, alpha: 0 });
    assert.deepEqual(ids(found), ['puppy']);
    assert.equal(found[0]?.score, 1);
  });

  for (const alpha of [undefined, 0.5, 1]) {
    it(`searches by keyword alone while the index is not whole, at alpha ${alpha ?? 'by default'}, and embeds nothing`, async () => {
      const partial: VectorIndex = { ...index, isWhole: async () => false, nearest: () => assert.fail('some have no vectors') };
      const find = make({ index: partial, embedder: silentEmbedder });
      const found = await find('mouse', { storeIds: ['s'], limit: 5, ...(alpha === undefined ? {} : { alpha }) });
      assert.deepEqual([ids(found), found[0]?.score], [['puppy'], 1]);
    });
  }

  it('searches by meaning alone at alpha 1', async () => {
    const found = await search('cat mouse', { storeIds: ['s'], limit: 5, alpha: 1 });
    assert.equal(ids(found)[0], 'kitten');
    assert.equal(found.length, 3);
  });

  it('combines both at alphas in between', async () => {
    const low = await search('cat mouse', { storeIds: ['s'], limit: 5, alpha: 0.1 });
    const high = await search('cat mouse', { storeIds: ['s'], limit: 5, alpha: 0.9 });
    assert.equal(ids(low)[0], 'puppy');
    assert.equal(ids(high)[0], 'kitten');
  });

  it('scores the meaning of a passage that only the keyword search found', async () => {
    const found = await make({ defaults: { candidates: 1 } })('cat puppy puppy barks', { storeIds: ['s'], limit: 1, alpha: 0.5 });
    assert.ok((found[0]?.vectorScore ?? 0) > 0);
  });

  for (const [param, options] of [
    ['limit', { limit: 0 }],
    ['limit', { limit: 1.5 }],
    ['hybrid_alpha', { limit: 1, alpha: 1.1 }],
    ['hybrid_alpha', { limit: 1, alpha: Number.NaN }],
    ['score_threshold', { limit: 1, scoreThreshold: -0.1 }],
  ] as const) {
    it(`refuses ${JSON.stringify(options)}, naming ${param}`, async () => {
      await assert.rejects(search('x', { storeIds: ['s'], ...options }), refuses(param));
    });
  }

  it('looks only at passages that pass the filter', async () => {
    const found = await search('feline', { storeIds: ['s'], limit: 5, filter: { type: 'gte', key: 'year', value: 2 } });
    assert.deepEqual(ids(found).toSorted(), ['car', 'puppy']);
  });

  it('finds nothing for an empty query or no stores', async () => {
    assert.deepEqual(await search(' \n', { storeIds: ['s'], limit: 5 }), []);
    assert.deepEqual(await search('cat', { storeIds: [], limit: 5 }), []);
  });

  it('leaves out passages below the threshold, however small the store is and however many results may come', async () => {
    await add('kitten-2', 'it rains on the automobile', { fileId: 'kitten' });
    for (const limit of [1, 2, 4, 10]) {
      const found = await search('kitten', { storeIds: ['s'], limit, scoreThreshold: 0.8 });
      assert.deepEqual(ids(found), ['kitten']);
      assert.deepEqual(await search('summarise this file', { storeIds: ['s'], limit, scoreThreshold: 0.99 }), []);
    }
  });

  it('puts the best passages into the order that a reranker says', async () => {
    const read: string[][] = [];
    const reranker = {
      model: 'rains',
      rerank: async (_query: string, texts: readonly string[]) => {
        read.push([...texts]);
        return texts.map((text) => (text.includes('rain') ? 0.9 : 0.1));
      },
    };
    const found = await make({ reranker, defaults: { rerankCandidates: 3 } })('feline', { storeIds: ['s'], limit: 2 });
    assert.equal(found[0]?.passage.id, 'car');
    assert.equal(found[0].score, 0.9);
    assert.equal(found.length, 2);
    assert.equal(read[0]?.length, 3);
    assert.deepEqual(await make({ reranker })('feline', { storeIds: ['elsewhere'], limit: 2 }), []);
  });

  it('gives the same results twice, in the same order', async () => {
    for (let number = 0; number < 30; number += 1) await add(`same-${number}`, 'a cat and a mouse');
    const ask = () => search('cat mouse', { storeIds: ['s'], limit: 10 });
    assert.deepEqual(await ask(), await ask());
  });

  it('passes on a signal that has aborted', async () => {
    const reason = new Error('left');
    await assert.rejects(search('cat', { storeIds: ['s'], limit: 1, signal: AbortSignal.abort(reason) }), reason);
  });

  it('searches again after the embedder failed once', async () => {
    let failures = 1;
    const flaky: Embedder = {
      ...embedder,
      embed: (texts, options) => {
        if (options.as === 'passage' && failures > 0) {
          failures -= 1;
          return Promise.reject(new ServiceError('timeout', 'late'));
        }
        return embedder.embed(texts, options);
      },
    };
    const own = make({ embedder: flaky });
    await assert.rejects(own('feline', { storeIds: ['s'], limit: 1 }));
    assert.deepEqual(ids(await own('feline', { storeIds: ['s'], limit: 1 })), ['kitten']);
  });
});
