import type { AttributeFilter } from '../../core/attribute-filter.ts';
import type { PassageGroup } from './passage-groups.ts';
import type { VectorQuery, VectorRows, WordQuery } from './vector-table.ts';

/** Passages to add, with the text in which words are looked for of each. */
export interface AddedRows extends VectorRows {
  readonly texts: readonly string[];
}

/**
 * What the worker that holds vectors and words is asked. `reset` empties it; it is the first message. Changes happen one after
 * another in their order; a question is answered at once, from what the changes that were answered before it have left.
 */
export type VectorCall =
  | { readonly type: 'reset'; readonly dimensions: number }
  /** Removes those in `gone` and adds the rows, at one stroke. */
  | { readonly type: 'put'; readonly gone: Float64Array; readonly rows: AddedRows }
  | { readonly type: 'remove'; readonly numbers: Float64Array }
  | { readonly type: 'move'; readonly numbers: Float64Array; readonly groupIds: Float64Array; readonly groups: readonly PassageGroup[] }
  | { readonly type: 'search'; readonly query: VectorQuery }
  | { readonly type: 'match'; readonly query: WordQuery }
  | { readonly type: 'select'; readonly storeIds?: readonly string[] | undefined; readonly filter?: AttributeFilter }
  | { readonly type: 'stats' };

export interface VectorRequest {
  readonly id: number;
  readonly call: VectorCall;
}

/** What was found, as the table's functions say; for `stats` passages, bytes of vectors and bytes of words; nothing for changes. */
export type VectorReply =
  | { readonly id: number; readonly ok: true; readonly values: Float64Array }
  | { readonly id: number; readonly ok: false; readonly message: string };
