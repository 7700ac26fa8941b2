import type { Attributes } from '../core/attribute-filter.ts';

/** `processed` once its text can be found, or if it was added to no store; `error` if it cannot be read. */
export type FileStatus = 'uploaded' | 'processed' | 'error';

/** A stored file. Its bytes are in an object store under `objectKey`; files with the same content share an object. */
export interface FileRecord {
  readonly id: string;
  /** Name of the API key it belongs to; empty while keys are off. */
  readonly owner: string;
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly purpose: string;
  readonly createdAt: Date;
  readonly objectKey: string;
  readonly status: FileStatus;
  /** Why its status is `error`. */
  readonly statusDetails?: string;
  /** From then on it counts as deleted; absent if it stays until it is. */
  readonly expiresAt?: Date;
}

/** Metadata that the client stores with a vector store. */
export type StoreMetadata = Readonly<Record<string, string>>;

/** A named collection of files that is searched as one. */
export interface VectorStoreRecord {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string;
  readonly metadata: StoreMetadata;
  readonly createdAt: Date;
  readonly lastActiveAt: Date;
  /** Days after its last use after which it expires. */
  readonly expiresAfterDays?: number;
}

/** How a file of a store is split, in tokens; `isAuto` if the client left it to the service. */
export interface ChunkingStrategy {
  readonly isAuto: boolean;
  readonly maxTokens: number;
  readonly overlapTokens: number;
}

export type IngestStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled';

/** Why a file of a store could not be ingested, in OpenAI's codes. */
export interface IngestError {
  readonly code: 'server_error' | 'unsupported_file' | 'invalid_file';
  readonly message: string;
}

/** One file in one store, and the progress of its ingestion. */
export interface StoreFile {
  readonly storeId: string;
  readonly fileId: string;
  readonly owner: string;
  readonly createdAt: Date;
  readonly attributes: Attributes;
  readonly chunking: ChunkingStrategy;
  readonly batchId?: string;
  readonly status: IngestStatus;
  readonly lastError?: IngestError;
  /** Chunks that can already be found; they stay through a restart. */
  readonly chunks: number;
  /** UTF-8 bytes of their texts. */
  readonly usageBytes: number;
}

/** Files that were attached together. */
export interface FileBatch {
  readonly id: string;
  readonly storeId: string;
  readonly createdAt: Date;
  readonly isCancelled: boolean;
}

/** How many files of a store or batch have each status. */
export type StatusCounts = Readonly<Record<IngestStatus, number>> & { readonly usageBytes: number };

/** Something outside the catalog that must be removed; kept until that has been done. */
export interface Removal {
  readonly id: string;
  readonly createdAt: Date;
  /** An object of the object store that no file needs. */
  readonly objectKey?: string;
  /** A file's passages in one store, or without a store in all of them. */
  readonly fileId?: string;
  readonly storeId?: string;
}

/** A page of a list in order of creation. `after` and `before` are ids of the list. */
export interface ListQuery {
  /** At least 1. */
  readonly limit: number;
  readonly order: 'asc' | 'desc';
  readonly after?: string;
  readonly before?: string;
}

export interface Listed<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** The outcome of ingesting a file. */
export type IngestOutcome = { readonly status: 'completed' } | { readonly status: 'failed'; readonly error: IngestError };

/**
 * The files and vector stores. Every method is atomic. What belongs to other owners does not exist. A list query whose `after` or
 * `before` is not in the list throws `invalid_input`. All methods throw the database's `unavailable`, `timeout` and `too_many_requests`.
 */
export interface Catalog {
  /** Records that an object is about to be stored: until `addFile` takes it over, it is a pending removal. */
  reserve(removal: Removal): Promise<void>;
  /**
   * Adds a file with its stores and ends the reservation. If a file with the same content exists, the new one uses its object, and the
   * reservation remains as a removal. Resolves to the file as stored.
   */
  addFile(file: FileRecord, members: readonly StoreFile[], reservation: string): Promise<FileRecord>;
  file(owner: string, id: string): Promise<FileRecord | undefined>;
  /** Those of the ids that exist. */
  filesById(ids: readonly string[]): Promise<readonly FileRecord[]>;
  files(query: ListQuery & { readonly owner: string; readonly purpose?: string }): Promise<Listed<FileRecord>>;
  countFiles(owner: string): Promise<number>;
  /** Files of all owners that expire at a time or before, at most `limit`. */
  expiredFiles(at: Date, limit: number): Promise<readonly FileRecord[]>;
  /** Removes a file from everything. Resolves to the pending removal, or to undefined if there is no such file. */
  removeFile(owner: string, id: string, removal: { readonly id: string; readonly createdAt: Date }): Promise<Removal | undefined>;

  /** Does nothing if the id exists. */
  addStore(store: VectorStoreRecord): Promise<void>;
  store(owner: string, id: string): Promise<VectorStoreRecord | undefined>;
  stores(query: ListQuery & { readonly owner: string }): Promise<Listed<VectorStoreRecord>>;
  /** Replaces a store's record; false if it does not exist. */
  putStore(store: VectorStoreRecord): Promise<boolean>;
  /** Records a use of stores. */
  touchStores(ids: readonly string[], at: Date): Promise<void>;
  removeStore(owner: string, id: string, removal: { readonly id: string; readonly createdAt: Date }): Promise<Removal | undefined>;

  /**
   * Adds files to a store, with their batch. One that is already there is ingested again; a batch that brought it before keeps it in its
   * list and counts as it was, cancelled if it was in progress. Files or stores that no longer exist are skipped.
   */
  attach(members: readonly StoreFile[], batch?: FileBatch): Promise<void>;
  member(storeId: string, fileId: string): Promise<StoreFile | undefined>;
  members(
    query: ListQuery & { readonly storeId: string; readonly status?: IngestStatus; readonly batchId?: string },
  ): Promise<Listed<StoreFile>>;
  setAttributes(storeId: string, fileId: string, attributes: Attributes): Promise<boolean>;
  detach(storeId: string, fileId: string, removal: { readonly id: string; readonly createdAt: Date }): Promise<Removal | undefined>;
  /** By store, or by batch if one is given. */
  counts(storeIds: readonly string[], batchId?: string): Promise<ReadonlyMap<string, StatusCounts>>;
  batch(storeId: string, id: string): Promise<FileBatch | undefined>;
  /** Cancels files that are not ingested yet. Resolves to their ids. */
  cancelBatch(storeId: string, id: string): Promise<readonly string[]>;

  /** Files in progress of which at least `from` and fewer than `below` chunks are ingested, oldest first, at most `limit`. */
  unfinished(limit: number, chunks?: { readonly from?: number; readonly below?: number }): Promise<readonly StoreFile[]>;
  /** Records how many chunks can be found; false if the file is no longer in the store or in progress. */
  progress(storeId: string, fileId: string, done: { readonly chunks: number; readonly usageBytes: number }): Promise<boolean>;
  /** Ends the ingestion, and sets the file's status; false as `progress`. */
  settle(storeId: string, fileId: string, outcome: IngestOutcome): Promise<boolean>;

  /** One pending removal. */
  removal(id: string): Promise<Removal | undefined>;
  /** Pending removals from before a time, oldest first. */
  removals(before: Date): Promise<readonly Removal[]>;
  finishRemoval(id: string): Promise<void>;
}
