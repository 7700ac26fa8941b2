import type { Database } from '../adapters/libsql/database.ts';
import { seldom } from '../adapters/libsql/seldom-logger.ts';
import { createLibsqlVectorIndex } from '../adapters/libsql/vector-index.ts';
import { createTransformersReranker } from '../adapters/transformers/reranker.ts';
import { ConfigError } from '../core/config.ts';
import { createHybridSearch, type HybridSearch } from '../domain/retrieval/hybrid-search.ts';
import { createPassageRenewal } from '../domain/retrieval/renew-passages.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Leases } from '../ports/leases.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import { reasonerSettings, type ReasonerSettings } from '../reasoner/config.ts';
import { adopt } from './adopt-engine.ts';
import type { Foundation } from './foundation.ts';
import { hubModel, isHubModel } from './hub-models.ts';

/** The passages and their search, shared by files and memory. */
export interface Retrieval {
  readonly vectorIndex: VectorIndex;
  readonly hybridSearch: HybridSearch;
  /** Embeds anew what another model has embedded, until the signal aborts. */
  readonly renewPassages: (signal: AbortSignal) => Promise<void>;
}

/** Longest time in milliseconds that the reranker may take for a few texts, and how many runs may wait. */
const RERANK_TIMEOUT_MS = 60_000;
const RERANK_QUEUE = 64;

/** How often to look for passages that another model has embedded, in milliseconds. */
const LOOK_MS = 5000;

/** The index in the reasoner's database and its search. Nothing is read before the first search or renewal. */
export async function createRetrieval(
  foundation: Foundation,
  settings: ReasonerSettings,
  given: {
    readonly database: Database;
    readonly embedder: Embedder;
    /** Shared with the other reasoners on this database; undefined if there are none. */
    readonly leases: Leases | undefined;
  },
): Promise<Retrieval> {
  const { database, embedder, leases } = given;
  const { clock, resources } = foundation;
  const logger = foundation.logger.with({ service: 'reasoner' });
  const index = createLibsqlVectorIndex({
    database,
    clock,
    logger,
    model: embedder.model,
    dimensions: embedder.dimensions,
    searchTimeoutMs: settings.searchTimeoutMs,
    isShared: leases !== undefined,
  });
  resources.use(index);
  const hybridSearch = createHybridSearch({
    index,
    embedder,
    reranker: await createReranker(foundation, settings),
    defaults: {
      alpha: settings.hybridAlpha,
      fusion: settings.hybridFusion,
      candidates: settings.searchCandidates,
      rerankCandidates: settings.rerankCandidates,
    },
  });
  const renewPassages = createPassageRenewal({
    index,
    embedder,
    leases,
    logger: seldom(logger),
    batch: settings.ingestChunks,
    lookMs: LOOK_MS,
  });
  return { vectorIndex: index, hybridSearch, renewPassages };
}

async function createReranker(foundation: Foundation, settings: ReasonerSettings): Promise<Reranker | undefined> {
  const { rerankModel: id, rerankDtype: dtype, rerankProvider: provider, rerankWorkers: workers } = settings;
  if (id === '') return undefined;
  if (!isHubModel(id))
    throw new ConfigError([`${reasonerSettings.rerankModel.name}=${id}: must be a model of the hub as owner/name, or empty`]);
  const deps = await hubModel(foundation, { id, dtype, provider, workers, queueLimit: RERANK_QUEUE, timeoutMs: RERANK_TIMEOUT_MS });
  return adopt(foundation, createTransformersReranker(deps));
}
