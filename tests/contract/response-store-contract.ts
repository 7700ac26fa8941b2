import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResponseStore, StoredResponse } from '../../src/ports/response-store.ts';
import type { Clock } from '../../src/ports/system.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-system.ts';

/** How many responses of an owner, and how old ones, the stores under test keep. */
export const KEPT = { maxPerOwner: 3, maxAgeMs: 60_000 };

/** A completed response of the owner `a`, made now. */
export const responseOf = (id: string, clock: Clock, given: Partial<StoredResponse> = {}): StoredResponse => ({
  id,
  owner: 'a',
  status: 'completed',
  createdAt: clock.now(),
  body: `{"id":"${id}","text":"é\u{1F600}"}`,
  input: '[]',
  itemIds: [`in-${id}`, `out-${id}`],
  steps: '["x"]',
  ...given,
});

/** What every store of responses does; `make` opens an empty one that keeps what `KEPT` says. */
export function responseStoreContract(name: string, make: (clock: ManualClock) => Promise<ResponseStore & Partial<AsyncDisposable>>): void {
  const using = async (work: (store: ResponseStore, clock: ManualClock) => Promise<void>): Promise<void> => {
    const clock = createManualClock();
    const store = await make(clock);
    try {
      await work(store, clock);
    } finally {
      await store[Symbol.asyncDispose]?.();
    }
  };

  describe(name, () => {
    it('gives back a response as it was made, to its owner alone', () =>
      using(async (store, clock) => {
        const response = responseOf('1', clock, { previous: '0', aliveUntil: new Date(clock.now().getTime() + 5) });
        await store.create(response);
        assert.deepEqual(await store.get('a', '1'), response);
        assert.equal(await store.get('b', '1'), undefined);
        assert.equal(await store.get('a', '2'), undefined);
      }));

    it('changes an unfinished response, and a finished one no more', () =>
      using(async (store, clock) => {
        await store.create(responseOf('1', clock, { status: 'queued', steps: '[]' }));
        const change = { id: '1', status: 'completed' as const, body: '{}', itemIds: ['new'], steps: '[1]' };
        assert.equal(await store.update(change), true);
        const stored = await store.get('a', '1');
        assert.deepEqual([stored?.status, stored?.body, stored?.itemIds, stored?.steps], ['completed', '{}', ['new'], '[1]']);
        assert.equal(await store.update({ ...change, status: 'cancelled' }), false);
        assert.equal((await store.get('a', '1'))?.status, 'completed');
        assert.equal(await store.update({ ...change, id: '2' }), false);
      }));

    it('takes signs of life of unfinished responses, and says which are still unfinished', () =>
      using(async (store, clock) => {
        await store.create(responseOf('1', clock, { status: 'in_progress' }));
        await store.create(responseOf('2', clock));
        const until = new Date(clock.now().getTime() + 1000);
        assert.deepEqual(await store.keepAlive(['1', '2', '3'], until), ['1']);
        assert.deepEqual((await store.get('a', '1'))?.aliveUntil, until);
        assert.equal((await store.get('a', '2'))?.aliveUntil, undefined);
      }));

    it('gives a response with those it goes on from, oldest first, without steps, up to a limit', () =>
      using(async (store, clock) => {
        await store.create(responseOf('1', clock));
        await store.create(responseOf('2', clock, { previous: '1' }));
        await store.create(responseOf('3', clock, { previous: '2' }));
        const ids = async (id: string, limit: number, owner = 'a'): Promise<string[]> =>
          (await store.chain(owner, id, limit)).map((row) => row.id);
        assert.deepEqual(await ids('3', 10), ['1', '2', '3']);
        assert.deepEqual(await ids('3', 2), ['2', '3']);
        assert.deepEqual(await ids('1', 10), ['1']);
        assert.deepEqual(await ids('9', 10), []);
        assert.deepEqual(await ids('3', 10, 'b'), []);
        assert.ok((await store.chain('a', '3', 10)).every((row) => row.steps === undefined));
      }));

    it('never goes on into another owner’s response', () =>
      using(async (store, clock) => {
        await store.create(responseOf('1', clock, { owner: 'b' }));
        await store.create(responseOf('2', clock, { previous: '1' }));
        assert.deepEqual(
          (await store.chain('a', '2', 10)).map(({ id }) => id),
          ['2'],
        );
      }));

    it('finds a response by an item of its owner, also by one that came with an update', () =>
      using(async (store, clock) => {
        await store.create(responseOf('1', clock, { status: 'queued' }));
        await store.update({ id: '1', status: 'completed', body: '{}', itemIds: ['in-1', 'later'], steps: '[]' });
        assert.equal((await store.withItem('a', 'in-1'))?.id, '1');
        assert.equal((await store.withItem('a', 'later'))?.id, '1');
        assert.equal(await store.withItem('b', 'later'), undefined);
        assert.equal(await store.withItem('a', 'none'), undefined);
      }));

    it('deletes a response once, for its owner alone', () =>
      using(async (store, clock) => {
        await store.create(responseOf('1', clock));
        assert.equal(await store.delete('b', '1'), false);
        assert.equal(await store.delete('a', '1'), true);
        assert.equal(await store.delete('a', '1'), false);
        assert.equal(await store.get('a', '1'), undefined);
        assert.equal(await store.withItem('a', 'in-1'), undefined);
      }));

    it('forgets the oldest responses of an owner over the limit, and none of another owner', () =>
      using(async (store, clock) => {
        await store.create(responseOf('other', clock, { owner: 'b' }));
        for (const id of ['1', '2', '3', '4']) await store.create(responseOf(id, clock));
        const kept = await Promise.all(['1', '2', '3', '4'].map(async (id) => (await store.get('a', id)) !== undefined));
        assert.deepEqual(kept, [false, true, true, true]);
        assert.notEqual(await store.get('b', 'other'), undefined);
      }));

    it('forgets none that is being made over the limit, until its signs of life have stopped', () =>
      using(async (store, clock) => {
        const kept = async () => (await Promise.all(['1', '2', '3', '4', '5', '6'].map((id) => store.get('a', id)))).map((row) => row?.id);
        await store.create(responseOf('1', clock, { status: 'in_progress', aliveUntil: new Date(clock.now().getTime() + 1000) }));
        await store.create(responseOf('2', clock, { status: 'queued' }));
        for (const id of ['3', '4', '5']) await store.create(responseOf(id, clock));
        assert.deepEqual(await kept(), ['1', undefined, '3', '4', '5', undefined]);
        clock.advance(1000);
        await store.create(responseOf('6', clock));
        assert.deepEqual(await kept(), [undefined, undefined, undefined, '4', '5', '6']);
      }));

    it('forgets what is over its age, before the next one is made too', () =>
      using(async (store, clock) => {
        await store.create(responseOf('1', clock));
        clock.advance(KEPT.maxAgeMs - 1);
        assert.notEqual(await store.get('a', '1'), undefined);
        clock.advance(1);
        assert.equal(await store.get('a', '1'), undefined);
        assert.equal(await store.withItem('a', 'in-1'), undefined);
        assert.deepEqual(await store.chain('a', '1', 5), []);
      }));
  });
}
