import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { Passage, ScoredPassage, VectorIndex } from '../../src/ports/vector-index.ts';

export const DIMENSIONS = 32;

/** An index and how to open what it has stored once more. Without `reopen` it keeps nothing. */
export interface IndexUnderTest extends AsyncDisposable {
  readonly index: VectorIndex;
  readonly reopen?: () => Promise<VectorIndex>;
}

/** A unit vector that leans from one axis towards another. */
export function leaning(axis: number, towards = axis, by = 0): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  vector[axis] = Math.cos(by);
  if (towards !== axis) vector[towards] = Math.sin(by);
  return vector;
}

/** A passage of the file `file` in the store `store`, with everything else overridable. */
export function passage(id: string, text: string, own: Partial<Passage> = {}): Passage {
  return {
    id,
    storeIds: ['store'],
    fileId: 'file',
    text,
    position: { start: 0, end: text.length },
    attributes: {},
    embedding: leaning(0),
    ...own,
  };
}

const idsOf = (found: readonly ScoredPassage[]): string[] => found.map((one) => one.passage.id);

/** What every vector index must do. Each test starts with an empty one. */
export function vectorIndexContract(name: string, open: () => Promise<IndexUnderTest>): void {
  describe(name, () => {
    let opened: IndexUnderTest;
    let index: VectorIndex;
    before(async () => {
      opened = await open();
      index = opened.index;
    });
    beforeEach(async () => {
      for (const store of ['store', 'other', 'hers', 'it\'s "odd" AND *']) await index.deleteStore(store);
    });
    after(() => opened[Symbol.asyncDispose]());

    const near = (storeIds: readonly string[] = ['store'], limit = 10) => index.nearest(storeIds, leaning(0), { limit });

    it('gives the passages nearest in meaning with their cosines, best first', async () => {
      await index.upsert([
        passage('far', 'c', { embedding: leaning(5) }),
        passage('nearer', 'b', { embedding: leaning(0, 1, 0.3) }),
        passage('nearest', 'a', { embedding: leaning(0, 1, 0.1), position: { page: 3, start: 7, end: 8 }, attributes: { year: 2020 } }),
      ]);
      const found = await near();
      assert.deepEqual(idsOf(found), ['nearest', 'nearer', 'far']);
      found.forEach(({ score }, place) => assert.ok(Math.abs(score - [Math.cos(0.1), Math.cos(0.3), 0][place]!) < 1e-6));
      assert.deepEqual(found[0]?.passage, {
        id: 'nearest',
        storeIds: ['store'],
        fileId: 'file',
        text: 'a',
        position: { page: 3, start: 7, end: 8 },
        attributes: { year: 2020 },
      });
    });

    it('gives the same nearest passages as comparing every one', async () => {
      const random = createRandom();
      const all = Array.from({ length: 600 }, (_, number) => passage(`p${number}`, 'x', { embedding: randomUnit(random) }));
      for (let start = 0; start < all.length; start += 300) await index.upsert(all.slice(start, start + 300));
      for (let turn = 0; turn < 5; turn += 1) {
        const query = randomUnit(random);
        const exact = all
          .map(({ id, embedding }) => ({ id, score: embedding.reduce((sum, value, at) => sum + value * query[at]!, 0) }))
          .toSorted((left, right) => right.score - left.score);
        const found = await index.nearest(['store'], query, { limit: 10 });
        assert.deepEqual(
          idsOf(found),
          exact.slice(0, 10).map(({ id }) => id),
        );
      }
    });

    it('orders passages of equal score by id', async () => {
      await index.upsert(['d', 'b', 'c', 'a'].map((id) => passage(id, 'same words')));
      assert.deepEqual(idsOf(await near(['store'], 3)), ['a', 'b', 'c']);
      assert.deepEqual(idsOf(await index.matching(['store'], 'words', { limit: 3 })), ['a', 'b', 'c']);
    });

    it('gives the passages that hold any of the words, rarer words first', async () => {
      await index.upsert([
        passage('both', 'a heron and a pelican'),
        passage('one', 'the pelican eats fish'),
        passage('other', 'another pelican sleeps'),
        passage('more', 'a pelican again'),
        passage('none', 'nothing of the kind'),
      ]);
      const found = await index.matching(['store'], 'which heron, which pelican?', { limit: 10 });
      assert.equal(found[0]?.passage.id, 'both');
      assert.deepEqual(idsOf(found).toSorted(), ['both', 'more', 'one', 'other']);
      for (const { score } of found) assert.ok(score > 0);
    });

    it('finds words whatever their form, case and accents', async () => {
      await index.upsert([passage('here', 'The Naïve LIBRARIES of Élan')]);
      for (const asked of ['naive', 'naïve', 'library', 'ELAN', 'élan']) {
        assert.deepEqual(idsOf(await index.matching(['store'], asked, { limit: 5 })), ['here'], asked);
      }
    });

    it('says how much of what was asked for a passage holds', async () => {
      const others = Array.from({ length: 30 }, (_, number) => passage(`x${number}`, `some other words ${number}`));
      await index.upsert([...others, passage('all', 'a heron and a pelican here'), passage('half', 'one pelican all on its own')]);
      const [all, half] = await index.matching(['store'], 'heron pelican', { limit: 2 });
      assert.ok(all!.share! > 0.8 && all!.share! < 1.5, String(all!.share));
      assert.ok(half!.share! > 0.2 && half!.share! < 0.6, String(half!.share));
      const [lost] = await index.matching(['store'], 'pelican zebra giraffe élan', { limit: 1 });
      assert.ok(lost!.share! < 0.35, String(lost!.share));
    });

    it('looks for words in searchText when there is one', async () => {
      await index.upsert([passage('titled', 'It opens at nine.', { searchText: 'Museum\n\nIt opens at nine.' })]);
      const [found] = await index.matching(['store'], 'museum', { limit: 1 });
      assert.equal(found?.passage.text, 'It opens at nine.');
    });

    for (const text of [
      '"',
      'NOT',
      'a AND',
      'words : x',
      'scope:store',
      'x*',
      '(',
      "'; DROP TABLE passages; --",
      'NEAR(a b, 2)',
      '^x',
      '-x',
      '\0',
      '💥',
      ' ',
      'the of and',
    ]) {
      it(`reads ${JSON.stringify(text)} as words, not as syntax`, async () => {
        await index.upsert([passage('here', 'NOT AND scope NEAR words')]);
        await index.matching(['store'], text, { limit: 5 });
        assert.deepEqual(await index.count(['store']), { passages: 1, files: 1 });
      });
    }

    it('takes a query of any length', async () => {
      await index.upsert([passage('here', 'needle in a haystack')]);
      const long = `needle ${Array.from({ length: 50_000 }, (_, number) => `word${number}`).join(' ')}`;
      assert.deepEqual(idsOf(await index.matching(['store'], long, { limit: 5 })), ['here']);
    });

    it('gives cosines of passages by id and leaves out unknown ones', async () => {
      await index.upsert([passage('a', 'x', { embedding: leaning(0, 1, 0.5) }), passage('b', 'y', { embedding: leaning(3) })]);
      const cosines = await index.similarities(['b', 'absent', 'a'], leaning(0));
      assert.deepEqual([...cosines.keys()].toSorted(), ['a', 'b']);
      assert.ok(Math.abs(cosines.get('a')! - Math.cos(0.5)) < 1e-6 && Math.abs(cosines.get('b')!) < 1e-6);
    });

    it('finds a passage in each of its stores and in no other', async () => {
      await index.upsert([passage('mine', 'pelican'), passage('both', 'pelican', { storeIds: ['hers', 'store'] })]);
      assert.deepEqual(idsOf(await near(['hers'])), ['both']);
      assert.deepEqual(idsOf(await near(['store', 'hers'])), ['both', 'mine']);
      assert.deepEqual(idsOf(await index.matching(['hers'], 'pelican', { limit: 5 })), ['both']);
      assert.deepEqual(idsOf(await near(['stor'])), []);
      assert.deepEqual(idsOf(await near([])), []);
      assert.deepEqual(idsOf(await index.matching([], 'pelican', { limit: 5 })), []);
    });

    it('keeps stores with odd names apart', async () => {
      await index.upsert([passage('odd', 'pelican', { storeIds: ['it\'s "odd" AND *'] }), passage('plain', 'pelican')]);
      assert.deepEqual(idsOf(await index.matching(['it\'s "odd" AND *'], 'pelican', { limit: 5 })), ['odd']);
      assert.deepEqual(idsOf(await near(['it\'s "odd" AND *'])), ['odd']);
    });

    it('applies a filter before ranking', async () => {
      const many = Array.from({ length: 700 }, (_, number) =>
        passage(`p${String(number).padStart(3, '0')}`, 'pelican', { attributes: { number } }),
      );
      for (let start = 0; start < many.length; start += 350) await index.upsert(many.slice(start, start + 350));
      await index.upsert([passage('wanted', 'a pelican that is far down', { embedding: leaning(9), attributes: { number: 5000 } })]);
      const filter = { type: 'gt', key: 'number', value: 1000 } as const;
      assert.deepEqual(idsOf(await index.nearest(['store'], leaning(0), { limit: 2, filter })), ['wanted']);
      assert.deepEqual(idsOf(await index.matching(['store'], 'pelican', { limit: 2, filter })), ['wanted']);
      assert.deepEqual(await index.count(['store'], filter), { passages: 1, files: 1 });
      const nothing = { type: 'eq', key: 'number', value: '5000' } as const;
      assert.deepEqual(idsOf(await index.nearest(['store'], leaning(0), { limit: 2, filter: nothing })), []);
      assert.deepEqual(idsOf(await index.matching(['store'], 'pelican', { limit: 2, filter: nothing })), []);
    });

    it('replaces a passage of a known id', async () => {
      await index.upsert([passage('a', 'heron', { storeIds: ['other'] })]);
      await index.upsert([passage('a', 'pelican', { embedding: leaning(2), attributes: { version: 2 } })]);
      assert.deepEqual(await near(['other']), []);
      assert.deepEqual(await index.matching(['store', 'other'], 'heron', { limit: 5 }), []);
      const [found] = await index.nearest(['store'], leaning(2), { limit: 1 });
      assert.equal(found?.passage.text, 'pelican');
      assert.deepEqual(found?.passage.attributes, { version: 2 });
      assert.deepEqual(await index.count(), { passages: 1, files: 1 });
    });

    it("replaces the attributes of a file's passages in one store", async () => {
      await index.upsert([
        passage('a', 'x', { attributes: { lang: 'en' } }),
        passage('b', 'x', { fileId: 'another', attributes: { lang: 'en' } }),
      ]);
      await index.setAttributes('file', 'store', { lang: 'de', draft: true });
      await index.setAttributes('another', 'elsewhere', { lang: 'fr' });
      const filter = (value: string) => ({ type: 'eq', key: 'lang', value }) as const;
      assert.deepEqual(idsOf(await index.nearest(['store'], leaning(0), { limit: 5, filter: filter('de') })), ['a']);
      assert.deepEqual(idsOf(await index.nearest(['store'], leaning(0), { limit: 5, filter: filter('en') })), ['b']);
    });

    it('takes a file out of one store, and out of all', async () => {
      await index.upsert([
        passage('a', 'pelican', { storeIds: ['other', 'store'] }),
        passage('b', 'pelican', { storeIds: ['other', 'store'], fileId: 'stays' }),
      ]);
      assert.equal(await index.deleteFile('file', 'store'), 1);
      assert.deepEqual(idsOf(await near()), ['b']);
      assert.deepEqual(idsOf(await near(['other'])), ['a', 'b']);
      assert.equal(await index.deleteFile('file'), 1);
      assert.equal(await index.deleteFile('file'), 0);
      assert.deepEqual(idsOf(await near(['other'])), ['b']);
      assert.deepEqual(idsOf(await index.matching(['other', 'store'], 'pelican', { limit: 5 })), ['b']);
    });

    it('takes everything out of a store, however differently it is marked', async () => {
      const marked = Array.from({ length: 600 }, (_, number) => passage(`m${number}`, 'pelican', { attributes: { number } }));
      for (let start = 0; start < marked.length; start += 300) await index.upsert(marked.slice(start, start + 300));
      await index.upsert([passage('both', 'pelican', { storeIds: ['other', 'store'] })]);
      assert.equal(await index.deleteStore('store'), 601);
      assert.deepEqual(await index.count(['store']), { passages: 0, files: 0 });
      assert.deepEqual(idsOf(await near(['store', 'other'])), ['both']);
    });

    it('counts passages and files', async () => {
      await index.upsert([passage('a', 'x'), passage('b', 'x'), passage('c', 'x', { fileId: 'second', storeIds: ['other'] })]);
      assert.deepEqual(await index.count(), { passages: 3, files: 2 });
      assert.deepEqual(await index.count(['store']), { passages: 2, files: 1 });
      assert.deepEqual(await index.count(['store', 'other']), { passages: 3, files: 2 });
      assert.deepEqual(await index.count(undefined, { type: 'ne', key: 'x', value: 1 }), { passages: 3, files: 2 });
    });

    it('refuses an embedding of other dimensions and stores nothing of that call', async () => {
      const isRefused = (error: unknown) => error instanceof ServiceError && error.kind === 'invalid_input';
      await assert.rejects(index.upsert([passage('good', 'x'), passage('bad', 'x', { embedding: new Float32Array(3) })]), isRefused);
      await assert.rejects(index.nearest(['store'], new Float32Array(3), { limit: 1 }), isRefused);
      assert.deepEqual(await index.count(), { passages: 0, files: 0 });
    });

    it('rejects with the reason of a signal that has aborted', async () => {
      const reason = new Error('left');
      await assert.rejects(index.nearest(['store'], leaning(0), { limit: 1, signal: AbortSignal.abort(reason) }), reason);
    });

    it('stays right while writes and searches overlap', async () => {
      const add = async (part: number): Promise<void> => {
        await index.upsert(Array.from({ length: 50 }, (_, number) => passage(`${part}-${number}`, 'pelican', { fileId: `f${part}` })));
        assert.equal(
          (await index.nearest(['store'], leaning(0), { limit: 1000 })).filter((one) => one.passage.fileId === `f${part}`).length,
          50,
        );
        if (part % 2 === 0) await index.deleteFile(`f${part}`);
      };
      await Promise.all(Array.from({ length: 8 }, (_, part) => add(part)));
      assert.equal((await index.nearest(['store'], leaning(0), { limit: 1000 })).length, 200);
      assert.equal((await index.matching(['store'], 'pelican', { limit: 1000 })).length, 200);
    });

    it('gives back what stands above a passage in its source, and the headings within it', async () => {
      const above = { headings: ['Leave', 'A "b" > c'], header: 'Country | Days', titles: [{ at: 7, level: 3 }] };
      await index.upsert([
        passage('below', 'Some\n\nPoland | 26', above),
        passage('alone', 'Some', { embedding: leaning(1), headings: [], titles: [] }),
      ]);
      const found = (await near())[0]?.passage ?? assert.fail('nothing was found');
      assert.deepEqual([found.headings, found.header, found.titles], [above.headings, above.header, above.titles]);
      const alone = (await index.matching(['store'], 'some', { limit: 2 })).find(({ passage: { id } }) => id === 'alone')?.passage;
      assert.deepEqual([alone?.headings, alone?.header, alone?.titles], [undefined, undefined, undefined]);
    });

    it('is whole when no other model has embedded any of its passages', async () => {
      assert.equal(await index.isWhole(), true);
      await index.upsert([passage('a', 'x')]);
      assert.equal(await index.isWhole(), true);
    });

    it('gives the same after it was opened again', async () => {
      const random = createRandom();
      await index.upsert(
        Array.from({ length: 300 }, (_, number) =>
          passage(`r${number}`, `pelican ${number % 7}`, {
            embedding: randomUnit(random),
            attributes: { part: number % 3 },
            fileId: `f${number % 5}`,
          }),
        ),
      );
      await index.deleteFile('f1');
      await index.setAttributes('f2', 'store', { part: 0 });
      const filter = { type: 'eq', key: 'part', value: 0 } as const;
      const ask = async (from: VectorIndex) => [
        await from.nearest(['store'], leaning(1), { limit: 20, filter }),
        await from.matching(['store'], 'pelican 3', { limit: 20, filter }),
        await from.count(['store'], filter),
      ];
      const before = await ask(index);
      if (opened.reopen !== undefined) index = await opened.reopen();
      assert.deepEqual(await ask(index), before);
    });
  });
}

/** Numbers from 0 to below 1, the same in every run. */
export function createRandom(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

function randomUnit(random: () => number): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
