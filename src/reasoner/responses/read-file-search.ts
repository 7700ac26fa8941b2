import type { JsonObject } from '../../core/json.ts';
import type { FileSearchOptions } from '../../ports/file-search.ts';
import { fault } from '../fields.ts';
import { readRanking } from '../read-ranking.ts';

/** The options of a file_search tool, without the owner. */
export type FileSearchTool = Omit<FileSearchOptions, 'owner'>;

const MAX_STORES = 16;
const DEFAULT_RESULTS = 10;

/**
 * Parses a tools entry of type file_search (https://platform.openai.com/docs/guides/tools-file-search), which here also takes
 * `hybrid_alpha`. Throws `invalid_input` naming the field.
 */
export function readFileSearch(tool: JsonObject, param: string): FileSearchTool {
  const { vector_store_ids: storeIds } = tool;
  const isList = Array.isArray(storeIds) && storeIds.length > 0 && storeIds.length <= MAX_STORES;
  if (!isList || !storeIds.every((id) => typeof id === 'string')) {
    throw fault(`${param}.vector_store_ids`, `must be 1 to ${MAX_STORES} ids of vector stores`);
  }
  return { storeIds, ...readRanking(tool, `${param}.`, DEFAULT_RESULTS) };
}
