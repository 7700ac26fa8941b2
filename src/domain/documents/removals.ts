import { messageOf } from '../../core/errors.ts';
import type { Catalog, Removal } from '../../ports/catalog.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Clock, Ids, Logger } from '../../ports/system.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { Ingest } from './ingest.ts';

export interface RemovalsDeps {
  readonly catalog: Catalog;
  readonly objects: ObjectStore;
  readonly index: VectorIndex;
  readonly ingest: Pick<Ingest, 'leave' | 'hold'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
}

/** A reservation for an object that is being stored. */
export interface Reservation {
  readonly id: string;
  /** Ends the reservation: an object that no file uses is removed. */
  release(): Promise<void>;
}

/** Removes objects and passages that the catalog no longer needs. Failed removals are repeated by `sweep`. */
export interface Removals {
  /** Records an object before its first byte is stored, so that a crash leaves nothing behind. */
  reserve(objectKey: string): Promise<Reservation>;
  /** The argument with which the catalog's methods record a removal. */
  note(): { readonly id: string; readonly createdAt: Date };
  /** Carries out a removal now, or leaves it for later. Never throws. */
  attempt(removal: Removal): Promise<void>;
  /** Carries out all pending removals. Throws if the catalog cannot be read. */
  sweep(): Promise<void>;
}

/** Removals over the catalog, the object store and the index. */
export function createRemovals({ catalog, objects, index, ingest, clock, ids, logger }: RemovalsDeps): Removals {
  const underWay = new Set<string>();
  const note = (): { id: string; createdAt: Date } => ({ id: ids.next('removal-'), createdAt: clock.now() });

  async function carryOut({ fileId, storeId, objectKey }: Removal): Promise<void> {
    if (fileId !== undefined || storeId !== undefined) {
      await ingest.leave({ ...(fileId === undefined ? {} : { fileId }), ...(storeId === undefined ? {} : { storeId }) });
    }
    if (fileId !== undefined) {
      await ingest.hold(fileId, async () => {
        // A file that was added to the store again is ingested from its beginning, which removes the old passages.
        const isBack = storeId !== undefined && (await catalog.member(storeId, fileId)) !== undefined;
        if (!isBack) await index.deleteFile(fileId, storeId);
      });
    } else if (storeId !== undefined) await index.deleteStore(storeId);
    if (objectKey !== undefined) await objects.delete(objectKey);
  }

  async function attempt(removal: Removal): Promise<void> {
    if (underWay.has(removal.id)) return;
    underWay.add(removal.id);
    try {
      await carryOut(removal);
      await catalog.finishRemoval(removal.id);
    } catch (error) {
      logger.warn('a removal is retried later', { removal: removal.id, reason: messageOf(error) });
    } finally {
      underWay.delete(removal.id);
    }
  }

  return {
    note,
    attempt,

    async reserve(objectKey) {
      const removal = { ...note(), objectKey };
      underWay.add(removal.id);
      try {
        await catalog.reserve(removal);
      } catch (error) {
        underWay.delete(removal.id);
        throw error;
      }
      return {
        id: removal.id,
        async release() {
          underWay.delete(removal.id);
          const left = await catalog.removal(removal.id).catch(() => undefined);
          if (left !== undefined) await attempt(left);
        },
      };
    },

    async sweep() {
      for (const removal of await catalog.removals(new Date(clock.now().getTime() + 1))) await attempt(removal);
    },
  };
}
