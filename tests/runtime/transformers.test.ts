import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { allowSlowHooks } from '../slow.ts';
import { denoProgram } from './deno-program.ts';

await allowSlowHooks();

const SCRIPT = fileURLToPath(new URL('transformers-script.ts', import.meta.url));
const BUN = fileURLToPath(new URL('../../node_modules/.bin/bun', import.meta.url));

const ARCHITECTURES = [
  'whisper',
  'moonshine',
  'wav2vec2',
  'vits',
  'speecht5',
  'kokoro',
  'supertonic',
  'bert-embedder',
  'bert-classifier',
  'deberta-classifier',
  'llama',
];

/** The longest that one of the four runs may take, in milliseconds. */
const RUN_MS = 120_000;

type Given = Readonly<Record<string, unknown>>;

/** Whether two answers agree: the same texts and shapes, and numbers within a tolerance. */
function agree(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < 0.01;
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other;
  const names = Object.keys(one).toSorted();
  if (names.join('\n') !== Object.keys(other).toSorted().join('\n')) return false;
  return names.every((name) => agree((one as Given)[name], (other as Given)[name]));
}

describe('models of the hub, each in a worker', () => {
  const runs: Record<string, Given> = {};
  before(
    async () => {
      const runtimes = { Bun: [BUN, 'run'], Deno: [denoProgram(), 'run', '--no-check', '--allow-all'] };
      for (const [runtime, [command = '', ...args]] of Object.entries(runtimes)) {
        for (const provider of ['native', 'wasm']) {
          const options = { timeout: RUN_MS, maxBuffer: 64e6 };
          const { stdout } = await promisify(execFile)(command, [...args, SCRIPT, provider], options);
          runs[`${runtime} ${provider}`] = JSON.parse(stdout) as Given;
        }
      }
    },
    { timeout: 4 * RUN_MS },
  );

  for (const run of ['Bun native', 'Bun wasm', 'Deno native', 'Deno wasm']) {
    for (const name of ARCHITECTURES) {
      it(`${name} loads and runs on ${run}, and answers as on Bun native`, () => {
        const given = runs[run]?.[name];
        assert.ok(typeof given === 'object' && given !== null && !('failed' in given), JSON.stringify(given)?.slice(0, 400));
        assert.ok(agree(given, runs['Bun native']?.[name]), JSON.stringify(given).slice(0, 400));
      });
    }
  }
});
