import type { Attributes } from '../core/attribute-filter.ts';

/** `processed` once its text can be found, or when it joined no store; `error` when it cannot be read. */
export type FileStatus = 'uploaded' | 'processed' | 'error';

/** A stored file. Its bytes lie in an object store under `objectKey`; files of the same content share one object. */
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
}

/** Keys and values that the client keeps with a store. */
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
  /** Days after its last use from which nothing is found in it. */
  readonly expiresAfterDays?: number;
}

/** How a file of a store is cut, in tokens; `isAuto` when the client left it to the service. */
export interface ChunkingStrategy {
  readonly isAuto: boolean;
  readonly maxTokens: number;
  readonly overlapTokens: number;
}

export type IngestStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled';

/** Why a file of a store could not be taken in, in OpenAI's codes. */
export interface IngestError {
  readonly code: 'server_error' | 'unsupported_file' | 'invalid_file';
  readonly message: string;
}

/** One file in one store, and how far it was taken in. */
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
  /** Chunks that can be found already; they stay through a restart. */
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

/** How many files of a store or batch stand where. */
export type StatusCounts = Readonly<Record<IngestStatus, number>> & { readonly usageBytes: number };

/** Something outside the catalog that has to be taken away; kept until that was done. */
export interface Removal {
  readonly id: string;
  readonly createdAt: Date;
  /** An object of the object store that no file needs. */
  readonly objectKey?: string;
  /** A file's passages in one store, or with no store in all of them. */
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

/** What came of taking a file in. */
export type IngestOutcome = { readonly status: 'completed' } | { readonly status: 'failed'; readonly error: IngestError };

/**
 * Which files and vector stores there are. Every method is all or nothing. What belongs to another owner is not
 * there. A list query whose `after` or `before` is not in the list throws `invalid_input`. All throw the database's
 * `unavailable`, `timeout` and `too_many_requests`.
 */
export interface Catalog {
  /** Notes that an object is about to be stored: until `addFile` takes it over, it is a removal. */
  reserve(removal: Removal): Promise<void>;
  /**
   * Takes a file with its stores in and ends the reservation. When a file of the same content is there, the new one
   * uses its object and the reservation stays as a removal. Resolves to the file as it was stored.
   */
  addFile(file: FileRecord, members: readonly StoreFile[], reservation: string): Promise<FileRecord>;
  file(owner: string, id: string): Promise<FileRecord | undefined>;
  /** Those of the ids that are there. */
  filesById(ids: readonly string[]): Promise<readonly FileRecord[]>;
  files(query: ListQuery & { readonly owner: string; readonly purpose?: string }): Promise<Listed<FileRecord>>;
  countFiles(owner: string): Promise<number>;
  /** Takes a file out of everything. Resolves to what is left to remove, or to undefined when it is not there. */
  removeFile(owner: string, id: string, removal: { readonly id: string; readonly createdAt: Date }): Promise<Removal | undefined>;

  /** Does nothing when the id is there. */
  addStore(store: VectorStoreRecord): Promise<void>;
  store(owner: string, id: string): Promise<VectorStoreRecord | undefined>;
  stores(query: ListQuery & { readonly owner: string }): Promise<Listed<VectorStoreRecord>>;
  /** Replaces a store's record; false when it is not there. */
  putStore(store: VectorStoreRecord): Promise<boolean>;
  /** Notes a use of stores. */
  touchStores(ids: readonly string[], at: Date): Promise<void>;
  removeStore(owner: string, id: string, removal: { readonly id: string; readonly createdAt: Date }): Promise<Removal | undefined>;

  /**
   * Puts files into a store, with the batch they belong to. One that is there already is taken in anew. What has left the
   * catalog meanwhile, file or store, is passed over.
   */
  attach(members: readonly StoreFile[], batch?: FileBatch): Promise<void>;
  member(storeId: string, fileId: string): Promise<StoreFile | undefined>;
  members(
    query: ListQuery & { readonly storeId: string; readonly status?: IngestStatus; readonly batchId?: string },
  ): Promise<Listed<StoreFile>>;
  setAttributes(storeId: string, fileId: string, attributes: Attributes): Promise<boolean>;
  detach(storeId: string, fileId: string, removal: { readonly id: string; readonly createdAt: Date }): Promise<Removal | undefined>;
  /** By store, or by batch when one is given. */
  counts(storeIds: readonly string[], batchId?: string): Promise<ReadonlyMap<string, StatusCounts>>;
  batch(storeId: string, id: string): Promise<FileBatch | undefined>;
  /** Cancels what is not taken in yet. Resolves to the files concerned. */
  cancelBatch(storeId: string, id: string): Promise<readonly string[]>;

  /** What is in progress, oldest first, at most `limit`. */
  unfinished(limit: number): Promise<readonly StoreFile[]>;
  /** Notes chunks that can be found; false when the file has left the store or is not in progress any more. */
  progress(storeId: string, fileId: string, done: { readonly chunks: number; readonly usageBytes: number }): Promise<boolean>;
  /** Ends the taking in, and with it the file's status; false as `progress`. */
  settle(storeId: string, fileId: string, outcome: IngestOutcome): Promise<boolean>;

  /** One of what is left to remove. */
  removal(id: string): Promise<Removal | undefined>;
  /** What is left to remove from before a time, oldest first. */
  removals(before: Date): Promise<readonly Removal[]>;
  finishRemoval(id: string): Promise<void>;
}
