/**
 * Runs the quality gate and the tests, and prints `N passed, N failed` last. Each step of the gate
 * counts as one. Bun's own closing lines are read rather than a report file, because a test file that
 * fails to load is missing from the report; here it counts as a failure.
 *
 * `bun scripts/run-tests.ts [--everyday | PATH …]`: `--everyday` leaves out what starts programs or browsers, paths run only those tests.
 */

import { readdirSync } from 'node:fs';

interface Count {
  readonly passed: number;
  readonly failed: number;
}

async function run(command: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'pipe', env: { ...process.env, FORCE_COLOR: '0' } });
  let output = '';
  const echo = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      const text = decoder.decode(chunk, { stream: true });
      output += text;
      process.stdout.write(text);
    }
  };
  await Promise.all([echo(child.stdout), echo(child.stderr)]);
  return { code: await child.exited, output };
}

async function gate(): Promise<Count> {
  const { code } = await run(['bun', 'run', 'check']);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function bunTests(args: readonly string[]): Promise<Count> {
  // Bun's own five seconds are short for a machine that has other work.
  const { code, output } = await run(['bun', 'test', '--timeout', '60000', ...args]);
  const total = (word: string): number => Number(new RegExp(`^ *(\\d+) ${word}$`, 'gm').exec(output)?.[1] ?? '0');
  const passed = total('pass');
  const failed = total('fail') + total('errors?');
  // An exit code that the counts do not explain (a crash, no test found) is a failure too.
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

/** Folders of tests that start programs or watch the clock of a browser, and so have the machine to themselves. */
const ALONE = new Set(['browser', 'runtime', 'system']);
const folders = readdirSync('tests', { withFileTypes: true }).filter((entry) => entry.isDirectory());
const testsOf = (wanted: boolean): string[] => folders.filter(({ name }) => ALONE.has(name) === wanted).map(({ name }) => `tests/${name}/`);

async function everyday(): Promise<Count[]> {
  return [await gate(), await bunTests(['--parallel=2', '--no-isolate', ...testsOf(false)])];
}

const paths = process.argv.slice(2);
const isEveryday = paths.length === 1 && paths[0] === '--everyday';
const counts =
  paths.length > 0 && !isEveryday
    ? [await bunTests(paths)]
    : [...(await everyday()), ...(isEveryday ? [] : [await bunTests(testsOf(true))])];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
