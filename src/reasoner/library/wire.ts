import { storeNameOf } from '../../core/store-id.ts';
import { expiryOf } from '../../domain/retrieval/file-search.ts';
import type { FileBatch, FileRecord, StatusCounts, StoreFile, VectorStoreRecord } from '../../ports/catalog.ts';
import type { FileSearchResult } from '../../ports/file-search.ts';

/** Unix time in seconds. */
function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** A file in OpenAI's format. */
export function fileBody({ id, bytes, createdAt, filename, purpose, status, statusDetails, expiresAt }: FileRecord) {
  const created_at = seconds(createdAt);
  const expires_at = expiresAt === undefined ? null : seconds(expiresAt);
  return { id, object: 'file', bytes, created_at, filename, purpose, status, status_details: statusDetails ?? null, expires_at };
}

function countsBody({ in_progress, completed, failed, cancelled }: StatusCounts) {
  return { in_progress, completed, failed, cancelled, total: in_progress + completed + failed + cancelled };
}

/** A vector store in OpenAI's format. */
export function storeBody(store: VectorStoreRecord, counts: StatusCounts, now: Date) {
  const { id, name, description, metadata, createdAt, lastActiveAt, expiresAfterDays } = store;
  const expiry = expiryOf(store);
  return {
    id: storeNameOf(id),
    object: 'vector_store',
    created_at: seconds(createdAt),
    name,
    description,
    usage_bytes: counts.usageBytes,
    file_counts: countsBody(counts),
    status: expiry !== undefined && expiry <= now ? 'expired' : counts.in_progress > 0 ? 'in_progress' : 'completed',
    expires_after: expiresAfterDays === undefined ? null : { anchor: 'last_active_at', days: expiresAfterDays },
    expires_at: expiry === undefined ? null : seconds(expiry),
    last_active_at: seconds(lastActiveAt),
    metadata,
  };
}

/** A file of a store in OpenAI's format. */
export function memberBody({ storeId, fileId, createdAt, status, lastError, usageBytes, attributes, chunking }: StoreFile) {
  return {
    id: fileId,
    object: 'vector_store.file',
    created_at: seconds(createdAt),
    vector_store_id: storeNameOf(storeId),
    status,
    last_error: lastError ?? null,
    usage_bytes: usageBytes,
    attributes,
    chunking_strategy: {
      type: 'static',
      static: { max_chunk_size_tokens: chunking.maxTokens, chunk_overlap_tokens: chunking.overlapTokens },
    },
  };
}

/** A batch in OpenAI's format. */
export function batchBody({ id, storeId, createdAt, isCancelled }: FileBatch, counts: StatusCounts) {
  return {
    id,
    object: 'vector_store.file_batch',
    created_at: seconds(createdAt),
    vector_store_id: storeNameOf(storeId),
    status: isCancelled ? 'cancelled' : counts.in_progress > 0 ? 'in_progress' : 'completed',
    file_counts: countsBody(counts),
  };
}

/** A search result in OpenAI's format, with its position in the file and what stands above it there. */
export function resultBody({ fileId, filename, score, attributes, text, headings = [], header, page, start, end }: FileSearchResult) {
  const position = { page: page ?? null, start, end };
  const above = { headings, table_header: header ?? null };
  return { file_id: fileId, filename, score, attributes, content: [{ type: 'text', text }], position, ...above };
}
