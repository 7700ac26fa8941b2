import type { AttributeFilter } from '../../core/attribute-filter.ts';
import { definesWhatIsAsked } from '../../core/definitions.ts';
import { ServiceError } from '../../core/errors.ts';
import { retryableOnce } from '../../core/retryable-once.ts';
import { searchableText } from '../../core/searchable-text.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Reranker } from '../../ports/reranker.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { fuse, type FusedPassage, type Fusion } from './fusion.ts';
import { unrelatedCosine } from './unrelated-cosine.ts';

/** The defaults of a search. */
export interface HybridDefaults {
  /** From 0 (keywords only) to 1 (meaning only). */
  readonly alpha: number;
  readonly fusion: Fusion;
  /** Fewest candidates of each of the two searches. */
  readonly candidates: number;
  /** How many of the best passages are reranked. */
  readonly rerankCandidates: number;
}

/** Where and how to search. */
export interface HybridSearchOptions {
  readonly storeIds: readonly string[];
  /** At most so many passages, from 1. */
  readonly limit: number;
  /** From 0 (keywords only) to 1 (meaning only). */
  readonly alpha?: number;
  /** Passages with a lower score are left out, from 0 to 1. */
  readonly scoreThreshold?: number;
  /** Applied before ranking. */
  readonly filter?: AttributeFilter;
  readonly signal?: AbortSignal;
  /** Name of the API key or the like: see `Embedder`. */
  readonly key?: string;
}

/**
 * Finds passages by meaning and keywords at once, best first; the same contents give the same results. A search by keywords only embeds
 * nothing, and while the index is not whole every search is one: passages without vectors would lose against the others. Throws
 * `invalid_input` naming the option that is out of range, and the errors of the index, the embedder and the reranker.
 */
export type HybridSearch = (query: string, options: HybridSearchOptions) => Promise<readonly FusedPassage[]>;

export interface HybridSearchDeps {
  readonly index: VectorIndex;
  /** The embedder of the index's vectors. */
  readonly embedder: Embedder;
  /** Reorders the best passages. */
  readonly reranker?: Reranker | undefined;
  /** Chosen by measurement if absent: see `HYBRID_DEFAULTS`. */
  readonly defaults?: Partial<HybridDefaults>;
}

/**
 * Chosen by measurement: nDCG@10 of keywords only / vectors only / these defaults is 0.379 / 0.423 / 0.455 on CISI's abstracts and 0.484
 * / 0.405 / 0.539 on LoCoMo's conversations (`scripts/bench/retrieval.ts --direct`), and any alpha from 0.5 to 0.8 beats both.
 * Reciprocal ranks do worse, by 0.01 and 0.11 with an earlier embedder: ranks do not show how confident a search is.
 */
export const HYBRID_DEFAULTS: HybridDefaults = { alpha: 0.7, fusion: 'relative', candidates: 100, rerankCandidates: 30 };

/** How much of the way to the best score. */
const DEFINITION_LIFT = 0.7;

/** Search over an index and the embedder that filled it. */
export function createHybridSearch({ index, embedder, reranker, defaults }: HybridSearchDeps): HybridSearch {
  const standard = { ...HYBRID_DEFAULTS, ...defaults };
  const { fusion } = standard;
  /** Measured by the first search that needs it. */
  const baseline = retryableOnce(() => unrelatedCosine(embedder));

  return async (query, options) => {
    const { storeIds, limit, alpha: wanted = standard.alpha, scoreThreshold, filter, signal, key } = options;
    check(options);
    signal?.throwIfAborted();
    if (storeIds.length === 0 || query.trim() === '') return [];
    const alpha = wanted === 0 || (await index.isWhole(signal)) ? wanted : 0;
    const wide = reranker === undefined ? limit : Math.max(limit, standard.rerankCandidates);
    const cancel = signal === undefined ? {} : { signal };
    const within = { ...cancel, ...(key === undefined ? {} : { key }) };
    const find = { limit: Math.max(wide, standard.candidates), ...(filter === undefined ? {} : { filter }), ...cancel };

    const [embedding, matching] = await Promise.all([
      alpha === 0 ? undefined : embedQuery(embedder, query, within),
      alpha === 1 ? [] : index.matching(storeIds, query, find),
    ]);
    const isByCosine = embedding !== undefined && fusion === 'relative';
    const [nearest, cosines, zero] = await Promise.all([
      embedding === undefined ? [] : index.nearest(storeIds, embedding, find),
      isByCosine && matching.length > 0
        ? index.similarities(
            matching.map(({ passage }) => passage.id),
            embedding,
            signal,
          )
        : new Map<string, number>(),
      isByCosine ? baseline() : 0,
    ]);
    const fused = withDefinitions(query, fuse(fusion, { nearest, matching, cosines, unrelated: zero, alpha })).slice(0, wide);
    const ranked = reranker === undefined ? fused : await reranked(reranker, query, fused, within);
    const found = ranked.slice(0, limit);
    return scoreThreshold === undefined ? found : found.filter(({ score }) => score >= scoreThreshold);
  };
}

/** Of a question for what something is, passages that say so come closer to the best score: all others have the same words. */
function withDefinitions(query: string, found: readonly FusedPassage[]): FusedPassage[] {
  const defines = definesWhatIsAsked(query);
  if (defines === undefined) return [...found];
  const lifted = found.map((one) => (defines(one.passage.text) ? { ...one, score: one.score + (1 - one.score) * DEFINITION_LIFT } : one));
  return lifted.toSorted((left, right) => right.score - left.score);
}

interface Within {
  readonly signal?: AbortSignal;
  readonly key?: string;
}

async function embedQuery(embedder: Embedder, query: string, within: Within): Promise<Float32Array> {
  const [embedding] = await embedder.embed([query], { as: 'query', ...within });
  if (embedding === undefined) throw new ServiceError('internal', 'The embedder gave no vector.');
  return embedding;
}

/** The passages ordered by the reranker. */
async function reranked(reranker: Reranker, query: string, found: readonly FusedPassage[], within: Within): Promise<FusedPassage[]> {
  if (found.length === 0) return [];
  const scores = await reranker.rerank(
    query,
    found.map(({ passage }) => searchableText(passage)),
    within,
  );
  return found.map((one, place) => ({ ...one, score: scores[place] ?? 0 })).toSorted((left, right) => right.score - left.score);
}

function check({ limit, alpha, scoreThreshold }: HybridSearchOptions): void {
  if (!Number.isInteger(limit) || limit < 1) throw outOfRange('limit', 'a whole number from 1');
  if (alpha !== undefined && !(alpha >= 0 && alpha <= 1)) throw outOfRange('hybrid_alpha', 'a number from 0 to 1');
  if (scoreThreshold !== undefined && !(scoreThreshold >= 0 && scoreThreshold <= 1))
    throw outOfRange('score_threshold', 'a number from 0 to 1');
}

function outOfRange(param: string, range: string): ServiceError {
  return new ServiceError('invalid_input', `${param} must be ${range}.`, { param });
}
