/**
 * LoCoMo: how much of the evidence for a question memory finds, by category, searched by meaning, by words, and by both.
 *
 *   bun scripts/bench/memory.ts [folder of conversations] [--before]
 *
 * Every turn of a conversation is stored and read as one of a user's turns, in libSQL's index, with the built-in embedder and
 * the rules that read facts. A result counts for the turns that support it. `--before` gives every turn the one before it.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInMemoryMemoryStore } from '../../src/adapters/in-memory/memory-store.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlVectorIndex } from '../../src/adapters/libsql/vector-index.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { createJsonLogger } from '../../src/adapters/system/logger.ts';
import { readSettings } from '../../src/core/config.ts';
import { createMemory } from '../../src/domain/memory/memory.ts';
import { createRuleExtractor } from '../../src/domain/memory/rule-extractor.ts';
import { createHybridSearch } from '../../src/domain/retrieval/hybrid-search.ts';
import { bunPlatform } from '../../src/main/bun-platform.ts';
import { createBuiltInEmbedder } from '../../src/main/embedder.ts';
import { memoryOptions } from '../../src/main/memory.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { MemoryTurn } from '../../src/ports/memory.ts';
import { reasonerSettings } from '../../src/reasoner/config.ts';

interface Question {
  readonly question: string;
  readonly category: number;
  readonly evidence?: readonly string[];
}

interface Utterance {
  readonly dia_id: string;
  readonly speaker: string;
  readonly text: string;
  readonly blip_caption?: string;
}

const CATEGORIES: Readonly<Record<number, string>> = { 1: 'multi-hop', 2: 'temporal', 3: 'open-domain', 4: 'single-hop', 5: 'adversarial' };
const CUTS = [10, 20, 50] as const;
const ALPHAS = [0, 0.25, 0.5, 0.75, 1] as const;
/** How many questions are asked at a time. */
const AT_ONCE = 16;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

const args = process.argv.slice(2);
const folder = resolve(args.find((arg) => !arg.startsWith('--')) ?? '../shared/retrieval/locomo');
const withBefore = args.includes('--before');

/** "1:56 pm on 8 May, 2023", in UTC. */
function readTime(text: string): Date {
  const match = /(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)/.exec(text);
  if (match === null) throw new Error(`not a time: ${text}`);
  const [, hour, minute, half, day, month = '', year] = match;
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return new Date(Date.UTC(Number(year), MONTHS.indexOf(month.toLowerCase()), Number(day), hours, Number(minute)));
}

function turnsOf(owner: string, conversation: Readonly<Record<string, unknown>>): MemoryTurn[] {
  return Object.keys(conversation)
    .filter((key) => /^session_\d+$/.test(key))
    .toSorted((left, right) => Number(left.slice(8)) - Number(right.slice(8)))
    .flatMap((key) => {
      const at = readTime(String(conversation[`${key}_date_time`]));
      const said = conversation[key] as readonly Utterance[];
      const textOf = ({ text, blip_caption }: Utterance): string => (blip_caption === undefined ? text : `${text} [shows ${blip_caption}]`);
      return said.map((one, place) => {
        const earlier = said[place - 1];
        return {
          id: `turn_${owner}-${one.dia_id}`,
          owner,
          thread: key,
          speaker: one.speaker,
          text: textOf(one),
          ...(withBefore && earlier !== undefined ? { before: `${earlier.speaker}: ${textOf(earlier)}` } : {}),
          saidAt: new Date(at.getTime() + place * 1000),
        };
      });
    });
}

/** Keeps what was answered to the same arguments: every weight asks the same of the index and the embedder. */
function kept<Args extends readonly unknown[], Result>(ask: (...args: Args) => Promise<Result>): (...args: Args) => Promise<Result> {
  const answers = new Map<string, Promise<Result>>();
  return (...args) => {
    const key = JSON.stringify(args, (_, value: unknown) => (value instanceof Float32Array ? value.join() : value));
    const answer = answers.get(key) ?? ask(...args);
    answers.set(key, answer);
    return answer;
  };
}

const settings = readSettings(reasonerSettings, {});
const logger = createJsonLogger({ clock: systemClock, level: 'warn', write: (line) => void process.stderr.write(line) });
await using built = createBuiltInEmbedder(bunPlatform);
const embedder: Embedder = { model: built.model, dimensions: built.dimensions, embed: (texts, options) => built.embed(texts, options) };
const directory = await mkdtemp(join(tmpdir(), 'parley-memory-'));
await using database = openDatabase({ url: `file:${join(directory, 'memory.db')}`, logger });
const store = createInMemoryMemoryStore();
await using index = createLibsqlVectorIndex({
  database,
  clock: systemClock,
  logger,
  model: embedder.model,
  dimensions: embedder.dimensions,
});
let now = new Date();
const clock = { now: () => now, elapsed: () => performance.now() };
await using memory = createMemory({
  store,
  index,
  embedder,
  search: createHybridSearch({
    index: {
      ...index,
      nearest: kept(index.nearest),
      matching: kept(index.matching),
      similarities: kept(index.similarities),
    },
    embedder: { ...embedder, embed: kept(embedder.embed) },
  }),
  extractor: createRuleExtractor({ maxFacts: settings.memoryMaxFacts }),
  clock,
  ids: uuidIds,
  logger,
  options: { ...memoryOptions(settings), keepsReplies: false, drainMs: 0 },
});

const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
const users: { readonly owner: string; readonly at: Date; readonly questions: readonly Required<Question>[] }[] = [];
let turnCount = 0;
const readingSince = performance.now();
for (const file of files) {
  const owner = `locomo:${file.slice(0, -5)}`;
  const conversation = JSON.parse(await readFile(join(folder, file), 'utf8')) as Record<string, unknown>;
  const turns = turnsOf(owner, conversation);
  turnCount += turns.length;
  const known = new Set(turns.map(({ id }) => id));
  const last = turns.at(-1)?.saidAt ?? new Date();
  const questions = (conversation['qa'] as readonly Question[]).flatMap(({ question, category, evidence = [] }) => {
    const named = evidence.flatMap((one) => one.split(/[;,\s]+/)).map((id) => `turn_${owner}-${id}`);
    const there = [...new Set(named.filter((id) => known.has(id)))];
    return there.length === 0 ? [] : [{ question, category, evidence: there }];
  });
  users.push({ owner, at: last, questions });
  await store.addTurns(turns);
  while ((await memory.resume()) > 0) await memory.flush();
}
const seconds = (performance.now() - readingSince) / 1000;
let factCount = 0;
for (const file of files)
  factCount += (await store.listFacts({ owner: `locomo:${file.slice(0, -5)}`, limit: 10_000, superseded: true })).items.length;
console.log(
  `${turnCount} turns of ${files.length} conversations read in ${seconds.toFixed(1)} s (${(turnCount / seconds).toFixed(0)} a second), ${factCount} facts, ${users.flatMap(({ questions }) => questions).length} questions`,
);
console.log(
  `\n| searched | alpha | ${Object.values(CATEGORIES)
    .map((name) => `${name} @${CUTS.join('/')}`)
    .join(' | ')} | all @${CUTS.join('/')} |`,
);
console.log(`|---|---|${'---|'.repeat(Object.keys(CATEGORIES).length + 1)}`);

for (const among of ['turns', 'both'] as const) {
  for (const alpha of ALPHAS) {
    const recalls = new Map<number, number[][]>();
    for (const { owner, at, questions } of users) {
      now = at;
      for (let start = 0; start < questions.length; start += AT_ONCE) {
        await Promise.all(
          questions.slice(start, start + AT_ONCE).map(async ({ question, category, evidence }) => {
            const found = await memory.recall(owner, question, { limit: 50, alpha, among });
            const shares = CUTS.map((cut) => {
              const ids = new Set(found.slice(0, cut).flatMap((one) => one.evidence.map(({ id }) => id)));
              return evidence.filter((id) => ids.has(id)).length / evidence.length;
            });
            recalls.set(category, [...(recalls.get(category) ?? []), shares]);
          }),
        );
      }
    }
    const mean = (rows: readonly (readonly number[])[]): string =>
      CUTS.map((_, place) => (rows.reduce((sum, row) => sum + (row[place] ?? 0), 0) / rows.length).toFixed(3)).join(' / ');
    const cells = Object.keys(CATEGORIES).map((category) => mean(recalls.get(Number(category)) ?? []));
    console.log(`| ${among} | ${alpha} | ${cells.join(' | ')} | ${mean([...recalls.values()].flat())} |`);
  }
}
await rm(directory, { recursive: true, force: true });
