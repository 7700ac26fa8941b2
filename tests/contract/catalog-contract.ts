import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { Catalog, FileRecord, StoreFile, VectorStoreRecord } from '../../src/ports/catalog.ts';

const AT = new Date('2025-01-02T03:04:05.678Z');

const fileOf = (id: string, given: Partial<FileRecord> = {}): FileRecord => ({
  id,
  owner: 'ann',
  filename: `${id} é.txt`,
  mediaType: 'text/plain',
  bytes: 3,
  sha256: `sha-${id}`,
  purpose: 'assistants',
  createdAt: AT,
  objectKey: `files/${id}`,
  status: 'uploaded',
  ...given,
});

const storeOf = (id: string, given: Partial<VectorStoreRecord> = {}): VectorStoreRecord => ({
  id,
  owner: 'ann',
  name: `name of ${id}`,
  description: '',
  metadata: { team: 'a"b' },
  createdAt: AT,
  lastActiveAt: AT,
  ...given,
});

const memberOf = (storeId: string, fileId: string, given: Partial<StoreFile> = {}): StoreFile => ({
  storeId,
  fileId,
  owner: 'ann',
  createdAt: AT,
  attributes: { year: 2025, draft: false, by: 'é' },
  chunking: { isAuto: true, maxTokens: 180, overlapTokens: 40 },
  status: 'in_progress',
  chunks: 0,
  usageBytes: 0,
  ...given,
});

const note = (id: string): { id: string; createdAt: Date } => ({ id, createdAt: AT });
const later = new Date(AT.getTime() + 1);

/** What every catalog does; `make` opens an empty one. */
export function catalogContract(name: string, make: () => Promise<Catalog & Partial<AsyncDisposable>>): void {
  const using = async (work: (catalog: Catalog) => Promise<void>): Promise<void> => {
    const catalog = await make();
    try {
      await work(catalog);
    } finally {
      await catalog[Symbol.asyncDispose]?.();
    }
  };

  /** A store `s` with the files `a`, `b` and `c`. */
  async function filled(catalog: Catalog): Promise<void> {
    await catalog.addStore(storeOf('s'));
    for (const id of ['a', 'b', 'c']) {
      await catalog.reserve({ ...note(`r-${id}`), objectKey: `files/${id}` });
      await catalog.addFile(fileOf(id), [memberOf('s', id)], `r-${id}`);
    }
  }

  describe(name, () => {
    it('gives back files and stores as they were put, to their owner alone', () =>
      using(async (catalog) => {
        await filled(catalog);
        assert.deepEqual(await catalog.file('ann', 'a'), fileOf('a'));
        assert.equal(await catalog.file('bob', 'a'), undefined);
        assert.deepEqual(await catalog.store('ann', 's'), storeOf('s'));
        assert.equal(await catalog.store('', 's'), undefined);
        assert.deepEqual((await catalog.filesById(['c', 'x', 'a'])).map(({ id }) => id).toSorted(), ['a', 'c']);
        assert.deepEqual([await catalog.countFiles('ann'), await catalog.countFiles('bob')], [3, 0]);
        assert.deepEqual(await catalog.member('s', 'b'), memberOf('s', 'b'));
        await catalog.addStore(storeOf('s', { name: 'other' }));
        assert.equal((await catalog.store('ann', 's'))?.name, 'name of s');
      }));

    it('keeps a reservation as a removal until a file takes its object over', () =>
      using(async (catalog) => {
        await catalog.reserve({ ...note('r'), objectKey: 'files/a' });
        assert.deepEqual(await catalog.removals(later), [{ ...note('r'), objectKey: 'files/a' }]);
        assert.deepEqual(await catalog.removals(AT), []);
        assert.deepEqual(await catalog.removal('r'), { ...note('r'), objectKey: 'files/a' });
        await catalog.addFile(fileOf('a'), [], 'r');
        assert.deepEqual(await catalog.removals(later), []);
        assert.equal(await catalog.removal('r'), undefined);
      }));

    it('has files of the same content share an object until the last of them goes', () =>
      using(async (catalog) => {
        await catalog.reserve({ ...note('r1'), objectKey: 'files/a' });
        await catalog.addFile(fileOf('a', { sha256: 'same' }), [], 'r1');
        await catalog.reserve({ ...note('r2'), objectKey: 'files/b' });
        const second = await catalog.addFile(fileOf('b', { sha256: 'same', owner: 'bob' }), [], 'r2');
        assert.equal(second.objectKey, 'files/a');
        assert.deepEqual(
          (await catalog.removals(later)).map(({ id }) => id),
          ['r2'],
        );
        await catalog.finishRemoval('r2');
        assert.deepEqual(await catalog.removeFile('ann', 'a', note('x1')), { ...note('x1'), fileId: 'a' });
        assert.deepEqual(await catalog.removeFile('bob', 'b', note('x2')), { ...note('x2'), fileId: 'b', objectKey: 'files/a' });
        assert.equal(await catalog.removeFile('bob', 'b', note('x3')), undefined);
        assert.deepEqual(
          (await catalog.removals(later)).map(({ id }) => id),
          ['x1', 'x2'],
        );
      }));

    it('pages through lists both ways, and refuses an id that is not in the list', () =>
      using(async (catalog) => {
        await filled(catalog);
        const ids = async (query: object): Promise<unknown> => {
          const { items, hasMore } = await catalog.files({ owner: 'ann', limit: 2, order: 'desc', ...query });
          return [items.map(({ id }) => id).join(''), hasMore];
        };
        assert.deepEqual(await ids({}), ['cb', true]);
        assert.deepEqual(await ids({ after: 'b' }), ['a', false]);
        assert.deepEqual(await ids({ order: 'asc' }), ['ab', true]);
        assert.deepEqual(await ids({ before: 'a' }), ['cb', false]);
        assert.deepEqual(await ids({ before: 'a', limit: 1 }), ['b', true]);
        assert.deepEqual(await ids({ after: 'c', before: 'a' }), ['b', false]);
        assert.deepEqual(await ids({ purpose: 'batch' }), ['', false]);
        assert.deepEqual(await ids({ owner: 'bob' }), ['', false]);
        await assert.rejects(ids({ after: 'x' }), (error) => error instanceof ServiceError && error.param === 'after');
        await assert.rejects(ids({ owner: 'bob', before: 'a' }), (error) => error instanceof ServiceError && error.param === 'before');
        const members = await catalog.members({ storeId: 's', limit: 2, order: 'asc', after: 'a' });
        assert.deepEqual(
          members.items.map(({ fileId }) => fileId),
          ['b', 'c'],
        );
        assert.deepEqual((await catalog.stores({ owner: 'ann', limit: 9, order: 'asc' })).items, [storeOf('s')]);
      }));

    it('changes stores, notes their use, and removes them with what was in them', () =>
      using(async (catalog) => {
        await filled(catalog);
        const changed = storeOf('s', { name: 'new', metadata: {}, expiresAfterDays: 7 });
        assert.equal(await catalog.putStore(changed), true);
        assert.deepEqual(await catalog.store('ann', 's'), changed);
        assert.equal(await catalog.putStore(storeOf('x')), false);
        await catalog.touchStores(['s', 'x'], later);
        assert.deepEqual((await catalog.store('ann', 's'))?.lastActiveAt, later);
        assert.equal(await catalog.removeStore('bob', 's', note('x')), undefined);
        assert.deepEqual(await catalog.removeStore('ann', 's', note('x')), { ...note('x'), storeId: 's' });
        assert.equal(await catalog.member('s', 'a'), undefined);
        // Files that only waited to be taken in there have nothing left to wait for.
        assert.equal((await catalog.file('ann', 'a'))?.status, 'processed');
      }));

    it('takes files in: what is in progress, how far, and how it ended', () =>
      using(async (catalog) => {
        await filled(catalog);
        assert.deepEqual(
          (await catalog.unfinished(2)).map(({ fileId }) => fileId),
          ['a', 'b'],
        );
        assert.equal(await catalog.progress('s', 'a', { chunks: 4, usageBytes: 100 }), true);
        assert.deepEqual(await catalog.member('s', 'a'), memberOf('s', 'a', { chunks: 4, usageBytes: 100 }));
        assert.deepEqual(
          (await catalog.unfinished(9, { from: 4 })).map(({ fileId }) => fileId),
          ['a'],
        );
        assert.ok((await catalog.unfinished(9, { below: 4 })).every(({ fileId }) => fileId !== 'a'));
        assert.equal(await catalog.settle('s', 'a', { status: 'completed' }), true);
        assert.equal((await catalog.file('ann', 'a'))?.status, 'processed');
        const error = { code: 'invalid_file', message: 'It is broken.' } as const;
        await catalog.progress('s', 'b', { chunks: 1, usageBytes: 9 });
        assert.equal(await catalog.settle('s', 'b', { status: 'failed', error }), true);
        assert.deepEqual(await catalog.member('s', 'b'), memberOf('s', 'b', { status: 'failed', lastError: error }));
        assert.deepEqual(await catalog.file('ann', 'b'), fileOf('b', { status: 'error', statusDetails: 'It is broken.' }));
        assert.equal(await catalog.settle('s', 'b', { status: 'completed' }), false);
        assert.equal(await catalog.progress('s', 'x', { chunks: 1, usageBytes: 1 }), false);
        const counts = await catalog.counts(['s', 'none']);
        assert.deepEqual(counts.get('s'), { in_progress: 1, completed: 1, failed: 1, cancelled: 0, usageBytes: 100 });
        assert.deepEqual(counts.get('none'), { in_progress: 0, completed: 0, failed: 0, cancelled: 0, usageBytes: 0 });
        assert.deepEqual((await catalog.members({ storeId: 's', limit: 9, order: 'asc', status: 'failed' })).items.length, 1);
      }));

    it('detaches files and attaches them anew, from the beginning', () =>
      using(async (catalog) => {
        await filled(catalog);
        await catalog.progress('s', 'a', { chunks: 4, usageBytes: 100 });
        assert.deepEqual(await catalog.detach('s', 'a', note('x')), { ...note('x'), fileId: 'a', storeId: 's' });
        assert.equal(await catalog.detach('s', 'a', note('y')), undefined);
        assert.equal((await catalog.file('ann', 'a'))?.status, 'processed');
        await catalog.attach([memberOf('s', 'a', { attributes: {} }), memberOf('s', 'gone'), memberOf('gone', 'b')]);
        assert.deepEqual(await catalog.member('s', 'a'), memberOf('s', 'a', { attributes: {} }));
        assert.deepEqual(
          (await catalog.unfinished(9)).map(({ fileId }) => fileId),
          ['b', 'c', 'a'],
        );
        assert.equal(await catalog.setAttributes('s', 'a', { year: 1 }), true);
        assert.equal(await catalog.setAttributes('s', 'gone', {}), false);
        assert.deepEqual((await catalog.member('s', 'a'))?.attributes, { year: 1 });
      }));

    it('cancels what of a batch is not taken in yet', () =>
      using(async (catalog) => {
        await filled(catalog);
        const batch = { id: 'batch', storeId: 's', createdAt: AT, isCancelled: false };
        await catalog.attach([memberOf('s', 'a', { batchId: 'batch' }), memberOf('s', 'b', { batchId: 'batch' })], batch);
        assert.deepEqual(await catalog.batch('s', 'batch'), batch);
        assert.equal(await catalog.batch('other', 'batch'), undefined);
        await catalog.settle('s', 'a', { status: 'completed' });
        assert.deepEqual(await catalog.cancelBatch('s', 'batch'), ['b']);
        assert.equal((await catalog.batch('s', 'batch'))?.isCancelled, true);
        assert.deepEqual((await catalog.counts(['s'], 'batch')).get('s'), {
          in_progress: 0,
          completed: 1,
          failed: 0,
          cancelled: 1,
          usageBytes: 0,
        });
        assert.equal((await catalog.file('ann', 'b'))?.status, 'processed');
        assert.equal((await catalog.file('ann', 'c'))?.status, 'uploaded');
      }));

    it('has a batch keep its files and counts when they are added again, until they are removed', () =>
      using(async (catalog) => {
        await filled(catalog);
        const batchOf = (id: string) => ({ id, storeId: 's', createdAt: AT, isCancelled: false });
        const [first, second] = ['first', 'second'].map((batchId) =>
          ['a', 'b'].map((id) => memberOf('s', id, { batchId, attributes: { batchId } })),
        );
        await catalog.attach(first ?? [], batchOf('first'));
        await catalog.progress('s', 'a', { chunks: 2, usageBytes: 10 });
        await catalog.settle('s', 'a', { status: 'completed' });
        await catalog.attach(second ?? [], batchOf('second'));
        await catalog.attach([memberOf('s', 'a')]);
        await catalog.attach([memberOf('s', 'a'), memberOf('s', 'a')]);
        const listed = async (batchId?: string): Promise<string[]> => {
          const { items } = await catalog.members({ storeId: 's', limit: 9, order: 'asc', ...(batchId === undefined ? {} : { batchId }) });
          return items.map(({ fileId, status, attributes }) => `${fileId} ${status} ${String(attributes.batchId)}`);
        };
        assert.deepEqual(await listed('first'), ['a completed first', 'b cancelled first']);
        assert.deepEqual((await listed('second')).toSorted(), ['a cancelled second', 'b in_progress second']);
        assert.deepEqual((await listed()).toSorted(), ['a in_progress undefined', 'b in_progress second', 'c in_progress undefined']);
        const counts = (await catalog.counts(['s'], 'first')).get('s');
        assert.deepEqual(counts, { in_progress: 0, completed: 1, failed: 0, cancelled: 1, usageBytes: 10 });
        assert.equal((await catalog.counts(['s'])).get('s')?.in_progress, 3);
        const page = await catalog.members({ storeId: 's', batchId: 'first', limit: 1, order: 'desc', status: 'completed' });
        assert.deepEqual([page.items.map(({ fileId }) => fileId), page.hasMore], [['a'], false]);
        assert.deepEqual(await catalog.cancelBatch('s', 'first'), []);
        assert.equal((await catalog.member('s', 'b'))?.status, 'in_progress');
        await catalog.removeFile('ann', 'a', note('gone'));
        assert.deepEqual(await listed('first'), ['b cancelled first']);
        await catalog.removeStore('ann', 's', note('gone-store'));
        assert.deepEqual(await listed('first'), []);
      }));

    it('knows which files have expired', () =>
      using(async (catalog) => {
        await filled(catalog);
        const expiring = [fileOf('soon', { expiresAt: later }), fileOf('late', { owner: 'bob', expiresAt: new Date(later.getTime() + 1) })];
        for (const file of expiring) await catalog.addFile(file, [], 'r');
        assert.deepEqual(await catalog.file('ann', 'soon'), expiring[0]);
        assert.deepEqual(await catalog.expiredFiles(AT, 10), []);
        assert.deepEqual(await catalog.expiredFiles(later, 10), [expiring[0]]);
        assert.deepEqual((await catalog.expiredFiles(new Date(later.getTime() + 1), 10)).length, 2);
        assert.deepEqual((await catalog.expiredFiles(new Date(later.getTime() + 1), 1)).length, 1);
      }));

    it('forgets a file everywhere when it is removed', () =>
      using(async (catalog) => {
        await filled(catalog);
        await catalog.removeFile('ann', 'b', note('x'));
        assert.equal(await catalog.member('s', 'b'), undefined);
        assert.deepEqual(
          (await catalog.unfinished(9)).map(({ fileId }) => fileId),
          ['a', 'c'],
        );
        assert.equal(await catalog.settle('s', 'b', { status: 'completed' }), false);
      }));
  });
}
