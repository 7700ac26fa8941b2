import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createVectorData, exactNearest, isInTenth } from './vector-data.ts';
import { openVariant } from './vector-variants.ts';

export interface VectorSizes {
  readonly passages: number;
  readonly dimensions: number;
  readonly queries: number;
}

export interface StoreFigures {
  readonly storedPerSecond: number;
  readonly lateStoring: number;
  readonly diskBytes: number;
}

export interface SearchFigures {
  readonly p50: number;
  readonly p99: number;
  readonly filteredP50: number;
  readonly recall: number;
  readonly filteredRecall: number;
  readonly memoryBytes: number;
  readonly lateSearching: number;
  readonly firstSearch: number;
}

const BATCH = 256;
const LIMIT = 10;
const TICK_MS = 2;
/** Workers collect their garbage a little later. */
const SETTLE_MS = 1000;

/** Stores all passages in batches. What makes them up is not measured. */
export async function measureStoring(variant: string, folder: string, { passages, dimensions }: VectorSizes): Promise<StoreFigures> {
  const data = createVectorData(dimensions);
  await using index = await openVariant(variant, folder, dimensions);
  let spent = 0;
  let late = 0;
  for (let start = 0; start < passages; start += BATCH) {
    const batch = data.passages(start, Math.min(start + BATCH, passages));
    const timers = watchTimers();
    const started = performance.now();
    await index.store(batch);
    spent += performance.now() - started;
    late = Math.max(late, timers.stop());
  }
  const started = performance.now();
  await index.finish();
  spent += performance.now() - started;
  return { storedPerSecond: passages / (spent / 1000), lateStoring: late, diskBytes: (await sizeOf(folder)) / passages };
}

/** Opens what was stored and searches it, one query after the other. */
export async function measureSearching(variant: string, folder: string, sizes: VectorSizes): Promise<SearchFigures> {
  const { passages, dimensions } = sizes;
  const data = createVectorData(dimensions);
  const queries = data.queries(sizes.queries);
  const before = process.memoryUsage().rss;
  await using index = await openVariant(variant, folder, dimensions);
  const timers = watchTimers();
  const started = performance.now();
  await index.search(queries[0] ?? new Float32Array(dimensions), LIMIT, false);
  const firstSearch = performance.now() - started;
  const all = await timed(queries, (query) => index.search(query, LIMIT, false));
  const tenth = await timed(queries, (query) => index.search(query, LIMIT, true));
  const lateSearching = timers.stop();
  Bun.gc(true);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const memoryBytes = (process.memoryUsage().rss - before) / passages;
  return {
    p50: quantile(all.times, 0.5),
    p99: quantile(all.times, 0.99),
    filteredP50: quantile(tenth.times, 0.5),
    recall: recall(
      all.found,
      exactNearest(data, passages, queries, LIMIT, () => true),
    ),
    filteredRecall: recall(tenth.found, exactNearest(data, passages, queries, LIMIT, isInTenth)),
    memoryBytes,
    lateSearching,
    firstSearch,
  };
}

async function timed(queries: readonly Float32Array[], search: (query: Float32Array) => Promise<readonly number[]>) {
  const times: number[] = [];
  const found: (readonly number[])[] = [];
  for (const query of queries) {
    const started = performance.now();
    found.push(await search(query));
    times.push(performance.now() - started);
  }
  return { times, found };
}

/** By how many milliseconds the latest of many short timers was late. */
export function watchTimers(): { stop(): number } {
  let latest = 0;
  let due = performance.now() + TICK_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    latest = Math.max(latest, now - due);
    due = now + TICK_MS;
  }, TICK_MS);
  return {
    stop() {
      clearInterval(timer);
      return latest;
    },
  };
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
}

function recall(found: readonly (readonly number[])[], exact: readonly ReadonlySet<number>[]): number {
  const hits = found.map((numbers, index) => numbers.filter((number) => exact[index]?.has(number)).length);
  return hits.reduce((sum, count) => sum + count, 0) / exact.reduce((sum, { size }) => sum + size, 0);
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
