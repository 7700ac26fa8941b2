import type { RetrievalCorpus, RetrievalQuery, RetrievalSet } from './retrieval-sets.ts';
import { quantile } from './vector-measures.ts';

/** A corpus that can be searched. */
export interface SearchableCorpus extends AsyncDisposable {
  /** Ids of documents, best first, without repetition. */
  search(query: string, alpha: number): Promise<readonly string[]>;
}

export type OpenCorpus = (corpus: RetrievalCorpus) => Promise<SearchableCorpus>;

export interface RetrievalFigures {
  readonly alpha: number;
  readonly ndcg10: number;
  readonly recall10: number;
  readonly recall100: number;
  readonly p50: number;
  readonly p99: number;
}

/** One line of figures for each alpha, over all queries of the set's corpora; times in milliseconds. */
export async function measureSet(set: RetrievalSet, open: OpenCorpus, alphas: readonly number[]): Promise<RetrievalFigures[]> {
  const samples = new Map(alphas.map((alpha) => [alpha, { ndcg10: [0], recall10: [0], recall100: [0], times: [0] }]));
  for (const own of samples.values()) for (const list of Object.values(own)) list.pop();
  for (const corpus of set.corpora) {
    await using opened = await open(corpus);
    for (const { text } of corpus.queries.slice(0, 5)) await opened.search(text, 0.5);
    for (const alpha of alphas) {
      const own = samples.get(alpha);
      for (const query of corpus.queries) {
        const started = performance.now();
        const found = await opened.search(query.text, alpha);
        own?.times.push(performance.now() - started);
        own?.ndcg10.push(ndcg(found, query.relevant, 10));
        own?.recall10.push(recall(found, query.relevant, 10));
        own?.recall100.push(recall(found, query.relevant, 100));
      }
    }
  }
  return Array.from(samples, ([alpha, { ndcg10, recall10, recall100, times }]) => ({
    alpha,
    ndcg10: mean(ndcg10),
    recall10: mean(recall10),
    recall100: mean(recall100),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }));
}

/** Normalised discounted cumulative gain of the first `depth`, with gains as judged (trec_eval's `ndcg_cut`). */
function ndcg(found: readonly string[], relevant: RetrievalQuery['relevant'], depth: number): number {
  const best = [...relevant.values()].toSorted((left, right) => right - left);
  return gain(found.slice(0, depth).map((id) => relevant.get(id) ?? 0)) / gain(best.slice(0, depth));
}

/** Share of the relevant documents among the first `depth`. */
function recall(found: readonly string[], relevant: RetrievalQuery['relevant'], depth: number): number {
  return found.slice(0, depth).filter((id) => relevant.has(id)).length / relevant.size;
}

function gain(scores: readonly number[]): number {
  return scores.reduce((sum, score, place) => sum + score / Math.log2(place + 2), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
