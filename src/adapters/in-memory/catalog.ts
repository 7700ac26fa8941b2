import { ServiceError } from '../../core/errors.ts';
import type {
  Catalog,
  FileBatch,
  FileRecord,
  IngestStatus,
  Listed,
  ListQuery,
  Removal,
  StatusCounts,
  StoreFile,
  VectorStoreRecord,
} from '../../ports/catalog.ts';

/** A catalog in memory, for tests. */
export function createInMemoryCatalog(): Catalog {
  const files = new Map<string, FileRecord>();
  const stores = new Map<string, VectorStoreRecord>();
  const members = new Map<string, StoreFile>();
  /** Files of batches that were added again since. */
  const replaced = new Map<string, StoreFile>();
  const batches = new Map<string, FileBatch>();
  const removals = new Map<string, Removal>();

  const keyOf = (storeId: string, fileId: string): string => `${storeId}\n${fileId}`;
  const put = (member: StoreFile): void => void members.set(keyOf(member.storeId, member.fileId), member);

  const join = (member: StoreFile): void => {
    if (files.has(member.fileId) && stores.has(member.storeId)) put(member);
  };

  /** Has an earlier batch keep a file that is about to be added again. */
  function keep({ storeId, fileId, batchId }: StoreFile): void {
    const member = members.get(keyOf(storeId, fileId));
    if (member?.batchId === undefined || member.batchId === batchId) return;
    const status = member.status === 'in_progress' ? 'cancelled' : member.status;
    replaced.set(keyOf(member.batchId, fileId), { ...member, status });
  }

  const inBatches = (): StoreFile[] => [...replaced.values(), ...members.values()];

  /** Marks a file as processed if no store still has to process it. */
  function rest(fileId: string): void {
    const waits = [...members.values()].some((member) => member.fileId === fileId && member.status === 'in_progress');
    if (!waits && files.get(fileId)?.status === 'uploaded') setFileStatus(fileId, { status: 'processed' });
  }

  /** A file of a store that is still being processed. */
  function running(storeId: string, fileId: string): StoreFile | undefined {
    const member = members.get(keyOf(storeId, fileId));
    return member?.status === 'in_progress' ? member : undefined;
  }

  function setFileStatus(id: string, change: Pick<FileRecord, 'status'> & Partial<FileRecord>): void {
    const file = files.get(id);
    if (file !== undefined) files.set(id, { ...file, ...change });
  }

  function owned<T extends { readonly owner: string }>(from: ReadonlyMap<string, T>, owner: string, id: string): T | undefined {
    const found = from.get(id);
    return found?.owner === owner ? found : undefined;
  }

  return {
    async reserve(removal) {
      removals.set(removal.id, removal);
    },

    async addFile(file, joined, reservation) {
      const same = [...files.values()].find(({ sha256, bytes }) => sha256 === file.sha256 && bytes === file.bytes);
      const stored = same === undefined ? file : { ...file, objectKey: same.objectKey };
      if (same === undefined) removals.delete(reservation);
      files.set(stored.id, stored);
      joined.forEach(join);
      return stored;
    },

    file: async (owner, id) => owned(files, owner, id),
    filesById: async (ids) => ids.flatMap((id) => files.get(id) ?? []),

    async files({ owner, purpose, ...query }) {
      const own = [...files.values()].filter((file) => file.owner === owner && (purpose === undefined || file.purpose === purpose));
      return page(own, ({ id }) => id, query);
    },

    countFiles: async (owner) => [...files.values()].filter((file) => file.owner === owner).length,

    expiredFiles: async (at, limit) =>
      [...files.values()].filter(({ expiresAt }) => expiresAt !== undefined && expiresAt <= at).slice(0, limit),

    async removeFile(owner, id, { id: removalId, createdAt }) {
      const file = owned(files, owner, id);
      if (file === undefined) return undefined;
      files.delete(id);
      for (const held of [members, replaced]) for (const [key, member] of held) if (member.fileId === id) held.delete(key);
      const isShared = [...files.values()].some(({ objectKey }) => objectKey === file.objectKey);
      const removal = { id: removalId, createdAt, fileId: id, ...(isShared ? {} : { objectKey: file.objectKey }) };
      removals.set(removalId, removal);
      return removal;
    },

    async addStore(store) {
      if (!stores.has(store.id)) stores.set(store.id, store);
    },

    store: async (owner, id) => owned(stores, owner, id),
    stores: async ({ owner, ...query }) =>
      page(
        [...stores.values()].filter((store) => store.owner === owner),
        ({ id }) => id,
        query,
      ),

    async putStore(store) {
      if (!stores.has(store.id)) return false;
      stores.set(store.id, store);
      return true;
    },

    async touchStores(ids, at) {
      for (const id of ids) {
        const store = stores.get(id);
        if (store !== undefined) stores.set(id, { ...store, lastActiveAt: at });
      }
    },

    async removeStore(owner, id, { id: removalId, createdAt }) {
      if (owned(stores, owner, id) === undefined) return undefined;
      stores.delete(id);
      const left = [...members.values()].filter((member) => member.storeId === id);
      for (const member of left) {
        members.delete(keyOf(id, member.fileId));
        rest(member.fileId);
      }
      for (const [key, batch] of batches) if (batch.storeId === id) batches.delete(key);
      for (const [key, member] of replaced) if (member.storeId === id) replaced.delete(key);
      const removal = { id: removalId, createdAt, storeId: id };
      removals.set(removalId, removal);
      return removal;
    },

    async attach(joined, batch) {
      if (batch !== undefined) batches.set(batch.id, batch);
      for (const member of joined) {
        keep(member);
        if (files.has(member.fileId) && stores.has(member.storeId)) members.delete(keyOf(member.storeId, member.fileId));
        join(member);
      }
    },

    member: async (storeId, fileId) => members.get(keyOf(storeId, fileId)),

    async members({ storeId, status, batchId, ...query }) {
      const found = (batchId === undefined ? [...members.values()] : inBatches()).filter(
        (member) =>
          member.storeId === storeId &&
          (status === undefined || member.status === status) &&
          (batchId === undefined || member.batchId === batchId),
      );
      return page(found, ({ fileId }) => fileId, query);
    },

    async setAttributes(storeId, fileId, attributes) {
      const member = members.get(keyOf(storeId, fileId));
      if (member !== undefined) put({ ...member, attributes });
      return member !== undefined;
    },

    async detach(storeId, fileId, { id, createdAt }) {
      if (!members.delete(keyOf(storeId, fileId))) return undefined;
      rest(fileId);
      const removal = { id, createdAt, fileId, storeId };
      removals.set(id, removal);
      return removal;
    },

    async counts(storeIds, batchId) {
      const counted = new Map<string, Record<keyof StatusCounts, number>>(storeIds.map((id) => [id, emptyCounts()]));
      for (const member of batchId === undefined ? members.values() : inBatches()) {
        const counts = counted.get(member.storeId);
        if (counts === undefined || (batchId !== undefined && member.batchId !== batchId)) continue;
        counts[member.status] += 1;
        counts.usageBytes += member.usageBytes;
      }
      return counted;
    },

    async batch(storeId, id) {
      const batch = batches.get(id);
      return batch?.storeId === storeId ? batch : undefined;
    },

    async cancelBatch(storeId, id) {
      const batch = batches.get(id);
      if (batch?.storeId !== storeId) return [];
      const open = [...members.values()].filter((member) => member.batchId === id && member.status === 'in_progress');
      batches.set(id, { ...batch, isCancelled: true });
      for (const member of open) {
        put({ ...member, status: 'cancelled' });
        rest(member.fileId);
      }
      return open.map(({ fileId }) => fileId);
    },

    unfinished: async (limit, { from = 0, below = Infinity } = {}) =>
      [...members.values()].filter(({ status, chunks }) => status === 'in_progress' && chunks >= from && chunks < below).slice(0, limit),

    async progress(storeId, fileId, done) {
      const member = running(storeId, fileId);
      if (member !== undefined) put({ ...member, ...done });
      return member !== undefined;
    },

    async settle(storeId, fileId, outcome) {
      const member = running(storeId, fileId);
      if (member === undefined) return false;
      if (outcome.status === 'completed') {
        put({ ...member, status: 'completed' });
        setFileStatus(fileId, { status: 'processed' });
        return true;
      }
      put({ ...member, status: 'failed', lastError: outcome.error, chunks: 0, usageBytes: 0 });
      if (files.get(fileId)?.status === 'uploaded') setFileStatus(fileId, { status: 'error', statusDetails: outcome.error.message });
      return true;
    },

    removal: async (id) => removals.get(id),
    removals: async (before) => [...removals.values()].filter(({ createdAt }) => createdAt < before),

    async finishRemoval(id) {
      removals.delete(id);
    },
  };
}

function emptyCounts(): Record<keyof StatusCounts, number> & Record<IngestStatus, number> {
  return { in_progress: 0, completed: 0, failed: 0, cancelled: 0, usageBytes: 0 };
}

/** A page in order of creation. */
function page<T>(items: readonly T[], idOf: (item: T) => string, { limit, order, after, before }: ListQuery): Listed<T> {
  const sorted = order === 'asc' ? items : items.toReversed();
  const placeOf = (id: string | undefined, param: string, fallback: number): number => {
    if (id === undefined) return fallback;
    const at = sorted.findIndex((item) => idOf(item) === id);
    if (at < 0) throw new ServiceError('invalid_input', `${param}: not an id of this list.`, { param });
    return at;
  };
  const rest = sorted.slice(placeOf(after, 'after', -1) + 1, placeOf(before, 'before', sorted.length));
  // With `before`, the page is the one that ends at that item.
  const taken = before !== undefined && after === undefined ? rest.slice(-limit) : rest.slice(0, limit);
  return { items: taken, hasMore: rest.length > limit };
}
