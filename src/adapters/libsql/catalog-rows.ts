import type { FileBatch, FileRecord, Removal, StoreFile, VectorStoreRecord } from '../../ports/catalog.ts';
import { textColumn } from './column-values.ts';
import type { SqlValue } from './protocol.ts';

type Row = readonly SqlValue[];

/** Columns in the order of `toFileRow` and `fromFileRow`; likewise below. */
export const FILE_COLUMNS =
  'id, owner, filename, media_type, bytes, sha256, purpose, created_at, object_key, status, status_details, expires_at';
export const STORE_COLUMNS = 'id, owner, name, description, metadata, created_at, last_active_at, expires_after_days';
export const MEMBER_COLUMNS =
  'store_id, file_id, owner, created_at, attributes, chunking, batch_id, status, last_error, chunks, usage_bytes';
export const REMOVAL_COLUMNS = 'id, created_at, object_key, file_id, store_id';

/** A file as a row. */
export function toFileRow(file: FileRecord): SqlValue[] {
  const { id, owner, filename, mediaType, bytes, sha256, purpose, createdAt, objectKey, status, statusDetails = null, expiresAt } = file;
  const given = [id, owner, filename, mediaType, bytes, sha256, purpose, createdAt.getTime(), objectKey, status, statusDetails];
  return [...given, expiresAt?.getTime() ?? null];
}

/** A row as a file. */
export function fromFileRow([
  id,
  owner,
  filename,
  mediaType,
  bytes,
  sha256,
  purpose,
  createdAt,
  objectKey,
  status,
  details,
  expiresAt,
]: Row): FileRecord {
  return {
    id: textColumn(id),
    owner: textColumn(owner),
    filename: textColumn(filename),
    mediaType: textColumn(mediaType),
    bytes: Number(bytes),
    sha256: textColumn(sha256),
    purpose: textColumn(purpose),
    createdAt: new Date(Number(createdAt)),
    objectKey: textColumn(objectKey),
    status: textColumn(status) as FileRecord['status'],
    ...(typeof details === 'string' ? { statusDetails: details } : {}),
    ...(expiresAt === null ? {} : { expiresAt: new Date(Number(expiresAt)) }),
  };
}

/** A store as a row. */
export function toStoreRow(store: VectorStoreRecord): SqlValue[] {
  const { id, owner, name, description, metadata, createdAt, lastActiveAt, expiresAfterDays = null } = store;
  return [id, owner, name, description, JSON.stringify(metadata), createdAt.getTime(), lastActiveAt.getTime(), expiresAfterDays];
}

/** A row as a store. */
export function fromStoreRow([id, owner, name, description, metadata, createdAt, lastActiveAt, days]: Row): VectorStoreRecord {
  return {
    id: textColumn(id),
    owner: textColumn(owner),
    name: textColumn(name),
    description: textColumn(description),
    metadata: JSON.parse(textColumn(metadata)) as VectorStoreRecord['metadata'],
    createdAt: new Date(Number(createdAt)),
    lastActiveAt: new Date(Number(lastActiveAt)),
    ...(typeof days === 'number' ? { expiresAfterDays: days } : {}),
  };
}

/** A file of a store as a row. */
export function toMemberRow(member: StoreFile): SqlValue[] {
  const { storeId, fileId, owner, createdAt, attributes, chunking, batchId = null, status, lastError, chunks, usageBytes } = member;
  const error = lastError === undefined ? null : JSON.stringify(lastError);
  const given = [JSON.stringify(attributes), JSON.stringify(chunking)];
  return [storeId, fileId, owner, createdAt.getTime(), ...given, batchId, status, error, chunks, usageBytes];
}

/** A row as a file of a store. */
export function fromMemberRow(row: Row): StoreFile {
  const [storeId, fileId, owner, createdAt, attributes, chunking, batchId, status, lastError, chunks, usageBytes] = row;
  return {
    storeId: textColumn(storeId),
    fileId: textColumn(fileId),
    owner: textColumn(owner),
    createdAt: new Date(Number(createdAt)),
    attributes: JSON.parse(textColumn(attributes)) as StoreFile['attributes'],
    chunking: JSON.parse(textColumn(chunking)) as StoreFile['chunking'],
    ...(typeof batchId === 'string' ? { batchId } : {}),
    status: textColumn(status) as StoreFile['status'],
    ...(typeof lastError === 'string' ? { lastError: JSON.parse(lastError) as NonNullable<StoreFile['lastError']> } : {}),
    chunks: Number(chunks),
    usageBytes: Number(usageBytes),
  };
}

/** A row as a batch: id, store_id, created_at, is_cancelled. */
export function fromBatchRow([id, storeId, createdAt, isCancelled]: Row): FileBatch {
  return {
    id: textColumn(id),
    storeId: textColumn(storeId),
    createdAt: new Date(Number(createdAt)),
    isCancelled: Number(isCancelled) === 1,
  };
}

/** A removal as a row. */
export function toRemovalRow({ id, createdAt, objectKey, fileId, storeId }: Removal): SqlValue[] {
  return [id, createdAt.getTime(), objectKey ?? null, fileId ?? null, storeId ?? null];
}

/** A row as a removal. */
export function fromRemovalRow([id, createdAt, objectKey, fileId, storeId]: Row): Removal {
  return {
    id: textColumn(id),
    createdAt: new Date(Number(createdAt)),
    ...(typeof objectKey === 'string' ? { objectKey } : {}),
    ...(typeof fileId === 'string' ? { fileId } : {}),
    ...(typeof storeId === 'string' ? { storeId } : {}),
  };
}
