import { delay } from '../../core/abort.ts';
import { isAbort, ServiceError, toServiceError, type ErrorKind } from '../../core/errors.ts';
import { searchableText } from '../../core/searchable-text.ts';
import type { Catalog, FileRecord, IngestError, StoreFile } from '../../ports/catalog.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Block, DocumentExtractor } from '../../ports/extractor.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Logger } from '../../ports/system.ts';
import type { Passage, VectorIndex } from '../../ports/vector-index.ts';
import { chunkDocument, type Chunk } from './chunker.ts';
import type { FileWork } from './ingest.ts';

export interface IngestFileDeps {
  readonly catalog: Catalog;
  readonly objects: ObjectStore;
  readonly extractor: DocumentExtractor;
  readonly embedder: Embedder;
  readonly index: VectorIndex;
  readonly logger: Logger;
  /** How many chunks are embedded and stored at once. */
  readonly batchChunks: number;
  /** How often a file is tried if an engine or store fails, and the first pause in milliseconds, which doubles. */
  readonly attempts: number;
  readonly firstPauseMs: number;
}

const MAX_PAUSE_MS = 60_000;

/** A document that takes too long to read is read once more, as other work may have slowed it down. */
const SLOW_ATTEMPTS = 2;

/** Errors that are due to the document itself: a further attempt would fail too. */
const FAULTS: Partial<Record<ErrorKind, IngestError['code']>> = {
  empty_file: 'invalid_file',
  encrypted_file: 'invalid_file',
  invalid_file: 'invalid_file',
  file_too_large: 'invalid_file',
  unsupported_file_type: 'unsupported_file',
};

/**
 * Ingests one file of a store: extracts its text, splits it into chunks, embeds them and adds them to the index, a batch at a time.
 * Progress is stored after each batch, so that a restart continues there; a document always gives the same chunks. Ends with the file
 * `completed` or `failed` in the store, as soon as it has been removed from the store, or when it must wait for others. Throws the
 * catalog's errors, and the signal's reason.
 */
export function createFileIngest(deps: IngestFileDeps): FileWork {
  const { catalog, index, logger } = deps;
  return async (given, signal, mayGoOn) => {
    const { storeId, fileId } = given;
    let member: StoreFile | undefined = given;
    for (let attempt = 1; member?.status === 'in_progress'; attempt += 1) {
      try {
        await takeIn(deps, member, signal, mayGoOn);
        return;
      } catch (thrown) {
        if (signal.aborted || isAbort(thrown)) throw thrown;
        const error = toServiceError(thrown);
        const { code, attempts } = outcomeOf(error, deps.attempts);
        if (attempt >= attempts) {
          await index.deleteFile(fileId, storeId);
          const message = error.kind === 'internal' ? 'The file could not be taken in.' : error.message;
          await catalog.settle(storeId, fileId, { status: 'failed', error: { code, message } });
          logger.warn('a file could not be ingested', { file: fileId, error_type: error.kind });
          return;
        }
        const pause = Math.min(deps.firstPauseMs * 2 ** (attempt - 1), MAX_PAUSE_MS);
        logger.warn('ingesting a file is retried', { file: fileId, error_type: error.kind, attempt, pause_ms: pause });
        await delay(pause, signal);
      }
      member = await catalog.member(storeId, fileId);
    }
  };
}

/** What an error says of a document in the end, and how often the document is tried because of it. */
function outcomeOf({ kind, param }: ServiceError, attempts: number): { readonly code: IngestError['code']; readonly attempts: number } {
  const fault = FAULTS[kind];
  if (fault !== undefined) return { code: fault, attempts: 1 };
  const isSlow = kind === 'timeout' && param === 'file';
  return isSlow ? { code: 'invalid_file', attempts: Math.min(attempts, SLOW_ATTEMPTS) } : { code: 'server_error', attempts };
}

async function takeIn(deps: IngestFileDeps, member: StoreFile, signal: AbortSignal, mayGoOn: (chunks: number) => boolean): Promise<void> {
  const { catalog, objects, extractor, index } = deps;
  const { storeId, fileId, chunking } = member;
  const [file] = await catalog.filesById([fileId]);
  if (file === undefined) return;
  if (member.chunks === 0) await index.deleteFile(fileId, storeId);
  const object = await objects.get(file.objectKey, { signal });
  if (object === undefined) throw new ServiceError('internal', 'The file is not in the object store.');
  // Extracted completely first: no part of a file that fails midway can be found, and the extractor is free while chunks are embedded.
  const blocks = await Array.fromAsync(extractor.extract(object.body, { name: file.filename, signal, key: file.owner }));
  let done = member.chunks;
  let usageBytes = member.usageBytes;
  let batch: Chunk[] = [];
  const flush = async (): Promise<boolean> => {
    if (batch.length === 0) return true;
    await index.upsert(await embedded(deps, file, member, batch, signal), signal);
    done += batch.length;
    usageBytes += batch.reduce((sum, { text }) => sum + new TextEncoder().encode(text).byteLength, 0);
    batch = [];
    if (await catalog.progress(storeId, fileId, { chunks: done, usageBytes })) return true;
    // Another process has removed the file meanwhile, or cancelled its batch.
    if ((await catalog.member(storeId, fileId))?.status !== 'completed') await index.deleteFile(fileId, storeId);
    return false;
  };
  for await (const chunk of chunkDocument(batchesOf(blocks), { maxTokens: chunking.maxTokens, overlapTokens: chunking.overlapTokens })) {
    // Ingested before a restart.
    if (chunk.index < member.chunks) continue;
    // A batch is stored once there is a chunk behind it: a file whose last one is stored never waits for others.
    if (batch.length >= deps.batchChunks && !((await flush()) && mayGoOn(done))) return;
    batch.push(chunk);
  }
  if (!(await flush())) return;
  // Attributes may have changed while chunks with the old ones were being added.
  const now = await catalog.member(storeId, fileId);
  if (now !== undefined && JSON.stringify(now.attributes) !== JSON.stringify(member.attributes)) {
    await index.setAttributes(fileId, storeId, now.attributes);
  }
  await catalog.settle(storeId, fileId, { status: 'completed' });
}

async function* batchesOf(batches: readonly (readonly Block[])[]): AsyncGenerator<readonly Block[], void> {
  yield* batches;
}

async function embedded(
  { embedder }: IngestFileDeps,
  file: FileRecord,
  { storeId, attributes }: StoreFile,
  chunks: readonly Chunk[],
  signal: AbortSignal,
): Promise<Passage[]> {
  const texts = chunks.map((chunk) => searchableText(chunk));
  const vectors = await embedder.embed(texts, { as: 'passage', signal, key: file.owner });
  return chunks.map(({ index, text, start, end, page, headings, header, titles }, place) => {
    const embedding = vectors[place];
    if (embedding === undefined) throw new ServiceError('internal', 'The embedder gave too few vectors.');
    return {
      id: `${storeId} ${file.id} ${String(index).padStart(8, '0')}`,
      storeIds: [storeId],
      fileId: file.id,
      text,
      searchText: texts[place] ?? text,
      headings,
      titles,
      ...(header === undefined ? {} : { header }),
      position: page === undefined ? { start, end } : { page, start, end },
      attributes,
      embedding,
    };
  });
}
