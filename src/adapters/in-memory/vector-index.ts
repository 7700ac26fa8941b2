import { passesFilter, type AttributeFilter } from '../../core/attribute-filter.ts';
import { dotProduct } from '../../core/dot-product.ts';
import { ServiceError } from '../../core/errors.ts';
import { searchTerms, wordsOf } from '../../core/search-terms.ts';
import { termOf } from '../../core/word-term.ts';
import type { Passage, ScoredPassage, StoredPassage, VectorIndex } from '../../ports/vector-index.ts';

interface Entry {
  readonly passage: StoredPassage;
  readonly embedding: Float32Array;
  /** How often each word occurs. */
  readonly words: ReadonlyMap<string, number>;
  readonly length: number;
}

const K1 = 1.2;
const B = 0.75;

/**
 * Passages in memory, compared one by one: for tests and small collections. Words are compared by
 * their stems and weighed by BM25 over the whole index.
 */
export function createInMemoryVectorIndex({ dimensions }: { readonly dimensions: number }): VectorIndex {
  const entries = new Map<string, Entry>();

  const within = (storeIds: readonly string[] | undefined, filter: AttributeFilter | undefined): Entry[] => {
    const wanted = new Set(storeIds);
    return [...entries.values()].filter(
      ({ passage }) =>
        (storeIds === undefined || passage.storeIds.some((id) => wanted.has(id))) &&
        (filter === undefined || passesFilter(filter, passage.attributes)),
    );
  };

  function check(embedding: Float32Array): void {
    if (embedding.length === dimensions) return;
    throw new ServiceError('invalid_input', `An embedding has ${embedding.length} dimensions; the index holds ${dimensions}.`, {
      param: 'embedding',
    });
  }

  /** Removes passages from one store, or from all. */
  function remove(concerns: (passage: StoredPassage) => boolean, storeId?: string): number {
    let count = 0;
    for (const [id, entry] of entries) {
      const { passage } = entry;
      if (!concerns(passage) || (storeId !== undefined && !passage.storeIds.includes(storeId))) continue;
      count += 1;
      const storeIds = storeId === undefined ? [] : passage.storeIds.filter((other) => other !== storeId);
      if (storeIds.length === 0) entries.delete(id);
      else entries.set(id, { ...entry, passage: { ...passage, storeIds } });
    }
    return count;
  }

  return {
    dimensions,

    async upsert(passages, signal) {
      signal?.throwIfAborted();
      for (const { embedding } of passages) check(embedding);
      for (const passage of passages) entries.set(passage.id, toEntry(passage));
    },

    async nearest(storeIds, embedding, { limit, filter, signal }) {
      signal?.throwIfAborted();
      check(embedding);
      return best(
        within(storeIds, filter).map((entry) => ({ passage: entry.passage, score: dotProduct(entry.embedding, embedding) })),
        limit,
      );
    },

    async matching(storeIds, text, { limit, filter, signal }) {
      signal?.throwIfAborted();
      const all = [...entries.values()];
      const averageLength = all.reduce((sum, { length }) => sum + length, 0) / Math.max(all.length, 1);
      const weights = searchTerms(text).map((word) => {
        const term = termOf(word);
        const holding = all.filter(({ words }) => words.has(term)).length;
        return [term, Math.max(Math.log((all.length - holding + 0.5) / (holding + 0.5)), 1e-6)] as const;
      });
      const scoreOf = ({ words, length }: Entry): number =>
        weights.reduce((sum, [term, weight]) => {
          const times = words.get(term) ?? 0;
          return sum + (weight * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / averageLength));
        }, 0);
      const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
      const found = within(storeIds, filter).map((entry) => ({
        passage: entry.passage,
        score: scoreOf(entry),
        share: scoreOf(entry) / whole,
      }));
      return best(
        found.filter(({ score }) => score > 0),
        limit,
      );
    },

    async similarities(ids, embedding, signal) {
      signal?.throwIfAborted();
      check(embedding);
      const known = ids.flatMap((id) => entries.get(id) ?? []);
      return new Map(known.map((entry) => [entry.passage.id, dotProduct(entry.embedding, embedding)]));
    },

    async setAttributes(fileId, storeId, attributes) {
      for (const [id, entry] of entries) {
        const { passage } = entry;
        if (passage.fileId !== fileId || !passage.storeIds.includes(storeId)) continue;
        entries.set(id, { ...entry, passage: { ...passage, attributes: { ...attributes } } });
      }
    },

    deleteFile: async (fileId, storeId) => remove((passage) => passage.fileId === fileId, storeId),
    deleteStore: async (storeId) => remove(() => true, storeId),

    async count(storeIds, filter) {
      const found = within(storeIds, filter);
      return { passages: found.length, files: new Set(found.map(({ passage }) => passage.fileId)).size };
    },

    isWhole: async () => true,
  };
}

function toEntry(given: Passage): Entry {
  const { id, storeIds, fileId, text, searchText = text, headings = [], header, titles = [], position, attributes, embedding } = given;
  const words = new Map<string, number>();
  const all = wordsOf(searchText).map(termOf);
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1);
  const passage = {
    id,
    storeIds: [...new Set(storeIds)].toSorted(),
    fileId,
    text,
    ...(headings.length === 0 ? {} : { headings: [...headings] }),
    ...(header === undefined ? {} : { header }),
    ...(titles.length === 0 ? {} : { titles: titles.map((title) => ({ ...title })) }),
    position: { ...position },
    attributes: { ...attributes },
  };
  return { passage, embedding: embedding.slice(), words, length: all.length };
}

function best(found: readonly ScoredPassage[], limit: number): ScoredPassage[] {
  return found.toSorted((left, right) => right.score - left.score || (left.passage.id < right.passage.id ? -1 : 1)).slice(0, limit);
}
