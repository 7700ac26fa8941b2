import type { AttributeFilter } from '../../core/attribute-filter.ts';
import type { PassageGroup } from './passage-groups.ts';
import type { VectorQuery, VectorRows, WordQuery } from './vector-table.ts';

/** Passages to add, each with the text whose words can be searched. */
export interface AddedRows extends VectorRows {
  readonly texts: readonly string[];
}

/**
 * The calls of the worker that holds vectors and words. `reset` empties it and is the first message. Changes happen in order; a query is
 * answered at once, from the changes that were answered before it.
 */
export type VectorCall =
  | { readonly type: 'reset'; readonly dimensions: number }
  /** Removes the passages in `gone` and adds the rows atomically. */
  | { readonly type: 'put'; readonly gone: Float64Array; readonly rows: AddedRows }
  | { readonly type: 'remove'; readonly numbers: Float64Array }
  | { readonly type: 'move'; readonly numbers: Float64Array; readonly groupIds: Float64Array; readonly groups: readonly PassageGroup[] }
  /** New vectors of passages that are there already, concatenated. */
  | { readonly type: 'renew'; readonly numbers: Float64Array; readonly vectors: Float32Array<ArrayBuffer> }
  | { readonly type: 'search'; readonly query: VectorQuery }
  | { readonly type: 'match'; readonly query: WordQuery }
  | { readonly type: 'select'; readonly storeIds?: readonly string[] | undefined; readonly filter?: AttributeFilter }
  | { readonly type: 'stats' };

export interface VectorRequest {
  readonly id: number;
  readonly call: VectorCall;
}

/**
 * The results, as the table's functions return them; for `stats` the number of passages, bytes of vectors and bytes of words; nothing
 * for changes.
 */
export type VectorReply =
  | { readonly id: number; readonly ok: true; readonly values: Float64Array }
  | { readonly id: number; readonly ok: false; readonly message: string };
