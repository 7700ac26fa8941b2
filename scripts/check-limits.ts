/** Fails when a source file breaks the house limits: 500 lines a file, median 120, three folders deep, no index.ts, no escape from the type checker. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const HARD_LINES = 500;
const SOFT_LINES = 300;
const MEDIAN_LINES = 120;
const DEEPEST = 3;
const LOOSE = /:\s*any\b|\bas any\b|<any>|@ts-(ignore|nocheck|expect-error)|(eslint|oxlint)-disable/;

const files = (await readdir('src', { recursive: true })).filter((file) => file.endsWith('.ts')).toSorted();
const faults: string[] = [];
const lengths: number[] = [];
for (const file of files) {
  const text = await readFile(join('src', file), 'utf8');
  const lines = text.split('\n').length - 1;
  lengths.push(lines);
  if (lines > HARD_LINES) faults.push(`src/${file} has ${lines} lines, the limit is ${HARD_LINES}`);
  else if (lines > SOFT_LINES) console.warn(`src/${file} has ${lines} lines; over ${SOFT_LINES} is a reason to split`);
  if (file.split('/').length - 1 > DEEPEST) faults.push(`src/${file} lies deeper than ${DEEPEST} folders`);
  if (/(^|\/)index\.ts$/.test(file)) faults.push(`src/${file}: name a file after what it exports`);
  if (LOOSE.test(text)) faults.push(`src/${file} tells the type checker or the linter to look away`);
}
const median = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
if (median > MEDIAN_LINES) faults.push(`the median file has ${median} lines, the limit is ${MEDIAN_LINES}`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`limits hold: ${files.length} files, median ${median} lines`);
