import type { AttributeFilter, Attributes } from '../core/attribute-filter.ts';

/** Where and how to search. */
export interface FileSearchOptions {
  /** Name of the API key whose files these are; empty while keys are off. */
  readonly owner: string;
  /** As the client names them; `default` is the owner's default store. */
  readonly storeIds: readonly string[];
  /** Most results, from 1 to 50. */
  readonly limit: number;
  /** 0 searches by keyword alone, 1 by meaning alone; the service's own weight when absent. */
  readonly hybridAlpha?: number;
  /** Results below it are left out, from 0 to 1. */
  readonly scoreThreshold?: number;
  readonly filter?: AttributeFilter;
}

/** A passage of a file that was found. */
export interface FileSearchResult {
  readonly fileId: string;
  readonly filename: string;
  /** As the client names it. */
  readonly storeId: string;
  /** From 0 to 1, the best first. */
  readonly score: number;
  readonly attributes: Attributes;
  readonly text: string;
  /** From 1, where the file has pages. */
  readonly page?: number;
  /** Place in the file's extracted text in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Finds passages in vector stores. Throws `not_found` for a store that is not the owner's, and what the index and the embedder throw. */
export type FileSearch = (
  query: string,
  options: FileSearchOptions,
  within?: { readonly signal?: AbortSignal },
) => Promise<readonly FileSearchResult[]>;
