import { createDocumentExtractor } from '../adapters/documents/extractor.ts';
import { createLibsqlCatalog } from '../adapters/libsql/catalog.ts';
import type { Database } from '../adapters/libsql/database.ts';
import { seldom } from '../adapters/libsql/seldom-logger.ts';
import { createLibrary, type Library } from '../domain/documents/library.ts';
import { createFileSearch } from '../domain/retrieval/file-search.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { DocumentExtractor } from '../ports/extractor.ts';
import type { FileSearch } from '../ports/file-search.ts';
import type { Leases } from '../ports/leases.ts';
import type { ReasonerSettings } from '../reasoner/config.ts';
import { register } from './adopt-engine.ts';
import type { Foundation } from './foundation.ts';
import { openObjectStore } from './object-store.ts';
import type { Retrieval } from './retrieval.ts';

/** The reader of documents, files and file search; the last two are undefined while RAG is off. */
export interface Files {
  readonly extractor: DocumentExtractor;
  readonly library?: Library;
  readonly fileSearch?: FileSearch;
}

/** Files according to the reasoner's settings. Ingestion begins with `library.run`. */
export async function openFiles(
  foundation: Foundation,
  settings: ReasonerSettings,
  given: {
    readonly database: Database;
    readonly embedder: Embedder;
    readonly retrieval: Retrieval;
    /** Shared with the other reasoners on this database. */
    readonly leases: Leases | undefined;
  },
): Promise<Files> {
  const extractor = createDocumentExtractor({
    workers: settings.documentWorkers,
    limits: {
      maxBytes: settings.maxFileBytes,
      maxPages: settings.documentPages,
      maxCharacters: settings.documentCharacters,
      maxSeconds: settings.documentSeconds,
    },
  });
  register(foundation, extractor);
  if (!settings.ragEnabled) return { extractor };
  const { database, embedder, retrieval, leases } = given;
  const { clock, ids } = foundation;
  const logger = foundation.logger.with({ service: 'reasoner' });
  const catalog = createLibsqlCatalog({ database, clock });
  const library = createLibrary({
    catalog,
    objects: await openObjectStore(foundation, settings),
    extractor,
    embedder,
    index: retrieval.vectorIndex,
    leases,
    clock,
    ids,
    // It tries again every second while the catalog cannot be read.
    logger: seldom(logger),
    limits: {
      maxFileBytes: settings.maxFileBytes,
      maxFiles: settings.maxFiles,
      checkMs: settings.uploadCheckMs,
      concurrency: settings.ingestFiles,
      batchChunks: settings.ingestChunks,
      attempts: settings.ingestAttempts,
      retryMs: settings.ingestRetryMs,
    },
  });
  return { extractor, library, fileSearch: createFileSearch({ catalog, search: retrieval.hybridSearch, clock }) };
}
