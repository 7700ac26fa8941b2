import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PolicyStore, StoredPolicy } from '../../src/ports/policy-store.ts';

const versionOf = (id: string, version: number, body = `{"v":${version}}`): StoredPolicy => ({
  id,
  version,
  body,
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  author: 'ann',
});

/** What every store of policies does; `make` opens an empty one. */
export function policyStoreContract(name: string, make: () => Promise<PolicyStore & Partial<AsyncDisposable>>): void {
  const using = async (work: (store: PolicyStore) => Promise<void>): Promise<void> => {
    const store = await make();
    try {
      await work(store);
    } finally {
      await store[Symbol.asyncDispose]?.();
    }
  };

  describe(name, () => {
    it('gives the latest version of every policy as it was put, by id', () =>
      using(async (store) => {
        for (const policy of [versionOf('b', 1), versionOf('a', 1), versionOf('b', 2, '{"é":"\u{1F600}"}')])
          assert.equal(await store.put(policy), true);
        assert.deepEqual(await store.latest(), [versionOf('a', 1), versionOf('b', 2, '{"é":"\u{1F600}"}')]);
      }));

    it('refuses a version that is there, and keeps it', () =>
      using(async (store) => {
        assert.equal(await store.put(versionOf('a', 1, '{"first":true}')), true);
        assert.equal(await store.put(versionOf('a', 1, '{"second":true}')), false);
        assert.deepEqual(await store.latest(), [versionOf('a', 1, '{"first":true}')]);
      }));

    it('gives the versions of one policy, newest first', () =>
      using(async (store) => {
        for (const version of [1, 2, 3]) await store.put(versionOf('a', version));
        assert.deepEqual(await store.versions('a', 2), [versionOf('a', 3), versionOf('a', 2)]);
        assert.deepEqual(await store.versions('b', 2), []);
      }));

    it('ends a policy, keeps its versions, and takes it up again with the next one', () =>
      using(async (store) => {
        await store.put(versionOf('a', 1));
        const end = { at: new Date('2026-02-03T04:05:06.789Z'), by: 'bob' };
        assert.equal(await store.delete('a', end, 7), false);
        assert.equal(await store.delete('a', end, 1), true);
        assert.equal(await store.delete('a', { ...end, by: 'eve' }), false);
        assert.equal(await store.delete('b', end), false);
        assert.deepEqual(await store.latest(), []);
        assert.deepEqual(await store.versions('a', 5), [{ ...versionOf('a', 1), ended: end }]);
        await store.put(versionOf('a', 2));
        assert.deepEqual(await store.latest(), [versionOf('a', 2)]);
        assert.deepEqual(await store.versions('a', 5), [versionOf('a', 2), { ...versionOf('a', 1), ended: end }]);
      }));
  });
}
