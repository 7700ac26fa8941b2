import { delay } from '../../core/abort.ts';
import type { Attributes } from '../../core/attribute-filter.ts';
import { messageOf, ServiceError } from '../../core/errors.ts';
import { fileTypeOf } from '../../core/file-types.ts';
import { DEFAULT_STORE, storeIdOf } from '../../core/store-id.ts';
import type {
  Catalog,
  ChunkingStrategy,
  FileBatch,
  FileRecord,
  Listed,
  ListQuery,
  StoreFile,
  VectorStoreRecord,
} from '../../ports/catalog.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { DocumentExtractor } from '../../ports/extractor.ts';
import type { Leases } from '../../ports/leases.ts';
import type { ObjectContent, ObjectStore } from '../../ports/object-store.ts';
import type { Clock, Ids, Logger } from '../../ports/system.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { createReadableCheck } from './check-readable.ts';
import { DEFAULT_CHUNK_OPTIONS } from './chunker.ts';
import { checkMark, headOf } from './file-mark.ts';
import { safeFileName } from './file-name.ts';
import { createFileIngest } from './ingest-file.ts';
import { createIngest } from './ingest.ts';
import { readText, type TextPage } from './read-text.ts';
import { createRemovals } from './removals.ts';

/** A file of more batches of chunks than these is a long one. */
const LONG_BATCHES = 8;

/** The limits of a library; times are in milliseconds. */
export interface LibraryLimits {
  readonly maxFileBytes: number;
  /** Files per owner. */
  readonly maxFiles: number;
  /** How long an upload waits for the first text of a document, so that a document without any is refused at once. */
  readonly checkMs: number;
  /** Files that are ingested at once. */
  readonly concurrency: number;
  /** Chunks that are embedded and stored at once. */
  readonly batchChunks: number;
  /** How often a file is tried if an engine or store fails. */
  readonly attempts: number;
  /** Pause before the first retry, and between two retries of pending removals. */
  readonly retryMs: number;
}

export interface LibraryDeps {
  readonly catalog: Catalog;
  readonly objects: ObjectStore;
  readonly extractor: DocumentExtractor;
  readonly embedder: Embedder;
  readonly index: VectorIndex;
  /** The files that others with the same catalog ingest; absent if there are none. */
  readonly leases?: Leases | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly limits: LibraryLimits;
}

/** A file being uploaded. */
export interface Upload {
  readonly owner: string;
  /** As the client sends it. */
  readonly filename: string;
  readonly body: ReadableStream<Uint8Array>;
  /** To be called once the body has been read. */
  readonly rest: () => Promise<{
    readonly purpose: string;
    /** Seconds after which it expires; absent if it stays until it is deleted. */
    readonly expiresAfter?: number;
    /** The stores that it is added to, by their owner's names. */
    readonly stores: readonly string[];
  }>;
  readonly signal: AbortSignal;
}

/** A file to be added to a store. */
export interface Joining {
  readonly fileId: string;
  readonly attributes: Attributes;
  readonly chunking: ChunkingStrategy;
}

/**
 * Files, the stores in which they are searched, and their ingestion: what it acknowledges is stored, and unfinished work continues after
 * a restart. Files and stores of others are `not_found`. All functions throw the errors of the catalog, the object store and the index.
 */
export interface Library {
  readonly catalog: Catalog;
  /**
   * Stores a file without buffering it whole in memory. Throws `unsupported_file_type`, `file_too_large`, `empty_file`,
   * `encrypted_file`, `invalid_file`, `storage_full`, or what `rest` throws; nothing is stored then.
   */
  upload(file: Upload): Promise<FileRecord>;
  /** `param` is the field that names it. */
  file(owner: string, id: string, param?: string): Promise<FileRecord>;
  /** The bytes as they were uploaded; `param` as for `file`. */
  content(
    owner: string,
    id: string,
    signal: AbortSignal,
    param?: string,
  ): Promise<{ readonly file: FileRecord; readonly object: ObjectContent }>;
  /** Its text from a character on. Throws as `upload` does. */
  text(owner: string, id: string, from: number, signal: AbortSignal): Promise<TextPage>;
  removeFile(owner: string, id: string): Promise<void>;
  /** An owner's stores, including the default store. */
  stores(owner: string, query: ListQuery): Promise<Listed<VectorStoreRecord>>;
  /** A store by its owner's name for it. The default store is created if it is missing. */
  store(owner: string, name: string): Promise<VectorStoreRecord>;
  addStore(store: VectorStoreRecord): Promise<void>;
  removeStore(owner: string, name: string): Promise<void>;
  /** Adds files to a store, to be ingested. Throws `not_found` naming the first that does not exist. */
  attach(store: VectorStoreRecord, files: readonly Joining[], batch?: FileBatch): Promise<void>;
  member(store: VectorStoreRecord, fileId: string): Promise<StoreFile>;
  setAttributes(store: VectorStoreRecord, fileId: string, attributes: Attributes): Promise<StoreFile>;
  detach(store: VectorStoreRecord, fileId: string): Promise<void>;
  cancelBatch(store: VectorStoreRecord, batchId: string): Promise<void>;
  ping(signal: AbortSignal): Promise<void>;
  /** Ingests files and carries out pending removals until the signal aborts. Never throws. */
  run(signal: AbortSignal): Promise<void>;
}

/** Pause between two checks for pending removals and expired files, in milliseconds. */
const SWEEP_MS = 30_000;
/** Expired files that are removed before the next ones are looked for. */
const EXPIRED_AT_ONCE = 100;

/** How a file is split into chunks by default. */
export const AUTO_CHUNKING: ChunkingStrategy = { isAuto: true, ...DEFAULT_CHUNK_OPTIONS };

/** The library over its dependencies: it starts nothing before `run`. */
export function createLibrary(deps: LibraryDeps): Library {
  const { catalog, objects, extractor, index, clock, ids, logger, limits } = deps;
  const checkReadable = createReadableCheck({ objects, extractor, waitMs: limits.checkMs });
  const work = createFileIngest({ ...deps, ...limits, firstPauseMs: limits.retryMs });
  const ingest = createIngest({
    catalog,
    work,
    leases: deps.leases,
    logger,
    concurrency: limits.concurrency,
    longChunks: limits.batchChunks * LONG_BATCHES,
    retryMs: limits.retryMs,
  });
  const removals = createRemovals({ ...deps, ingest });

  const isExpired = ({ expiresAt }: FileRecord): boolean => expiresAt !== undefined && expiresAt <= clock.now();

  /** Removes the files that have expired, also from their stores. */
  async function removeExpired(): Promise<void> {
    let found: readonly FileRecord[];
    do {
      found = await catalog.expiredFiles(clock.now(), EXPIRED_AT_ONCE);
      for (const { owner, id } of found) {
        const removal = await catalog.removeFile(owner, id, removals.note());
        if (removal !== undefined) await removals.attempt(removal);
      }
    } while (found.length === EXPIRED_AT_ONCE);
  }

  async function file(owner: string, id: string, param = 'file_id'): Promise<FileRecord> {
    const found = await catalog.file(owner, id);
    if (found === undefined || isExpired(found)) throw missing('file', id, param);
    return found;
  }

  const content: Library['content'] = async (owner, id, signal, param) => {
    const found = await file(owner, id, param);
    const object = await objects.get(found.objectKey, { signal });
    if (object === undefined) throw new ServiceError('internal', 'The file is not in the object store.');
    return { file: found, object };
  };

  async function store(owner: string, name: string): Promise<VectorStoreRecord> {
    const id = storeIdOf(owner, name);
    const found = await catalog.store(owner, id);
    if (found !== undefined) return found;
    if (name !== DEFAULT_STORE) throw missing('vector store', name, 'vector_store_id');
    const now = clock.now();
    const made = { id, owner, name: DEFAULT_STORE, description: '', metadata: {}, createdAt: now, lastActiveAt: now };
    await catalog.addStore(made);
    return made;
  }

  const toMember = ({ id, owner }: VectorStoreRecord, joining: Joining, batch?: FileBatch): StoreFile => ({
    storeId: id,
    owner,
    ...joining,
    createdAt: clock.now(),
    ...(batch === undefined ? {} : { batchId: batch.id }),
    status: 'in_progress',
    chunks: 0,
    usageBytes: 0,
  });

  async function member({ id }: VectorStoreRecord, fileId: string): Promise<StoreFile> {
    const found = await catalog.member(id, fileId);
    if (found === undefined) throw missing('file in this vector store', fileId, 'file_id');
    return found;
  }

  return {
    catalog,
    file,
    store,
    member,

    async upload({ owner, filename: given, body, rest, signal }) {
      const filename = safeFileName(given);
      const { format, mediaType } = fileTypeOf(filename);
      if ((await catalog.countFiles(owner)) >= limits.maxFiles) {
        throw new ServiceError('storage_full', `There are ${limits.maxFiles} files already, which is the limit; delete some.`, {
          param: 'file',
        });
      }
      const id = ids.next('file-');
      const objectKey = `files/${id}`;
      const reservation = await removals.reserve(objectKey);
      try {
        const head = headOf(body);
        const stored = await objects.put(objectKey, head.body, mediaType, { signal, maxBytes: limits.maxFileBytes });
        if (stored.size === 0) throw new ServiceError('empty_file', 'file: it is empty.', { param: 'file' });
        checkMark(format, head.bytes());
        const { purpose, stores, expiresAfter } = await rest();
        const joined = await Promise.all(stores.map((name) => store(owner, name)));
        await checkReadable({ objectKey, name: filename, owner, signal });
        const { size: bytes, sha256 } = stored;
        const status = joined.length === 0 ? 'processed' : 'uploaded';
        const createdAt = clock.now();
        const expiry = expiresAfter === undefined ? {} : { expiresAt: new Date(createdAt.getTime() + expiresAfter * 1000) };
        const record: FileRecord = { id, owner, filename, mediaType, bytes, sha256, purpose, createdAt, objectKey, status, ...expiry };
        const joining = { fileId: id, attributes: {}, chunking: AUTO_CHUNKING };
        const kept = await catalog.addFile(
          record,
          joined.map((one) => toMember(one, joining)),
          reservation.id,
        );
        ingest.wake();
        return kept;
      } finally {
        await reservation.release();
      }
    },

    content,

    async text(owner, id, from, signal) {
      const { file: found, object } = await content(owner, id, signal);
      return readText(extractor.extract(object.body, { name: found.filename, key: owner, signal }), from);
    },

    async stores(owner, query) {
      const { after, before, ...rest } = query;
      const named = {
        ...(after === undefined ? {} : { after: storeIdOf(owner, after) }),
        ...(before === undefined ? {} : { before: storeIdOf(owner, before) }),
      };
      return catalog.stores({ ...rest, ...named, owner });
    },

    async removeFile(owner, id) {
      const removal = await catalog.removeFile(owner, id, removals.note());
      if (removal === undefined) throw missing('file', id, 'file_id');
      await removals.attempt(removal);
    },

    addStore: (added) => catalog.addStore(added),

    async removeStore(owner, name) {
      if (name === DEFAULT_STORE) {
        throw new ServiceError('invalid_input', 'vector_store_id: the default store cannot be deleted; delete its files.', {
          param: 'vector_store_id',
        });
      }
      const removal = await catalog.removeStore(owner, storeIdOf(owner, name), removals.note());
      if (removal === undefined) throw missing('vector store', name, 'vector_store_id');
      await removals.attempt(removal);
    },

    async attach(to, joining, batch) {
      const wanted = joining.map(({ fileId }) => fileId);
      const found = await catalog.filesById(wanted);
      const there = new Set(found.filter((one) => one.owner === to.owner && !isExpired(one)).map(({ id }) => id));
      const absent = wanted.find((id) => !there.has(id));
      if (absent !== undefined) throw missing('file', absent, batch === undefined ? 'file_id' : 'file_ids');
      // A file that is added again must not continue with its earlier attributes.
      await Promise.all(wanted.map((fileId) => ingest.leave({ fileId, storeId: to.id })));
      await catalog.attach(
        joining.map((one) => toMember(to, one, batch)),
        batch,
      );
      await catalog.touchStores([to.id], clock.now());
      ingest.wake();
    },

    async setAttributes(of, fileId, attributes) {
      if (!(await catalog.setAttributes(of.id, fileId, attributes))) throw missing('file in this vector store', fileId, 'file_id');
      await index.setAttributes(fileId, of.id, attributes);
      return member(of, fileId);
    },

    async detach(from, fileId) {
      const removal = await catalog.detach(from.id, fileId, removals.note());
      if (removal === undefined) throw missing('file in this vector store', fileId, 'file_id');
      await removals.attempt(removal);
    },

    async cancelBatch({ id }, batchId) {
      for (const fileId of await catalog.cancelBatch(id, batchId)) {
        await ingest.leave({ fileId, storeId: id });
        await index.deleteFile(fileId, id);
      }
    },

    ping: (signal) => objects.ping(signal),

    async run(signal) {
      const sweeping = (async () => {
        while (!signal.aborted) {
          await removeExpired()
            .then(() => removals.sweep())
            .catch((error: unknown) => {
              logger.error('pending removals and expired files cannot be read', { reason: messageOf(error) });
            });
          await delay(SWEEP_MS, signal).catch(() => undefined);
        }
      })();
      await Promise.all([ingest.run(signal), sweeping]);
    },
  };
}

function missing(what: string, id: string, param: string): ServiceError {
  return new ServiceError('not_found', `There is no ${what} ${JSON.stringify(id.slice(0, 100))}.`, { param });
}
