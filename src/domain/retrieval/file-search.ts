import { ServiceError } from '../../core/errors.ts';
import { storeIdOf, storeNameOf, DEFAULT_STORE } from '../../core/store-id.ts';
import type { Catalog, VectorStoreRecord } from '../../ports/catalog.ts';
import type { FileSearch, FileSearchResult } from '../../ports/file-search.ts';
import type { Clock } from '../../ports/system.ts';
import type { FusedPassage } from './fusion.ts';
import type { HybridSearch } from './hybrid-search.ts';

export interface FileSearchDeps {
  readonly catalog: Pick<Catalog, 'store' | 'touchStores' | 'filesById'>;
  readonly search: HybridSearch;
  readonly clock: Clock;
}

/** A store's last use is updated once it is older than this, in milliseconds. */
const TOUCH_MS = 60_000;
const DAY_MS = 86_400_000;
/** A file in several stores is found once per store, so up to this many times as many results are requested. */
const MAX_SPARE = 4;

/** When a store expires; undefined if it never does. */
export function expiryOf({ lastActiveAt, expiresAfterDays }: VectorStoreRecord): Date | undefined {
  return expiresAfterDays === undefined ? undefined : new Date(lastActiveAt.getTime() + expiresAfterDays * DAY_MS);
}

function isExpired(store: VectorStoreRecord, now: Date): boolean {
  return (expiryOf(store) ?? Infinity) <= now;
}

/** Search over the stores of the catalog. What was removed from the catalog is no longer found, whatever the index still contains. */
export function createFileSearch({ catalog, search, clock }: FileSearchDeps): FileSearch {
  /** The stores that can be searched. A default store exists from its first file on, and is empty once it has expired. */
  async function open(owner: string, names: readonly string[]): Promise<VectorStoreRecord[]> {
    const now = clock.now();
    const stores = await Promise.all(
      [...new Set(names)].map(async (name) => {
        const store = await catalog.store(owner, storeIdOf(owner, name));
        if (store !== undefined && name !== DEFAULT_STORE && isExpired(store, now)) {
          throw new ServiceError('invalid_input', `The vector store ${JSON.stringify(name)} has expired.`, { param: 'vector_store_ids' });
        }
        if (store !== undefined || name === DEFAULT_STORE) return store;
        throw new ServiceError('not_found', `There is no vector store ${JSON.stringify(name.slice(0, 100))}.`, {
          param: 'vector_store_ids',
        });
      }),
    );
    return stores.filter((store) => store !== undefined && !isExpired(store, now)) as VectorStoreRecord[];
  }

  return async (query, { owner, storeIds, limit, hybridAlpha, scoreThreshold, filter }, { signal } = {}) => {
    const stores = await open(owner, storeIds);
    if (stores.length === 0) return [];
    const now = clock.now();
    const idle = stores.filter(({ lastActiveAt }) => now.getTime() - lastActiveAt.getTime() > TOUCH_MS);
    if (idle.length > 0)
      await catalog.touchStores(
        idle.map(({ id }) => id),
        now,
      );
    const ids = stores.map(({ id }) => id);
    const found = await search(query, {
      storeIds: ids,
      limit: limit * Math.min(ids.length, MAX_SPARE),
      key: owner,
      ...(hybridAlpha === undefined ? {} : { alpha: hybridAlpha }),
      ...(scoreThreshold === undefined ? {} : { scoreThreshold }),
      ...(filter === undefined ? {} : { filter }),
      ...(signal === undefined ? {} : { signal }),
    });
    const files = new Map(
      (await catalog.filesById([...new Set(found.map(({ passage }) => passage.fileId))])).map((file) => [file.id, file]),
    );
    const searched = new Set(ids);
    const seen = new Set<string>();
    const results: FileSearchResult[] = [];
    for (const ranked of found) {
      const file = files.get(ranked.passage.fileId);
      const { fileId, position } = ranked.passage;
      const place = `${fileId} ${position.start} ${position.end}`;
      if (file?.owner !== owner || (file.expiresAt ?? Infinity) <= now || seen.has(place)) continue;
      seen.add(place);
      results.push(toResult(ranked, file.filename, ranked.passage.storeIds.find((id) => searched.has(id)) ?? ''));
      if (results.length === limit) break;
    }
    return results;
  };
}

function toResult({ passage, score }: FusedPassage, filename: string, storeId: string): FileSearchResult {
  const { fileId, text, headings, header, titles, attributes, position } = passage;
  const { page, start, end } = position;
  const above = {
    ...(headings === undefined ? {} : { headings }),
    ...(header === undefined ? {} : { header }),
    ...(titles === undefined ? {} : { titles }),
  };
  const place = page === undefined ? { start, end } : { page, start, end };
  return { fileId, filename, storeId: storeNameOf(storeId), score: Math.min(Math.max(score, 0), 1), attributes, text, ...above, ...place };
}
