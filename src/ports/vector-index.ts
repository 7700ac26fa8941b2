import type { AttributeFilter, Attributes } from '../core/attribute-filter.ts';

/** The position of a passage in its source. */
export interface PassagePosition {
  /** From 1, if the source has pages. */
  readonly page?: number;
  /** Index of the first character in the source's text, in UTF-16 code units. */
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
}

/** A heading within a passage: where its line begins in the text, and its level, 1 for the outermost. */
export interface Title {
  readonly at: number;
  readonly level: number;
}

/** A piece of text that can be found and cited: a chunk of a file, or a remembered fact. */
export interface StoredPassage {
  /** Unique in the index. */
  readonly id: string;
  /** The stores in which it is found, at least one; sorted, without duplicates. For memory these are users. */
  readonly storeIds: readonly string[];
  /** The file, or another unit of deletion. */
  readonly fileId: string;
  readonly text: string;
  /** The headings above it in its source, outermost first. */
  readonly headings?: readonly string[];
  /** The row of column names above it, where it begins within a table. */
  readonly header?: string;
  /** The headings within its text, in order. */
  readonly titles?: readonly Title[];
  readonly position: PassagePosition;
  readonly attributes: Attributes;
}

/** A passage to be stored. */
export interface Passage extends StoredPassage {
  /** The text whose words are searched and that is embedded, such as headings and text; `text` if absent. */
  readonly searchText?: string;
  /** Of the index's dimensions and length 1. */
  readonly embedding: Float32Array;
}

/** A search result. Its score is a cosine (-1 to 1) from `nearest`, and BM25 (above 0) from `matching`. */
export interface ScoredPassage {
  readonly passage: StoredPassage;
  readonly score: number;
  /**
   * Only from `matching`: the score relative to that of a passage of average length with each of the query's words once. About 1 if it
   * covers nearly the whole query, close to 0 if only a common word.
   */
  readonly share?: number;
}

export interface FindOptions {
  /** At most so many passages. */
  readonly limit: number;
  /** Applied before ranking: the best `limit` passages that match it. */
  readonly filter?: AttributeFilter;
  readonly signal?: AbortSignal;
}

export interface PassageCounts {
  readonly passages: number;
  readonly files: number;
}

/**
 * Passages that are searched by meaning and by keywords. A resolved write is stored and seen by every later search. The same contents
 * give the same results in the same order: higher scores first, then by id in UTF-16 order. A filter or store without passages gives no
 * results. A passage that another model has embedded is found by its words alone. Throws `invalid_input` for an embedding of other
 * dimensions, and the store's `unavailable`, `timeout` and `too_many_requests`.
 */
export interface VectorIndex {
  readonly dimensions: number;
  /** Stores all of them or none; a passage with a known id replaces the old one. */
  upsert(passages: readonly Passage[], signal?: AbortSignal): Promise<void>;
  /** The passages nearest in meaning, by cosine. */
  nearest(storeIds: readonly string[], embedding: Float32Array, options: FindOptions): Promise<readonly ScoredPassage[]>;
  /** The passages that contain any of the text's words, by BM25. The text is never parsed as query syntax. */
  matching(storeIds: readonly string[], text: string, options: FindOptions): Promise<readonly ScoredPassage[]>;
  /** Cosines between these passages and an embedding, by id; unknown ids are left out. */
  similarities(ids: readonly string[], embedding: Float32Array, signal?: AbortSignal): Promise<ReadonlyMap<string, number>>;
  /** Replaces the attributes of a file's passages in one store. They also change for passages that are in other stores too. */
  setAttributes(fileId: string, storeId: string, attributes: Attributes): Promise<void>;
  /** Removes a file from one store, or from all; a passage in no store is deleted. Resolves to the number of affected passages. */
  deleteFile(fileId: string, storeId?: string): Promise<number>;
  /** Removes everything from a store. Resolves to the number of affected passages. */
  deleteStore(storeId: string): Promise<number>;
  /** Counts the passages in the stores, or in the whole index. */
  count(storeIds?: readonly string[], filter?: AttributeFilter, signal?: AbortSignal): Promise<PassageCounts>;
  /** Whether all passages have vectors of the index's model; until then searches by meaning miss some. */
  isWhole(signal?: AbortSignal): Promise<boolean>;
}

/** A stored passage that another model has embedded. */
export interface OutdatedPassage {
  /** A passage that replaces this one has another number. */
  readonly number: number;
  /** What is to be embedded. */
  readonly text: string;
}

/** A new vector for a stored passage. */
export interface RenewedPassage {
  readonly number: number;
  /** Of the index's dimensions and length 1. */
  readonly embedding: Float32Array;
}

/** An index whose stored passages may have vectors of another model, which are renewed one by one. */
export interface RenewableIndex extends VectorIndex {
  countOutdated(signal?: AbortSignal): Promise<number>;
  /** Some outdated passages; none while another process with another model has opened the index since, as that one's model counts. */
  outdated(limit: number, signal?: AbortSignal): Promise<readonly OutdatedPassage[]>;
  /** Stores vectors of the index's model; passages that are gone, or no longer outdated, are left out. */
  renew(passages: readonly RenewedPassage[], signal?: AbortSignal): Promise<void>;
}
