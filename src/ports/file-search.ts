import type { AttributeFilter, Attributes } from '../core/attribute-filter.ts';
import type { Title } from './vector-index.ts';

/** Where and how to search. */
export interface FileSearchOptions {
  /** Name of the API key that owns the files; empty while keys are off. */
  readonly owner: string;
  /** By the client's names; `default` is the owner's default store. */
  readonly storeIds: readonly string[];
  /** Most results, from 1 to 50. */
  readonly limit: number;
  /** 0 searches by keywords only, 1 by meaning only; the service's default if absent. */
  readonly hybridAlpha?: number;
  /** Results below it are left out, from 0 to 1. */
  readonly scoreThreshold?: number;
  readonly filter?: AttributeFilter;
}

/** A passage of a file. */
export interface FileSearchResult {
  readonly fileId: string;
  readonly filename: string;
  /** By the client's name. */
  readonly storeId: string;
  /** From 0 to 1, the best first. */
  readonly score: number;
  readonly attributes: Attributes;
  readonly text: string;
  /** The headings above it, outermost first. */
  readonly headings?: readonly string[];
  /** The row of column names above it, where it begins within a table. */
  readonly header?: string;
  /** The headings within its text, in order. */
  readonly titles?: readonly Title[];
  /** From 1, where the file has pages. */
  readonly page?: number;
  /** Position in the file's extracted text in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** What models are to read as its filename, if the guard has rewritten that. */
  readonly shownName?: string;
}

/**
 * Finds passages in vector stores. Throws `not_found` for a store of another owner, `invalid_input` for one that has expired, and the errors of the index
 * and the embedder.
 */
export type FileSearch = (
  query: string,
  options: FileSearchOptions,
  within?: { readonly signal?: AbortSignal },
) => Promise<readonly FileSearchResult[]>;
