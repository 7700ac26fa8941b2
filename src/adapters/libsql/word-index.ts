import { withRoomFor } from './grown-array.ts';
import { createPostingLists } from './posting-lists.ts';
import { createTermTable } from './term-table.ts';
import { createWordCounter, type WordCounts } from './word-counter.ts';

/** Scores of documents for some terms. */
export interface WordScores {
  /** By document: 0 if it contains none of the terms. Valid until the next call. */
  readonly scores: Float64Array;
  /** The score of a document of average length with each term once. */
  readonly whole: number;
}

/** Which documents hold which words, in compact form. Synchronous; lives in a worker. */
export interface WordIndex {
  /** How many document numbers have been assigned from 0, including those of removed documents. */
  readonly numbers: number;
  /** Bytes of memory, approximately. */
  readonly bytes: number;
  /** Whether enough documents have been removed for `compact` to be worth it. */
  readonly isSparse: boolean;
  /** The words of a text, for `add`; worthless after `compact`. */
  count(text: string): WordCounts;
  /** Returns the document's number, which is higher than all before. */
  add(counts: WordCounts): number;
  remove(document: number): void;
  has(document: number): boolean;
  /** BM25 over the documents that were not removed; a repeated term counts as often. Scores of removed documents are meaningless. */
  score(terms: readonly string[]): WordScores;
  /**
   * Drops the removed documents and renumbers the others in the same order: returns new numbers by old ones. Runs in steps, between
   * which documents can be scored, but neither added nor removed.
   */
  compact(): Generator<void, Uint32Array>;
}

/** As in FTS5 (https://www.sqlite.org/fts5.html#the_bm25_function). */
const K1 = 1.2;
const B = 0.75;
const LEAST_WEIGHT = 1e-6;

/** This many removed documents are always tolerated. */
const MIN_REMOVED = 1024;

/** An index without documents. */
export function createWordIndex(): WordIndex {
  let terms = createTermTable();
  let counter = createWordCounter(terms);
  let lists = createPostingLists();
  let numbers = 0;
  let removed = 0;
  let totalLength = 0;
  /** Length of each document in words, plus 1; 0 for removed ones. */
  let lengths = new Uint32Array(256);
  let scores = new Float64Array(0);
  /** What is read of one list. */
  let documents = new Uint32Array(0);
  let times = new Uint32Array(0);

  function read(list: number): number {
    documents = withRoomFor(documents, lists.count(list));
    times = withRoomFor(times, lists.count(list));
    return lists.read(list, documents, times);
  }

  function holding(count: number): number {
    if (removed === 0) return count;
    let left = 0;
    for (let at = 0; at < count; at += 1) if (lengths[documents[at] ?? 0] !== 0) left += 1;
    return left;
  }

  /** Adds one term to the scores; returns its weight. */
  function addScores(term: string, named: number): number {
    const list = terms.find(term);
    const count = list === -1 ? 0 : read(list);
    const having = holding(count);
    const stored = numbers - removed;
    const weight = named * Math.max(Math.log((stored - having + 0.5) / (having + 0.5)), LEAST_WEIGHT);
    const factor = weight * (K1 + 1);
    const perWord = stored === 0 || totalLength === 0 ? 0 : (K1 * B * stored) / totalLength;
    // Lengths are stored plus 1.
    const base = K1 * (1 - B) - perWord;
    for (let at = 0; at < count; at += 1) {
      const document = documents[at] ?? 0;
      const often = times[at] ?? 0;
      scores[document] = (scores[document] ?? 0) + (factor * often) / (often + base + perWord * (lengths[document] ?? 0));
    }
    return weight;
  }

  function* compact(): Generator<void, Uint32Array> {
    const fresh = { terms: createTermTable(), lists: createPostingLists(), lengths: new Uint32Array(Math.max(256, numbers - removed)) };
    const numberOf = new Uint32Array(numbers);
    let kept = 0;
    for (let document = 0; document < numbers; document += 1) {
      if (lengths[document] === 0) continue;
      numberOf[document] = kept;
      fresh.lengths[kept] = lengths[document] ?? 0;
      kept += 1;
    }
    for (let list = 0; list < terms.size; list += 1) {
      const count = read(list);
      if (holding(count) === 0) continue;
      const to = fresh.terms.enter(terms.term(list));
      for (let at = 0; at < count; at += 1) {
        const document = documents[at] ?? 0;
        if (lengths[document] !== 0) fresh.lists.append(to, numberOf[document] ?? 0, times[at] ?? 0);
      }
      yield;
    }
    ({ terms, lists, lengths } = fresh);
    counter = createWordCounter(terms);
    numbers = kept;
    removed = 0;
    scores = new Float64Array(0);
    documents = new Uint32Array(0);
    times = new Uint32Array(0);
    return numberOf;
  }

  return {
    get numbers() {
      return numbers;
    },

    get bytes() {
      const scratch = scores.byteLength + documents.byteLength + times.byteLength;
      return terms.bytes + counter.bytes + lists.bytes + lengths.byteLength + scratch;
    },

    get isSparse() {
      return removed > Math.max(MIN_REMOVED, (numbers - removed) / 2);
    },

    count: (text) => counter.count(text),

    add(counts) {
      const document = numbers;
      lengths = withRoomFor(lengths, document + 1);
      lengths[document] = counts.length + 1;
      for (const [at, term] of counts.terms.entries()) lists.append(term, document, counts.times[at] ?? 0);
      totalLength += counts.length;
      numbers += 1;
      return document;
    },

    remove(document) {
      const length = lengths[document] ?? 0;
      if (length === 0) return;
      lengths[document] = 0;
      totalLength -= length - 1;
      removed += 1;
    },

    has: (document) => (lengths[document] ?? 0) !== 0,

    score(named) {
      if (scores.length < numbers) scores = new Float64Array(lengths.length);
      scores.fill(0, 0, numbers);
      const often = new Map<string, number>();
      for (const term of named) often.set(term, (often.get(term) ?? 0) + 1);
      let whole = 0;
      for (const [term, count] of often) whole += addScores(term, count);
      return { scores, whole };
    },

    compact,
  };
}
