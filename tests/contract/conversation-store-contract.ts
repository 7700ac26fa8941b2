import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConversationEntry, ConversationStore, StoredConversation } from '../../src/ports/conversation-store.ts';
import type { ResponseStore } from '../../src/ports/response-store.ts';
import type { Clock } from '../../src/ports/system.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { responseOf } from './response-store-contract.ts';

/** The conversations of one process, and the responses that add to them. */
export interface OpenStores {
  readonly conversations: ConversationStore;
  readonly responses: ResponseStore;
}

const entries = (...ids: string[]): ConversationEntry[] => ids.map((id) => ({ id, body: `{"id":"${id}","text":"é\u{1F600}"}` }));
const conversationOf = (id: string, given: Partial<StoredConversation> = {}): StoredConversation => ({
  id,
  owner: 'a',
  createdAt: new Date('2025-01-02T03:04:05.000Z'),
  metadata: { topic: 'ships' },
  ...given,
});

/** What every store of conversations does; `make` opens an empty one. */
export function conversationStoreContract(name: string, make: (clock: Clock) => Promise<OpenStores & Partial<AsyncDisposable>>): void {
  const using = async (work: (stores: OpenStores, clock: Clock) => Promise<void>): Promise<void> => {
    const clock = createManualClock();
    const stores = await make(clock);
    try {
      await work(stores, clock);
    } finally {
      await stores[Symbol.asyncDispose]?.();
    }
  };
  const idsOf = async ({ conversations }: OpenStores, id = 'c', end?: number): Promise<string[] | undefined> =>
    (await conversations.history('a', id, end))?.entries.map((entry) => entry.id);

  describe(name, () => {
    it('gives back a conversation and its items as they were made, to its owner alone', () =>
      using(async (stores) => {
        const { conversations } = stores;
        const conversation = conversationOf('c');
        assert.equal(await conversations.create(conversation, entries('1', '2'), 9), true);
        assert.deepEqual(await conversations.get('a', 'c'), conversation);
        assert.deepEqual((await conversations.history('a', 'c'))?.entries, entries('1', '2'));
        assert.deepEqual(await conversations.entry('a', 'c', '2'), entries('2')[0]);
        for (const [owner, id] of [
          ['b', 'c'],
          ['a', 'd'],
        ] as const) {
          assert.equal(await conversations.get(owner, id), undefined);
          assert.equal(await conversations.history(owner, id), undefined);
          assert.equal(await conversations.entry(owner, id, '1'), undefined);
          assert.deepEqual(await conversations.page(owner, id, { limit: 5, order: 'asc' }), { items: [], hasMore: false });
          assert.equal(await conversations.setMetadata(owner, id, {}), false);
          assert.equal(await conversations.deleteEntry(owner, id, '1'), false);
          assert.equal(await conversations.delete(owner, id), false);
          assert.equal(await conversations.add(owner, id, entries('3'), 9), 'unknown');
        }
        assert.deepEqual(await idsOf(stores), ['1', '2']);
      }));

    it('creates no more conversations of an owner than it may have', () =>
      using(async ({ conversations }) => {
        assert.equal(await conversations.create(conversationOf('c'), entries('1'), 1), true);
        assert.equal(await conversations.create(conversationOf('d'), entries('1'), 1), false);
        assert.equal(await conversations.get('a', 'd'), undefined);
        assert.equal(await conversations.create(conversationOf('e', { owner: 'b' }), [], 1), true);
      }));

    it('replaces the metadata', () =>
      using(async ({ conversations }) => {
        await conversations.create(conversationOf('c'), [], 9);
        assert.equal(await conversations.setMetadata('a', 'c', { other: 'x' }), true);
        assert.deepEqual((await conversations.get('a', 'c'))?.metadata, { other: 'x' });
      }));

    it('adds items at the end, all or none', () =>
      using(async (stores) => {
        const { conversations } = stores;
        await conversations.create(conversationOf('c'), entries('1'), 9);
        assert.equal(await conversations.add('a', 'c', entries('2', '3'), 4), 'added');
        assert.deepEqual(await conversations.add('a', 'c', entries('4', '2'), 9), { taken: '2' });
        assert.equal(await conversations.add('a', 'c', entries('4', '5'), 4), 'full');
        assert.deepEqual(await idsOf(stores), ['1', '2', '3']);
      }));

    it('keeps every item that is added at the same moment', () =>
      using(async (stores) => {
        await stores.conversations.create(conversationOf('c'), [], 9);
        const names = ['1', '2', '3', '4', '5', '6'];
        await Promise.all(
          names.map((id, index) =>
            index % 2 === 0
              ? stores.conversations.append({ conversation: 'c', entries: entries(id, `${id}b`) })
              : stores.conversations.add('a', 'c', entries(id, `${id}b`), 99),
          ),
        );
        const kept = (await idsOf(stores)) ?? [];
        assert.deepEqual(kept.toSorted(), names.flatMap((id) => [id, `${id}b`]).toSorted());
        for (const id of names) assert.equal(kept.indexOf(`${id}b`), kept.indexOf(id) + 1);
      }));

    it('gives the items up to where a conversation ended', () =>
      using(async (stores) => {
        await stores.conversations.create(conversationOf('c'), entries('1', '2'), 9);
        const { end = 0 } = (await stores.conversations.history('a', 'c')) ?? {};
        await stores.conversations.append({ conversation: 'c', entries: entries('3') });
        assert.deepEqual(await idsOf(stores, 'c', end), ['1', '2']);
        await stores.conversations.create(conversationOf('d'), [], 9);
        assert.deepEqual(await stores.conversations.history('a', 'd'), { entries: [], end: 0 });
      }));

    it('gives pages in either order, after and before an item', () =>
      using(async ({ conversations }) => {
        await conversations.create(conversationOf('c'), entries('1', '2', '3', '4'), 9);
        await conversations.create(conversationOf('d'), entries('x'), 9);
        const page = async (query: Parameters<ConversationStore['page']>[2]): Promise<readonly unknown[]> => {
          const { items, hasMore } = await conversations.page('a', 'c', query);
          return [items.map(({ id }) => id).join(' '), hasMore];
        };
        assert.deepEqual(await page({ limit: 3, order: 'asc' }), ['1 2 3', true]);
        assert.deepEqual(await page({ limit: 3, order: 'asc', after: '3' }), ['4', false]);
        assert.deepEqual(await page({ limit: 2, order: 'desc' }), ['4 3', true]);
        assert.deepEqual(await page({ limit: 2, order: 'desc', after: '3' }), ['2 1', false]);
        assert.deepEqual(await page({ limit: 2, order: 'asc', before: '4' }), ['2 3', true]);
        for (const place of [{ after: 'x' }, { before: 'x' }]) {
          await assert.rejects(conversations.page('a', 'c', { limit: 2, order: 'asc', ...place }), {
            kind: 'invalid_input',
            param: Object.keys(place)[0],
          });
        }
      }));

    it('deletes an item, and a conversation with its items', () =>
      using(async (stores) => {
        const { conversations } = stores;
        await conversations.create(conversationOf('c'), entries('1', '2'), 9);
        assert.equal(await conversations.deleteEntry('a', 'c', '1'), true);
        assert.equal(await conversations.deleteEntry('a', 'c', '1'), false);
        assert.deepEqual(await idsOf(stores), ['2']);
        assert.equal(await conversations.delete('a', 'c'), true);
        assert.equal(await conversations.delete('a', 'c'), false);
        assert.equal(await conversations.get('a', 'c'), undefined);
        await conversations.append({ conversation: 'c', entries: entries('3') });
        assert.equal(await conversations.create(conversationOf('c'), [], 9), true);
        assert.deepEqual(await idsOf(stores), []);
      }));

    it('takes what a response adds together with the response, once', () =>
      using(async (stores, clock) => {
        const { conversations, responses } = stores;
        await conversations.create(conversationOf('c'), entries('1'), 9);
        const conversation = { id: 'c', end: 1 };
        await responses.create(responseOf('r', clock, { conversation }), { conversation: 'c', entries: entries('1', '2') });
        assert.deepEqual((await responses.get('a', 'r'))?.conversation, conversation);
        assert.deepEqual((await responses.chain('a', 'r', 5))[0]?.conversation, conversation);
        assert.deepEqual(await idsOf(stores), ['1', '2']);
        await responses.create(responseOf('s', clock, { status: 'queued', conversation }));
        const change = { id: 's', status: 'completed' as const, body: '{}', itemIds: [], steps: '[]' };
        assert.equal(await responses.update(change, { conversation: 'c', entries: entries('3') }), true);
        assert.equal(await responses.update(change, { conversation: 'c', entries: entries('4') }), false);
        assert.equal(await responses.update({ ...change, id: 'none' }, { conversation: 'c', entries: entries('5') }), false);
        assert.deepEqual(await idsOf(stores), ['1', '2', '3']);
        await responses.create(responseOf('t', clock), { conversation: 'gone', entries: entries('6') });
        assert.equal(await conversations.get('a', 'gone'), undefined);
      }));
  });
}
