import { createDocumentExtractor } from '../../src/adapters/documents/extractor.ts';
import { createInMemoryCatalog } from '../../src/adapters/in-memory/catalog.ts';
import { createInMemoryObjectStore } from '../../src/adapters/in-memory/object-store.ts';
import { createInMemoryVectorIndex } from '../../src/adapters/in-memory/vector-index.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { wordsOf } from '../../src/core/search-terms.ts';
import { createLibrary, type LibraryLimits } from '../../src/domain/documents/library.ts';
import { createFileSearch } from '../../src/domain/retrieval/file-search.ts';
import { createHybridSearch } from '../../src/domain/retrieval/hybrid-search.ts';
import type { Catalog } from '../../src/ports/catalog.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Leases } from '../../src/ports/leases.ts';
import type { ObjectStore } from '../../src/ports/object-store.ts';
import type { VectorIndex } from '../../src/ports/vector-index.ts';
import { createReasoner, type ReasonerDeps } from '../../src/reasoner/reasoner.ts';
import { createCountingIds } from '../fixtures/manual-system.ts';
import { until } from '../system/until.ts';
import { createTestLogger } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';

/** An embedder whose vectors say which words a text has. */
export function createWordEmbedder(dimensions = 64): Embedder {
  return {
    model: 'words',
    dimensions,
    async embed(texts, { signal }) {
      signal?.throwIfAborted();
      return texts.map((text) => {
        const vector = new Float32Array(dimensions);
        for (const word of wordsOf(text)) {
          let hash = 7;
          for (const character of word) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
          vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1;
        }
        const length = Math.hypot(...vector) || 1;
        return vector.map((value) => value / length);
      });
    },
  };
}

export interface LibraryParts {
  readonly catalog?: Catalog;
  readonly objects?: ObjectStore;
  readonly embedder?: Embedder;
  readonly index?: VectorIndex;
  readonly leases?: Leases;
  readonly limits?: Partial<LibraryLimits>;
  readonly reasoner?: Parameters<typeof createReasonerDeps>[0];
  /** Whether files are taken in; true unless given. */
  readonly works?: boolean;
}

/** A reasoner with RAG on, over memory and the real document reader. */
export function openLibraryService(parts: LibraryParts = {}) {
  const clock = parts.reasoner?.clock ?? systemClock;
  const catalog = parts.catalog ?? createInMemoryCatalog();
  const objects = parts.objects ?? createInMemoryObjectStore();
  const embedder = parts.embedder ?? createWordEmbedder();
  const index = parts.index ?? createInMemoryVectorIndex({ dimensions: embedder.dimensions });
  const extractor = createDocumentExtractor();
  const logger = createTestLogger();
  const limits = {
    maxFileBytes: 1024 * 1024,
    maxFiles: 100,
    checkMs: 10_000,
    concurrency: 2,
    batchChunks: 4,
    attempts: 3,
    retryMs: 1,
    ...parts.limits,
  };
  const { leases } = parts;
  const library = createLibrary({ catalog, objects, extractor, embedder, index, leases, clock, ids: createCountingIds(), logger, limits });
  const fileSearch = createFileSearch({ catalog, search: createHybridSearch({ index, embedder }), clock });
  const deps: ReasonerDeps = createReasonerDeps({
    ...parts.reasoner,
    clock,
    extractor,
    library,
    fileSearch,
    settings: { ...parts.reasoner?.settings, ragEnabled: true, maxFileBytes: limits.maxFileBytes },
  });
  const reasoner = createReasoner(deps);
  const stop = new AbortController();
  const running = parts.works === false ? undefined : library.run(stop.signal);

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const isForm = body instanceof FormData;
    const response = await reasoner.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: { ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: (await response.json()) as Json };
  }

  /** Sends a file as a client does. */
  function upload(
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    return call('POST', '/v1/files', form, headers);
  }

  /** Waits until a file was taken in, or cannot be. */
  async function settled(id: string): Promise<string> {
    let status = 'uploaded';
    await until(`${id} is taken in`, async () => {
      ({ status } = (await call('GET', `/v1/files/${id}`)).body);
      return status !== 'uploaded';
    });
    return status;
  }

  return {
    call,
    upload,
    settled,
    catalog,
    objects,
    index,
    library,
    handle: reasoner.handle,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
      await extractor[Symbol.asyncDispose]();
    },
  };
}

/** The fields of all answers that the tests look into. */
export interface Json {
  readonly id: string;
  readonly object: string;
  readonly status: string;
  readonly status_details: string | null;
  readonly filename: string;
  readonly purpose: string;
  readonly name: string;
  readonly created_at: number;
  readonly last_active_at: number;
  readonly expires_at: number;
  readonly expires_after: object | null;
  readonly metadata: object;
  readonly usage_bytes: number;
  readonly file_id: string;
  readonly score: number;
  readonly text: string;
  readonly content: readonly { readonly text: string }[];
  readonly headings: readonly string[];
  readonly table_header: string | null;
  readonly data: readonly Json[];
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly has_more: boolean;
  readonly next_page: string | null;
  readonly search_query: readonly string[];
  readonly error_type: string;
  readonly message: string;
  readonly error?: { readonly param: string | null };
  readonly file_counts?: { readonly completed: number; readonly failed: number; readonly cancelled: number };
  readonly last_error?: { readonly code: string; readonly message: string };
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly chunking_strategy?: { readonly static: { readonly max_chunk_size_tokens: number } };
  readonly components?: Readonly<Record<string, boolean>>;
  readonly paths?: Readonly<Record<string, object>>;
  readonly choices?: readonly { readonly message: ChatMessage }[];
}

interface ChatMessage {
  readonly content: string;
  readonly annotations?: readonly {
    readonly file_citation: { readonly filename: string; readonly index: number; readonly position: object };
  }[];
}

export type LibraryService = ReturnType<typeof openLibraryService>;
