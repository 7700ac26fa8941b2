import type { AttributeFilter } from '../../core/attribute-filter.ts';
import type { PassageGroup } from './passage-groups.ts';
import type { VectorQuery, VectorRows } from './vector-table.ts';

/** What the worker that holds the vectors is asked. `reset` empties it; it is the first message. */
export type VectorCall =
  | { readonly type: 'reset'; readonly dimensions: number }
  | { readonly type: 'add'; readonly rows: VectorRows }
  | { readonly type: 'remove'; readonly numbers: Float64Array }
  | { readonly type: 'move'; readonly numbers: Float64Array; readonly groupIds: Float64Array; readonly groups: readonly PassageGroup[] }
  | { readonly type: 'search'; readonly query: VectorQuery }
  | { readonly type: 'select'; readonly storeIds?: readonly string[] | undefined; readonly filter?: AttributeFilter }
  | { readonly type: 'stats' };

export interface VectorRequest {
  readonly id: number;
  readonly call: VectorCall;
}

/** Numbers found, or for `stats` rows and bytes; none for changes. */
export type VectorReply =
  | { readonly id: number; readonly ok: true; readonly values: Float64Array }
  | { readonly id: number; readonly ok: false; readonly message: string };
