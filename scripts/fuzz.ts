/**
 * Runs the tests that draw their cases again and again, each time with cases nobody has seen: `bun run fuzz [ROUNDS] [FILE...]`,
 * ten rounds of all of them unless told otherwise. Says nothing of what passes; of what fails the case with the seed and the path
 * of its draw, and how to have it again. Every round runs, whatever failed before it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROUNDS = 10;
/** What draws its cases says so. */
const DRAWS = 'fc.assert(';

/** The test files that draw cases. */
async function drawingFiles(): Promise<string[]> {
  const files = (await readdir('tests', { recursive: true }))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('tests', file));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files.filter((_, index) => texts[index]?.includes(DRAWS) === true).toSorted();
}

/** Whether the tests passed with the cases of a seed. */
async function passes(seed: number, files: readonly string[]): Promise<boolean> {
  const child = Bun.spawn(['bun', 'test', '--only-failures', '--timeout', '600000', ...files], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, FORCE_COLOR: '0', PARLEY_TEST_SEED: `${seed}` },
  });
  const [said, shown, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited]);
  if (code === 0) return true;
  process.stdout.write(said + shown);
  return false;
}

const [first = '', ...rest] = process.argv.slice(2);
const isCount = /^\d+$/.test(first);
const rounds = isCount ? Number(first) : ROUNDS;
const named = isCount || first === '' ? rest : [first, ...rest];
const files = named.length > 0 ? named : await drawingFiles();
const failed: number[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const [seed = 0] = crypto.getRandomValues(new Int32Array(1));
  const isPassed = await passes(seed, files);
  if (!isPassed) failed.push(seed);
  console.log(
    `round ${round} of ${rounds}: ${isPassed ? 'passed' : 'FAILED'}, seed ${seed}${isPassed ? '' : `; again: PARLEY_TEST_SEED=${seed} bun test FILE`}`,
  );
}
console.log(`${rounds - failed.length} rounds passed, ${failed.length} failed (${files.length} files)`);
process.exitCode = failed.length === 0 ? 0 : 1;
