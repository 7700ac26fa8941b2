import type { AttributeFilter, Attributes } from '../core/attribute-filter.ts';

/** Where a passage stands in its source. */
export interface PassagePosition {
  /** From 1, where the source has pages. */
  readonly page?: number;
  /** First character in the source's text, in UTF-16 units. */
  readonly start: number;
  /** The character after the last. */
  readonly end: number;
}

/** A piece of text that is found and cited: a chunk of a file, or a remembered fact. */
export interface StoredPassage {
  /** Unique in the index. */
  readonly id: string;
  /** The stores it is found in, at least one; sorted, no duplicates. For memory these are users. */
  readonly storeIds: readonly string[];
  /** The file, or whatever else is deleted as one. */
  readonly fileId: string;
  readonly text: string;
  readonly position: PassagePosition;
  readonly attributes: Attributes;
}

/** A passage on its way into the index. */
export interface Passage extends StoredPassage {
  /** What words are looked for in, such as headings and text; the text when absent. */
  readonly searchText?: string;
  /** Of the index's dimensions and length 1. */
  readonly embedding: Float32Array;
}

/** A passage that was found. Its score is a cosine (-1 to 1) from `nearest`, and BM25 (above 0) from `matching`. */
export interface ScoredPassage {
  readonly passage: StoredPassage;
  readonly score: number;
  /**
   * Only from `matching`: the score beside that of a passage of average length with each of the text's words once. About 1
   * when nearly everything asked for is there, close to 0 when only a common word is.
   */
  readonly share?: number;
}

export interface FindOptions {
  /** At most so many passages. */
  readonly limit: number;
  /** Applied before ranking: the best `limit` passages that pass it. */
  readonly filter?: AttributeFilter;
  readonly signal?: AbortSignal;
}

export interface PassageCounts {
  readonly passages: number;
  readonly files: number;
}

/**
 * Passages found by meaning and by words. A write that has resolved is stored and seen by every search begun after it.
 * The same contents give the same results in the same order: higher scores first, then by id in UTF-16 order. A filter or
 * store that nothing belongs to gives nothing. Throws `invalid_input` for an embedding of other dimensions, and the store's
 * `unavailable`, `timeout` and `too_many_requests`.
 */
export interface VectorIndex {
  readonly dimensions: number;
  /** Stores all of them or none; a passage of a known id replaces it. */
  upsert(passages: readonly Passage[], signal?: AbortSignal): Promise<void>;
  /** The passages nearest in meaning, by cosine. */
  nearest(storeIds: readonly string[], embedding: Float32Array, options: FindOptions): Promise<readonly ScoredPassage[]>;
  /** The passages that hold any of the text's words, by BM25. Whatever the text, it is never read as query syntax. */
  matching(storeIds: readonly string[], text: string, options: FindOptions): Promise<readonly ScoredPassage[]>;
  /** Cosines between these passages and an embedding, by id; unknown ids are left out. */
  similarities(ids: readonly string[], embedding: Float32Array, signal?: AbortSignal): Promise<ReadonlyMap<string, number>>;
  /** Replaces the attributes of a file's passages in one store. Passages that are in other stores, too, change there as well. */
  setAttributes(fileId: string, storeId: string, attributes: Attributes): Promise<void>;
  /** Takes a file out of one store, or out of all; a passage in no store is gone. Resolves to how many passages were concerned. */
  deleteFile(fileId: string, storeId?: string): Promise<number>;
  /** Takes everything out of a store. Resolves to how many passages were concerned. */
  deleteStore(storeId: string): Promise<number>;
  /** What is in the stores, or in the whole index. */
  count(storeIds?: readonly string[], filter?: AttributeFilter, signal?: AbortSignal): Promise<PassageCounts>;
}
