import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { FactChanges, MemoryFact, MemoryStore, MemoryTurn } from '../../src/ports/memory.ts';

const AT = new Date('2025-01-02T03:04:05.678Z');
const LATER = new Date('2025-02-03T04:05:06.789Z');

const turnOf = (id: string, given: Partial<MemoryTurn> = {}): MemoryTurn => ({
  id,
  owner: 'key:ann',
  thread: 't1',
  speaker: 'user',
  text: `I said ${id}. é\u{1F600}`,
  saidAt: AT,
  ...given,
});

const factOf = (id: string, given: Partial<MemoryFact> = {}): MemoryFact => ({
  id,
  owner: 'key:ann',
  thread: 't1',
  text: `Fact ${id} 'quoted'`,
  kind: 'place',
  importance: 0.9,
  validFrom: AT,
  timesSaid: 1,
  lastSaidAt: AT,
  ...given,
});

const changes = (given: Partial<FactChanges>): FactChanges => ({ added: [], confirmed: [], superseded: [], ...given });
const idsOf = (found: readonly { readonly fact: MemoryFact }[]): string[] => found.map(({ fact }) => fact.id);

/** What every store of memory does; `make` opens an empty one. */
export function memoryStoreContract(name: string, make: () => Promise<MemoryStore & Partial<AsyncDisposable>>): void {
  const using = async (work: (store: MemoryStore) => Promise<void>): Promise<void> => {
    const store = await make();
    try {
      await work(store);
    } finally {
      await store[Symbol.asyncDispose]?.();
    }
  };

  describe(name, () => {
    it('gives back turns as they were stored, and ignores a second one of the same id', () =>
      using(async (store) => {
        const turns = [turnOf('turn_1'), turnOf('turn_2', { before: 'What?', speaker: 'assistant' })];
        await store.addTurns(turns);
        await store.addTurns([turnOf('turn_1', { text: 'something else' })]);
        assert.deepEqual(await store.turns('key:ann', ['turn_2', 'turn_1', 'turn_3']), turns.toReversed());
      }));

    it('knows how far every turn is, and which are not finished', () =>
      using(async (store) => {
        await store.addTurns([turnOf('turn_1'), turnOf('turn_2', { owner: 'key:bob' })]);
        assert.equal(await store.turnState('key:ann', 'turn_1'), 'stored');
        assert.equal(await store.turnState('key:ann', 'turn_2'), undefined, 'another owner’s turn is not there');
        await store.applyFacts(turnOf('turn_1'), changes({}));
        assert.equal(await store.turnState('key:ann', 'turn_1'), 'read');
        await store.setIndexed('key:ann', 'turn_1');
        assert.equal(await store.turnState('key:ann', 'turn_1'), 'indexed');
        assert.deepEqual(
          (await store.unfinishedTurns(10)).map(({ id }) => id),
          ['turn_2'],
        );
        assert.deepEqual(
          (await store.unfinishedTurns(10, 'key:bob')).map(({ id }) => id),
          ['turn_2'],
        );
        assert.deepEqual(await store.unfinishedTurns(10, 'key:ann'), []);
      }));

    it('keeps facts with the turns that support them, once however often they are applied', () =>
      using(async (store) => {
        const full = factOf('mem_1', { slot: 'home', date: '2025-01', importance: 0.85 });
        await store.addTurns([turnOf('turn_1'), turnOf('turn_2', { saidAt: LATER })]);
        await store.applyFacts(turnOf('turn_1'), changes({ added: [full] }));
        await store.applyFacts(turnOf('turn_1'), changes({ added: [full] }));
        for (let times = 0; times < 2; times += 1) {
          await store.applyFacts(turnOf('turn_2', { saidAt: LATER }), changes({ confirmed: ['mem_1'] }));
        }
        assert.deepEqual(await store.facts('key:ann', ['mem_1']), [
          { fact: { ...full, timesSaid: 2, lastSaidAt: LATER }, turnIds: ['turn_1', 'turn_2'] },
        ]);
        assert.deepEqual(await store.factsInSlot('key:ann', 'home'), [{ ...full, timesSaid: 2, lastSaidAt: LATER }]);
      }));

    it('names the oldest turns beyond those to keep that are indexed and support no fact', () =>
      using(async (store) => {
        const ids = ['turn_1', 'turn_2', 'turn_3', 'turn_4', 'turn_5'];
        await store.addTurns([turnOf('turn_0', { owner: 'key:bob' }), ...ids.map((id) => turnOf(id))]);
        await store.applyFacts(turnOf('turn_2'), changes({ added: [factOf('mem_1')] }));
        for (const id of ['turn_1', 'turn_2', 'turn_4', 'turn_5']) await store.setIndexed('key:ann', id);
        assert.deepEqual(await store.spentTurns('key:ann', 1, 10), ['turn_1', 'turn_4'], 'turn_2 is evidence, turn_3 is not indexed');
        assert.deepEqual(await store.spentTurns('key:ann', 1, 1), ['turn_1']);
        assert.deepEqual(await store.spentTurns('key:ann', 5, 10), []);
        assert.deepEqual(await store.spentTurns('key:bob', 1, 10), []);
      }));

    it('keeps what was replaced as history, and lists it only when asked', () =>
      using(async (store) => {
        await store.addTurns([turnOf('turn_1'), turnOf('turn_2'), turnOf('turn_3')]);
        await store.applyFacts(turnOf('turn_1'), changes({ added: [factOf('mem_1', { slot: 'home' })] }));
        for (const [turn, id, before] of [
          ['turn_2', 'mem_2', 'mem_1'],
          ['turn_3', 'mem_3', 'mem_2'],
        ] as const) {
          const superseded = [{ id: before, by: id, until: LATER }];
          await store.applyFacts(turnOf(turn), changes({ added: [factOf(id, { slot: 'home' })], superseded }));
        }
        assert.deepEqual(idsOf(await store.history('key:ann', 'mem_3')), ['mem_2', 'mem_1']);
        assert.deepEqual(
          (await store.factsInSlot('key:ann', 'home')).map(({ id }) => id),
          ['mem_3'],
        );
        const query = { owner: 'key:ann', limit: 10 };
        assert.deepEqual(idsOf((await store.listFacts({ ...query, superseded: false })).items), ['mem_3']);
        assert.deepEqual(idsOf((await store.listFacts({ ...query, superseded: true })).items), ['mem_3', 'mem_2', 'mem_1']);
        const [old] = await store.facts('key:ann', ['mem_1']);
        assert.equal(old?.fact.supersededBy, 'mem_2');
        assert.deepEqual(old?.fact.validUntil, LATER);
        assert.deepEqual(
          (await store.factsOfTurn('key:ann', 'turn_3')).map(({ id }) => id),
          ['mem_3', 'mem_2'],
        );
      }));

    it('names the superseded facts that turns support, also those that a turn only confirmed', () =>
      using(async (store) => {
        await store.addTurns([turnOf('turn_1'), turnOf('turn_2'), turnOf('turn_3')]);
        await store.applyFacts(turnOf('turn_1'), changes({ added: [factOf('mem_1'), factOf('mem_2')] }));
        await store.applyFacts(turnOf('turn_2'), changes({ confirmed: ['mem_1'] }));
        const superseded = [{ id: 'mem_1', by: 'mem_3', until: LATER }];
        await store.applyFacts(turnOf('turn_3'), changes({ added: [factOf('mem_3')], superseded }));
        for (const turn of ['turn_1', 'turn_2']) {
          const [past, ...others] = await store.supersededFacts('key:ann', [turn]);
          assert.deepEqual([past?.fact.id, past?.turnIds, others], ['mem_1', ['turn_1', 'turn_2'], []]);
        }
        assert.deepEqual(idsOf(await store.supersededFacts('key:ann', ['turn_1', 'turn_2'])), ['mem_1']);
        assert.deepEqual(await store.supersededFacts('key:ann', ['turn_3']), []);
        assert.deepEqual(await store.supersededFacts('key:ann', []), []);
        assert.deepEqual(await store.supersededFacts('key:bob', ['turn_1']), []);
      }));

    it('pages facts and turns, and refuses a cursor that is none', () =>
      using(async (store) => {
        await store.addTurns(['turn_1', 'turn_2', 'turn_3'].map((id) => turnOf(id)));
        const added = ['mem_1', 'mem_2', 'mem_3'].map((id) => factOf(id, { kind: id === 'mem_2' ? 'work' : 'place' }));
        await store.applyFacts(turnOf('turn_1'), changes({ added }));
        const query = { owner: 'key:ann', limit: 2, superseded: false };
        const first = await store.listFacts(query);
        assert.deepEqual(idsOf(first.items), ['mem_3', 'mem_2']);
        const rest = await store.listFacts({ ...query, cursor: first.nextCursor ?? '' });
        assert.deepEqual(idsOf(rest.items), ['mem_1']);
        assert.equal(rest.nextCursor, undefined);
        assert.deepEqual(idsOf((await store.listFacts({ ...query, kind: 'work' })).items), ['mem_2']);
        assert.deepEqual(idsOf((await store.listFacts({ ...query, thread: 'other' })).items), []);
        const turns = await store.listTurns({ owner: 'key:ann', limit: 2 });
        const others = await store.listTurns({ owner: 'key:ann', limit: 2, cursor: turns.nextCursor ?? '' });
        assert.deepEqual(
          [...turns.items, ...others.items].map(({ id }) => id),
          ['turn_1', 'turn_2', 'turn_3'],
        );
        const isRefused = (error: unknown): boolean => error instanceof ServiceError && error.param === 'cursor';
        await assert.rejects(store.listFacts({ ...query, cursor: 'x' }), isRefused);
        await assert.rejects(store.listTurns({ owner: 'key:ann', limit: 2, cursor: 'x' }), isRefused);
      }));

    it('never gives or changes what belongs to another owner', () =>
      using(async (store) => {
        await store.addTurns([turnOf('turn_1'), turnOf('turn_2', { owner: 'key:bob' })]);
        await store.applyFacts(turnOf('turn_1'), changes({ added: [factOf('mem_1', { slot: 'home' })] }));
        const bob = turnOf('turn_2', { owner: 'key:bob' });
        const superseded = [{ id: 'mem_1', by: 'mem_2', until: LATER }];
        await store.applyFacts(bob, changes({ added: [factOf('mem_2', { owner: 'key:bob' })], confirmed: ['mem_1'], superseded }));
        assert.deepEqual(await store.facts('key:ann', ['mem_1', 'mem_2']), [
          { fact: factOf('mem_1', { slot: 'home' }), turnIds: ['turn_1'] },
        ]);
        assert.deepEqual(idsOf(await store.facts('key:bob', ['mem_1', 'mem_2'])), ['mem_2']);
        assert.deepEqual(await store.turns('key:bob', ['turn_1']), []);
        assert.deepEqual(await store.factsInSlot('key:bob', 'home'), []);
        assert.deepEqual(await store.factsOfTurn('key:bob', 'turn_1'), []);
        assert.deepEqual(idsOf((await store.listFacts({ owner: 'key:bob', limit: 10, superseded: true })).items), ['mem_2']);
        await store.remove('key:bob', { facts: ['mem_1'], turns: ['turn_1'] });
        assert.deepEqual(await store.removeOwner('key:bob'), { facts: 1, turns: 1 });
        assert.equal((await store.facts('key:ann', ['mem_1'])).length, 1);
        assert.equal((await store.turns('key:ann', ['turn_1'])).length, 1);
      }));

    it('removes facts and turns, and nothing is added to a turn that is gone', () =>
      using(async (store) => {
        await store.addTurns([turnOf('turn_1'), turnOf('turn_2')]);
        await store.applyFacts(turnOf('turn_1'), changes({ added: [factOf('mem_1'), factOf('mem_2')] }));
        await store.applyFacts(turnOf('turn_2'), changes({ confirmed: ['mem_2'] }));
        await store.remove('key:ann', { facts: ['mem_1'], turns: ['turn_1'] });
        assert.deepEqual(idsOf(await store.facts('key:ann', ['mem_1', 'mem_2'])), ['mem_2']);
        assert.deepEqual((await store.facts('key:ann', ['mem_2']))[0]?.turnIds, ['turn_2']);
        await store.applyFacts(turnOf('turn_1'), changes({ added: [factOf('mem_3')] }));
        assert.deepEqual(await store.facts('key:ann', ['mem_3']), []);
        assert.deepEqual(await store.removeOwner('key:ann'), { facts: 1, turns: 1 });
        assert.deepEqual(await store.removeOwner('key:ann'), { facts: 0, turns: 0 });
      }));
  });
}
