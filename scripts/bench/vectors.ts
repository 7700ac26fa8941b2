/**
 * The vector index beside SQLite's `bm25()`, libSQL's own vector scan and its `vector_top_k` index, on the same passages in one run:
 * `bun scripts/bench/vectors.ts [--passages 50000] [--dimensions 384] [--queries 200] [--variants parley,fts5,scan,index]`.
 * `--index-passages 5000` gives the `index`, which takes minutes to store, fewer of them.
 * Storing and searching run in a process each, over a database in a temporary folder, so that memory is told apart.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { table } from '../../src/main/table.ts';
import { measureSearching, measureStoring, QUERY_WORDS, type SearchFigures, type StoreFigures } from './vector-measures.ts';

const { values: options } = parseArgs({
  options: {
    passages: { type: 'string', default: '50000' },
    dimensions: { type: 'string', default: '384' },
    queries: { type: 'string', default: '200' },
    variants: { type: 'string', default: 'parley,fts5,scan,index' },
    'index-passages': { type: 'string', default: '' },
    phase: { type: 'string' },
    folder: { type: 'string', default: '' },
  },
});

type Figures = StoreFigures & SearchFigures;

/** What a variant cannot do is absent: JSON has no NaN. */
type Row = readonly [name: string, of: (figures: Figures) => number | null | undefined, digits: number];

const ROWS: readonly Row[] = [
  ['stored, passages/s', (figures) => figures.storedPerSecond, 0],
  ['search p50, ms', (figures) => figures.p50, 2],
  ['search p99, ms', (figures) => figures.p99, 2],
  ['search in a filtered tenth p50, ms', (figures) => figures.filteredP50, 2],
  ['recall@10 against exact', (figures) => figures.recall, 4],
  ['recall@10 in a filtered tenth', (figures) => figures.filteredRecall, 4],
  ...QUERY_WORDS.flatMap((words, at): Row[] => [
    [`keywords, ${words} words p50, ms`, (figures) => figures.words[at]?.p50, 2],
    [`keywords, ${words} words p99, ms`, (figures) => figures.words[at]?.p99, 2],
  ]),
  ['keywords, 20 words in a filtered tenth p50, ms', (figures) => figures.wordsFilteredP50, 2],
  ['hybrid, 20 words p50, ms', (figures) => figures.hybridP50, 2],
  ['hybrid, 20 words p99, ms', (figures) => figures.hybridP99, 2],
  ['memory of vectors a passage, bytes', (figures) => figures.vectorBytes, 0],
  ['memory of words a passage, bytes', (figures) => figures.wordBytes, 0],
  ['memory of the process a passage, bytes', (figures) => figures.memoryBytes, 0],
  ['disk a passage, bytes', (figures) => figures.diskBytes, 0],
  ['latest timer while storing, ms', (figures) => figures.lateStoring, 1],
  ['latest timer while searching, ms', (figures) => figures.lateSearching, 1],
  ['first search after opening, ms', (figures) => figures.firstSearch, 0],
  ['stored beside searches, passages/s', (figures) => figures.storedWhileSearching, 0],
  ['hybrid beside storing p50, ms', (figures) => figures.searchWhileStoringP50, 1],
  ['hybrid beside storing p99, ms', (figures) => figures.searchWhileStoringP99, 1],
  ['latest timer while doing both, ms', (figures) => figures.lateBoth, 1],
];

/** How many passages a variant gets. */
function passagesOf(variant: string): string {
  return variant === 'index' && options['index-passages'] !== '' ? options['index-passages'] : options.passages;
}

/** The figures of one phase; the other's are absent. */
function inOwnProcess(variant: string, phase: string, folder: string): Figures {
  const args = [fileURLToPath(import.meta.url), '--variants', variant, '--phase', phase, '--folder', folder];
  args.push('--passages', passagesOf(variant), '--dimensions', options.dimensions, '--queries', options.queries);
  const { status, stdout } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  if (status !== 0) throw new Error(`${phase} failed for ${variant}`);
  return JSON.parse(stdout) as Figures;
}

async function measure(variant: string): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  try {
    return { ...inOwnProcess(variant, 'store', folder), ...inOwnProcess(variant, 'search', folder) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sizes = { passages: Number(options.passages), dimensions: Number(options.dimensions), queries: Number(options.queries) };
if (options.phase !== undefined) {
  const work = options.phase === 'store' ? measureStoring : measureSearching;
  console.log(JSON.stringify(await work(options.variants, options.folder, sizes)));
} else {
  const variants = options.variants.split(',');
  const figures: Figures[] = [];
  for (const variant of variants) figures.push(await measure(variant));
  const [first] = figures;
  const rows = ROWS.map(([name, of, digits]) => [
    name,
    ...figures.map((own, index) => {
      const value = of(own) ?? Number.NaN;
      const ratio = first === undefined ? Number.NaN : value / (of(first) ?? Number.NaN);
      if (!Number.isFinite(value)) return '-';
      return index === 0 || !Number.isFinite(ratio) ? value.toFixed(digits) : `${value.toFixed(digits)} (${ratio.toPrecision(3)} x)`;
    }),
  ]);
  console.log(`${options.dimensions} dimensions, ${options.queries} queries; ratios to the first column\n`);
  console.log(table([['', ...variants], ['passages', ...variants.map(passagesOf)], ...rows]));
}
