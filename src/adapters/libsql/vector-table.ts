import type { AttributeFilter } from '../../core/attribute-filter.ts';
import { createBestScores } from './best-scores.ts';
import { grownArray } from './grown-array.ts';
import { createPassageGroups, type PassageGroup } from './passage-groups.ts';
import { createScoreFloor } from './score-floor.ts';
import { createVectorMemory } from './vector-memory.ts';
import type { WordCounts } from './word-counter.ts';
import { createWordIndex } from './word-index.ts';

/** Rows to add: a number and a group for each, and the concatenated vectors: NaNs for a passage that no search by meaning is to find. */
export interface VectorRows {
  readonly numbers: Float64Array;
  readonly groupIds: Float64Array;
  readonly vectors: Float32Array<ArrayBuffer>;
  /** Groups that may be new. */
  readonly groups: readonly PassageGroup[];
}

/** Which passages a search is about, and how many of them it gives. */
interface Scope {
  readonly storeIds: readonly string[];
  readonly filter?: AttributeFilter;
  readonly limit: number;
}

export interface VectorQuery extends Scope {
  readonly vector: Float32Array;
}

export interface WordQuery extends Scope {
  /** A repeated term counts as often. */
  readonly terms: readonly string[];
}

/** How much there is; sizes in bytes of memory, approximately. */
export interface VectorStats {
  readonly passages: number;
  /** Vectors, and what is known of each passage beside its words. */
  readonly vectorBytes: number;
  readonly wordBytes: number;
}

/** All passages' vectors and words in compact form, by the passages' numbers. Synchronous; lives in a worker. */
export interface VectorTable {
  readonly stats: VectorStats;
  /** The words of a text, for `add`; worthless after `tidy`. */
  countWords(text: string): WordCounts;
  /** Adds passages, with the words of each. */
  add(rows: VectorRows, words: readonly WordCounts[]): void;
  remove(numbers: Float64Array): void;
  /** Gives passages new vectors, which are concatenated. */
  renew(numbers: Float64Array, vectors: Float32Array): void;
  /** Puts passages into other groups. */
  move(numbers: Float64Array, groupIds: Float64Array, groups: readonly PassageGroup[]): void;
  /** Numbers of the passages among which the nearest `limit` are, best first: more than `limit`, for an exact comparison to choose from. */
  search(query: VectorQuery): Float64Array;
  /**
   * The score of a passage of average length with each term once, then number and score (BM25) of the passages that contain any of the
   * terms, best first: `limit`, and as many more as share the last one's score (4096 at most).
   */
  match(query: WordQuery): Float64Array;
  /** Ids of the groups in these stores, or in any, that pass the filter. */
  select(storeIds: readonly string[] | undefined, filter: AttributeFilter | undefined): Float64Array;
  /** Releases the memory of removed passages' words. Runs in steps, between which only `search`, `match` and `select` may be called. */
  tidy(): Generator<void, void>;
}

/** How many more passages than requested are returned at most, and how many standard deviations of error they compensate for. */
const EXTRA = 512;
const DEVIATIONS = 10;

/** How many more passages with the last score are returned at most. */
const MAX_TIES = 4096;

/** Bytes of an entry in the map of rows. */
const ENTRY_BYTES = 60;
const LEAST_ROWS = 1024;

/** An empty table. */
export function createVectorTable(dimensions: number): VectorTable {
  const memory = createVectorMemory(dimensions);
  const groups = createPassageGroups();
  const words = createWordIndex();
  const rowOf = new Map<number, number>();
  let numbers = new Float64Array(LEAST_ROWS);
  let slots = new Int32Array(LEAST_ROWS);
  /** The number that the words' index has for each row. */
  let documents = new Uint32Array(LEAST_ROWS);

  function resize(capacity: number): void {
    numbers = grownArray(numbers, capacity);
    slots = grownArray(slots, capacity);
    documents = grownArray(documents, capacity);
  }

  /** Fills the gap with the last row. */
  function removeOne(number: number): void {
    const row = rowOf.get(number);
    if (row === undefined) return;
    const last = rowOf.size - 1;
    groups.leave(slots[row] ?? -1);
    words.remove(documents[row] ?? 0);
    rowOf.delete(number);
    if (row === last) return;
    const moved = numbers[last] ?? 0;
    memory.copy(last, row);
    numbers[row] = moved;
    slots[row] = slots[last] ?? 0;
    documents[row] = documents[last] ?? 0;
    rowOf.set(moved, row);
  }

  return {
    get stats() {
      const rowBytes = numbers.byteLength + slots.byteLength + documents.byteLength + rowOf.size * ENTRY_BYTES;
      return { passages: rowOf.size, vectorBytes: memory.bytes + rowBytes, wordBytes: words.bytes };
    },

    countWords: (text) => words.count(text),

    add(rows, counts) {
      groups.describe(rows.groups);
      for (const [index, number] of rows.numbers.entries()) {
        const own = counts[index];
        if (rowOf.has(number) || own === undefined) continue;
        const row = rowOf.size;
        if (row === numbers.length) resize(Math.ceil(row * 1.5));
        memory.write(row, rows.vectors.subarray(index * dimensions, (index + 1) * dimensions));
        slots[row] = groups.enter(rows.groupIds[index] ?? -1, 1);
        numbers[row] = number;
        documents[row] = words.add(own);
        rowOf.set(number, row);
      }
      groups.forgetUnused();
    },

    remove(gone) {
      for (const number of gone) removeOne(number);
      memory.shrink(rowOf.size);
      if (numbers.length > LEAST_ROWS && rowOf.size < numbers.length / 4) resize(Math.max(LEAST_ROWS, rowOf.size * 2));
    },

    renew(renewed, vectors) {
      for (const [index, number] of renewed.entries()) {
        const row = rowOf.get(number);
        if (row !== undefined) memory.write(row, vectors.subarray(index * dimensions, (index + 1) * dimensions));
      }
    },

    move(moved, groupIds, described) {
      groups.describe(described);
      for (const [index, number] of moved.entries()) {
        const row = rowOf.get(number);
        if (row === undefined) continue;
        const old = slots[row] ?? -1;
        slots[row] = groups.enter(groupIds[index] ?? -1, 1);
        groups.leave(old);
      }
      groups.forgetUnused();
    },

    search({ storeIds, filter, vector, limit }) {
      const mask = groups.allowed(storeIds, filter);
      const best = createBestScores(limit + EXTRA);
      const isAllowed = (row: number): boolean => mask[slots[row] ?? -1] === 1;
      memory.aim(vector);
      for (let row = 0; row < rowOf.size;) {
        if (!isAllowed(row)) {
          row += 1;
          continue;
        }
        let end = row + 1;
        while (end < rowOf.size && isAllowed(end)) end += 1;
        while (row < end) {
          const scores = memory.scan(row, end);
          let { worst } = best;
          for (let offset = 0; offset < scores.length; offset += 1) {
            const score = scores[offset] ?? 0;
            if (score > worst) worst = best.offer(score, numbers[row + offset] ?? 0);
          }
          row += scores.length;
        }
      }
      return Float64Array.from(best.take(limit, DEVIATIONS * memory.deviation()), ({ number }) => number);
    },

    match({ storeIds, filter, terms, limit }) {
      const mask = groups.allowed(storeIds, filter);
      const { scores, whole } = words.score(terms);
      const floor = createScoreFloor(limit);
      let least = 0;
      for (let row = 0; row < rowOf.size; row += 1) {
        const score = scores[documents[row] ?? 0] ?? 0;
        if (score > least && mask[slots[row] ?? -1] === 1) least = floor.offer(score);
      }
      const found: { readonly number: number; readonly score: number }[] = [];
      let ties = 0;
      for (let row = 0; row < rowOf.size; row += 1) {
        const score = scores[documents[row] ?? 0] ?? 0;
        if (score === 0 || score < least || mask[slots[row] ?? -1] !== 1) continue;
        if (score === least) ties += 1;
        if (score > least || ties <= limit + MAX_TIES) found.push({ number: numbers[row] ?? 0, score });
      }
      const ordered = found.toSorted((left, right) => right.score - left.score || left.number - right.number);
      return Float64Array.from([whole, ...ordered.flatMap(({ number, score }) => [number, score])]);
    },

    select: (storeIds, filter) => groups.select(storeIds, filter),

    *tidy() {
      if (!words.isSparse) return;
      const renumbered = yield* words.compact();
      for (let row = 0; row < rowOf.size; row += 1) documents[row] = renumbered[documents[row] ?? 0] ?? 0;
    },
  };
}
