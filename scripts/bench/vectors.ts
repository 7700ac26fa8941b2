/**
 * The vector index beside libSQL's own vector scan and its `vector_top_k` index, on the same passages in one run:
 * `bun scripts/bench/vectors.ts [--passages 50000] [--dimensions 384] [--queries 200] [--variants parley,scan,index]`.
 * Storing and searching run in a process each, over a database in a temporary folder, so that memory is told apart.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { table } from '../../src/main/table.ts';
import { measureSearching, measureStoring, type SearchFigures, type StoreFigures } from './vector-measures.ts';

const { values: options } = parseArgs({
  options: {
    passages: { type: 'string', default: '50000' },
    dimensions: { type: 'string', default: '384' },
    queries: { type: 'string', default: '200' },
    variants: { type: 'string', default: 'parley,scan,index' },
    phase: { type: 'string' },
    folder: { type: 'string', default: '' },
  },
});

type Figures = StoreFigures & SearchFigures;

const ROWS: readonly (readonly [name: string, of: (figures: Figures) => number, digits: number])[] = [
  ['stored, passages/s', (figures) => figures.storedPerSecond, 0],
  ['search p50, ms', (figures) => figures.p50, 2],
  ['search p99, ms', (figures) => figures.p99, 2],
  ['search in a filtered tenth p50, ms', (figures) => figures.filteredP50, 2],
  ['recall@10 against exact', (figures) => figures.recall, 4],
  ['recall@10 in a filtered tenth', (figures) => figures.filteredRecall, 4],
  ['memory a passage, bytes', (figures) => figures.memoryBytes, 0],
  ['disk a passage, bytes', (figures) => figures.diskBytes, 0],
  ['latest timer while storing, ms', (figures) => figures.lateStoring, 1],
  ['latest timer while searching, ms', (figures) => figures.lateSearching, 1],
  ['first search after opening, ms', (figures) => figures.firstSearch, 0],
];

/** The figures of one phase; the other's are absent. */
function inOwnProcess(variant: string, phase: string, folder: string): Figures {
  const args = [fileURLToPath(import.meta.url), '--variants', variant, '--phase', phase, '--folder', folder];
  args.push('--passages', options.passages, '--dimensions', options.dimensions, '--queries', options.queries);
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
      const ratio = first === undefined ? Number.NaN : of(own) / of(first);
      return index === 0 ? of(own).toFixed(digits) : `${of(own).toFixed(digits)} (${ratio.toPrecision(3)} x)`;
    }),
  ]);
  console.log(`${options.passages} passages of ${options.dimensions} dimensions, ${options.queries} queries; ratios to the first column\n`);
  console.log(table([['', ...variants], ...rows]));
}
