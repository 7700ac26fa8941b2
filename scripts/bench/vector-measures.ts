import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Passage } from '../../src/ports/vector-index.ts';
import { createVectorData, exactNearest, isInTenth } from './vector-data.ts';
import { openVariant, type VectorVariant } from './vector-variants.ts';

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

/** Times in milliseconds; what a variant cannot do is not a number. */
export interface SearchFigures {
  readonly p50: number;
  readonly p99: number;
  readonly filteredP50: number;
  readonly recall: number;
  readonly filteredRecall: number;
  /** Of keyword searches of 3, 20 and 64 words. */
  readonly words: readonly { readonly p50: number; readonly p99: number }[];
  readonly wordsFilteredP50: number;
  readonly hybridP50: number;
  readonly hybridP99: number;
  /** Of the whole process, beyond what it had before opening. */
  readonly memoryBytes: number;
  readonly vectorBytes: number;
  readonly wordBytes: number;
  readonly lateSearching: number;
  readonly firstSearch: number;
  /** With the index loaded, and searches going on beside. */
  readonly storedWhileSearching: number;
  readonly searchWhileStoringP50: number;
  readonly searchWhileStoringP99: number;
  readonly lateBoth: number;
}

const BATCH = 256;
const LIMIT = 10;
export const QUERY_WORDS = [3, 20, 64];
const HYBRID_WORDS = 20;
/** How many passages are stored while searches go on. */
const MORE = 5120;
const TICK_MS = 2;
/** Workers collect garbage a little later. */
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
  const { search, match, hybrid } = index;
  const timers = watchTimers();
  const [question = ''] = data.questions(1, HYBRID_WORDS);
  const [query = new Float32Array(dimensions)] = queries;
  const first = await timed([0], async () => (search === undefined ? match?.(question, LIMIT, false) : search(query, LIMIT, false)));
  const all = await timed(search === undefined ? [] : queries, (one) => search?.(one, LIMIT, false));
  const tenth = await timed(search === undefined ? [] : queries, (one) => search?.(one, LIMIT, true));
  const words: { p50: number; p99: number }[] = [];
  for (const length of QUERY_WORDS) {
    const { times } = await timed(match === undefined ? [] : data.questions(sizes.queries, length), (text) => match?.(text, LIMIT, false));
    words.push({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
  }
  const questions = data.questions(sizes.queries, HYBRID_WORDS);
  const filtered = await timed(match === undefined ? [] : questions, (text) => match?.(text, LIMIT, true));
  const pairs = hybrid === undefined ? [] : questions.map((text, at) => [text, queries[at] ?? query] as const);
  const both = await timed(pairs, ([text, one]) => hybrid?.(text, one, LIMIT));
  const lateSearching = timers.stop();
  Bun.gc(true);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const memoryBytes = (process.memoryUsage().rss - before) / passages;
  const { vectorBytes, wordBytes } = (await index.memory?.()) ?? { vectorBytes: Number.NaN, wordBytes: Number.NaN };
  const isEveryone = (): boolean => true;
  return {
    p50: quantile(all.times, 0.5),
    p99: quantile(all.times, 0.99),
    filteredP50: quantile(tenth.times, 0.5),
    recall: search === undefined ? Number.NaN : recall(all.found, exactNearest(data, passages, queries, LIMIT, isEveryone)),
    filteredRecall: search === undefined ? Number.NaN : recall(tenth.found, exactNearest(data, passages, queries, LIMIT, isInTenth)),
    words,
    wordsFilteredP50: quantile(filtered.times, 0.5),
    hybridP50: quantile(both.times, 0.5),
    hybridP99: quantile(both.times, 0.99),
    memoryBytes,
    vectorBytes: vectorBytes / passages,
    wordBytes: wordBytes / passages,
    lateSearching,
    firstSearch: first.times[0] ?? Number.NaN,
    ...(await measureBoth(index, data.passages(passages, passages + MORE), pairs)),
  };
}

/** Stores more passages in batches, with one search after the other beside. */
async function measureBoth(index: VectorVariant, more: readonly Passage[], pairs: readonly (readonly [string, Float32Array])[]) {
  const { hybrid } = index;
  const none = Number.NaN;
  if (hybrid === undefined) return { storedWhileSearching: none, searchWhileStoringP50: none, searchWhileStoringP99: none, lateBoth: none };
  const state = { storing: true };
  const timers = watchTimers();
  const searching = (async () => {
    const times: number[] = [];
    for (let at = 0; state.storing; at += 1)
      times.push(...(await timed(pairs.slice(at % pairs.length).slice(0, 1), ([text, one]) => hybrid(text, one, LIMIT))).times);
    return times;
  })();
  const started = performance.now();
  for (let start = 0; start < more.length; start += BATCH) await index.store(more.slice(start, start + BATCH));
  const spent = performance.now() - started;
  state.storing = false;
  const times = await searching;
  return {
    storedWhileSearching: more.length / (spent / 1000),
    searchWhileStoringP50: quantile(times, 0.5),
    searchWhileStoringP99: quantile(times, 0.99),
    lateBoth: timers.stop(),
  };
}

async function timed<T>(questions: readonly T[], ask: (question: T) => Promise<readonly number[] | undefined> | undefined) {
  const times: number[] = [];
  const found: (readonly number[])[] = [];
  for (const question of questions) {
    const started = performance.now();
    found.push((await ask(question)) ?? []);
    times.push(performance.now() - started);
  }
  return { times, found };
}

/** The longest delay of many short timers, in milliseconds. */
function watchTimers(): { stop(): number } {
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
