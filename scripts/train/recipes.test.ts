import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allowSlowHooks } from '../../tests/slow.ts';

await allowSlowHooks();

/** What a shortened run prints when its last step, the figures, is reached. */
const RECIPES = [
  { name: 'guard', script: 'guard/encoder.sh', figures: /"second":\{"user":/ },
  { name: 'g2p', script: 'g2p/make.sh', figures: /\| network \| 20 \|/ },
  { name: 'speech', script: 'speech/make.sh', figures: /\| *\d+\.\d ?%/ },
  { name: 'vad', script: 'vad/make.sh', figures: /\| placed in silence \(\d+\) \|/ },
] as const;

/** Longest run in milliseconds; the first one makes the Python environment. */
const TIME_OUT = 1_800_000;

async function shortened(script: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn('sh', [fileURLToPath(new URL(script, import.meta.url)), '--smoke'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  return { code, output };
}

describe('the recipes of the shipped models', () => {
  for (const { name, script, figures } of RECIPES) {
    it(`${name} makes a model and its figures from nothing in a shortened run`, { timeout: TIME_OUT }, async () => {
      const { code, output } = await shortened(script);
      assert.equal(code, 0, output);
      assert.match(output, figures);
    });
  }
});
