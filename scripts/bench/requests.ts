/**
 * The guard's read routes over many stored requests: `bun scripts/bench/requests.ts [--count 100000] [--capture] [--runs 5]
 * [--database FILE]`. A libSQL file is filled through the journal, with every request's decisions and debug entries, and
 * asked through the HTTP routes; a database that is named and there is not filled again. Each figure is the median and the
 * slowest of the runs, beside the longest time the event loop stood still meanwhile.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryPolicyStore } from '../../src/adapters/in-memory/policy-store.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlJournal } from '../../src/adapters/libsql/journal.ts';
import { createContentSeal } from '../../src/adapters/sealed/content-seal.ts';
import { createSealedJournal, openPreview } from '../../src/adapters/sealed/journal.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { createKeyedHash } from '../../src/adapters/system/keyed-hash.ts';
import { createJsonLogger } from '../../src/adapters/system/logger.ts';
import { readSettings } from '../../src/core/config.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { guardSettings } from '../../src/guard/config.ts';
import { createGuard } from '../../src/guard/guard.ts';
import { createPolicies } from '../../src/guard/policies/policies.ts';
import { table } from '../../src/main/table.ts';
import type { ChatUpstream } from '../../src/ports/upstream.ts';
import { milliseconds, percentile, rowsOf, type Figure } from './guard-figures.ts';
import { fillJournal, RARE } from './requests-fill.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '5' },
    capture: { type: 'boolean', default: false },
    database: { type: 'string' },
  },
});
const folder = await mkdtemp(join(tmpdir(), 'parley-requests-'));
const file = options.database ?? join(folder, 'guard.db');
const isFilled = existsSync(file);
const count = Number(options.count);
const logger = createJsonLogger({ clock: systemClock, level: 'error', write: console.error });
const seal = createContentSeal([new Uint8Array(32).fill(7)]);
const database = openDatabase({ url: `file:${file}`, logger });
const stored = createLibsqlJournal({ database, clock: systemClock, logger, maxRequests: 10_000_000, openPreview: openPreview(seal) });
const journal = createSealedJournal({ journal: stored, seal });
const until = new Date();

if (!isFilled) {
  const start = performance.now();
  await fillJournal(journal, { count, until, capture: options.capture });
  console.log(`${count} requests stored in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

const upstream = { name: 'none' } as ChatUpstream;
const policies = createPolicies({
  store: createInMemoryPolicyStore(),
  pipelineOf: (policy) => createDefaultPipeline({ clock: systemClock, ids: uuidIds, policy }),
  detectors: [],
  clock: systemClock,
  logger,
});
const settings = readSettings(guardSettings, {});
const guard = createGuard({
  settings,
  http: { clock: systemClock, ids: uuidIds, logger, apiKeys: [], corsOrigins: [], maxBodyBytes: settings.maxBodyBytes },
  upstream,
  journal,
  pipeline: policies.pipeline('default'),
  policies,
  bus: createInMemoryBus(),
  hash: createKeyedHash(''),
  probes: [],
  version: '0',
});

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
}

async function get<T = unknown>(path: string): Promise<T> {
  const response = await guard.handle(new Request(`http://localhost${path}`));
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Longest delay of a 1 ms timer while something ran. */
async function stallOf(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  }, 1);
  await work();
  longest = Math.max(longest, performance.now() - last - 1);
  clearInterval(timer);
  return longest;
}

async function measure(name: string, path: string, limit: number): Promise<Figure> {
  const times: number[] = [];
  let stall = 0;
  let found = 0;
  for (let run = 0; run < Number(options.runs); run += 1) {
    await Bun.sleep(5);
    const start = performance.now();
    let end = start;
    const longest = await stallOf(async () => {
      const { data } = await get<Partial<Page>>(path);
      end = performance.now();
      found = data?.length ?? 0;
    });
    times.push(end - start);
    stall = Math.max(stall, longest);
  }
  const median = percentile(times, 0.5);
  const value = `${milliseconds(median)}, slowest ${milliseconds(Math.max(...times))}, loop ${milliseconds(stall)}, ${found} found`;
  return { name, value, target: `${limit} ms`, met: median <= limit };
}

/** A cursor after some pages of the largest size. */
async function cursorAfter(pages: number): Promise<string> {
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const { next_cursor: next } = await get<Page>(`/requests?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    if (next === null) return cursor;
    cursor = next;
  }
  return cursor;
}

const ago = (ms: number): string => new Date(until.getTime() - ms).toISOString();
const HOUR = 3_600_000;
const deep = await cursorAfter(Math.floor(count / 110));
const some = (await get<Page>('/requests?limit=1')).data[0]?.id ?? '';
const FILTER = 300;
const lists: readonly (readonly [string, string])[] = [
  ['status failed', 'status=failed'],
  ['status running (none)', 'status=running'],
  ['verdict block', 'verdict=block'],
  ['detector', 'detector=secrets'],
  ['detector, rare', `detector=${RARE.detector}`],
  ['detector, none', 'detector=nothing'],
  ['key', 'key=batch'],
  ['key, rare', `key=${RARE.key}`],
  ['key, none', 'key=nobody'],
  ['text of every preview', 'text=invoice'],
  ['text, rare', `text=${RARE.text}`],
  ['text, none', 'text=xylophone'],
  ['text: part of an id', `text=${some.slice(4, 23)}`],
  ['text: a model', 'text=LLAMA'],
  ['time: an old hour', `since=${ago(100 * HOUR)}&until=${ago(99 * HOUR)}`],
  ['time: since a day', `since=${ago(24 * HOUR)}`],
  ['time: none', `until=${ago(1000 * HOUR)}`],
  ['verdict and status that exclude each other', 'verdict=block&status=completed'],
  ['key and verdict', 'key=web&verdict=redact'],
  ['key and verdict and text, none', 'key=web&verdict=block&text=xylophone'],
  ['detector and key, none', `detector=secrets&key=${RARE.key}`],
  ['detector and time', `detector=secrets&since=${ago(100 * HOUR)}&until=${ago(50 * HOUR)}`],
  ['time and status and text', `since=${ago(100 * HOUR)}&until=${ago(50 * HOUR)}&status=failed&text=gpt`],
  ['deep cursor', `cursor=${deep}`],
  ['deep cursor and verdict', `cursor=${deep}&verdict=block`],
  ['deep cursor and detector and key', `cursor=${deep}&detector=secrets&key=web`],
];

const figures: Figure[] = [await measure('first page', '/requests?limit=50', 100)];
for (const [name, query] of lists) figures.push(await measure(name, `/requests?limit=50&${query}`, FILTER));
for (const [name, hours, buckets] of [
  ['hour', 1, 60],
  ['day', 24, 96],
  ['week', 168, 168],
] as const) {
  figures.push(
    await measure(
      `statistics of the last ${name}`,
      `/stats?since=${ago(hours * HOUR)}&until=${until.toISOString()}&buckets=${buckets}`,
      FILTER,
    ),
  );
}
figures.push(await measure('shadow report of a week', `/v1/policies/default/shadow-report?since=${ago(168 * HOUR)}`, FILTER));
figures.push(await measure('manifest', `/requests/${some}`, 100), await measure('decision', `/requests/${some}/decision`, 100));
figures.push(await measure('debug entries', `/requests/${some}/debug`, 100));
console.log(table(rowsOf(figures)));
// Stalls of the event loop without requests are due to the machine.
console.log(`event loop without any request: ${milliseconds(await stallOf(() => Bun.sleep(2000)))}`);
await journal[Symbol.asyncDispose]();
await database[Symbol.asyncDispose]();
await rm(folder, { recursive: true });
