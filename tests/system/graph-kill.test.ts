import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from './temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('./graph-program.ts', import.meta.url));

async function run(
  folder: string,
  killAfter: string,
): Promise<{ readonly signal: string | null; readonly output: string; readonly faults: string }> {
  const child = spawn('bun', [PROGRAM, folder, killAfter], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let faults = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (faults += data.toString()));
  const signal = await new Promise<string | null>((resolve) => child.on('close', (_code, name) => resolve(name)));
  return { signal, output, faults };
}

describe('a run killed with SIGKILL', () => {
  it('after each of its nodes and inside its parallel branches goes on without repeating a finished node', async () => {
    await using folder = await makeTemporaryFolder();
    for (const name of ['a', 'b', 'd', 'e']) {
      const killed = await run(folder.path, name);
      assert.equal(killed.signal, 'SIGKILL', killed.faults);
    }
    const { output, signal, faults } = await run(folder.path, '');
    assert.equal(signal, null, faults);
    assert.deepEqual(JSON.parse(output), ['a', 'b', 'c', 'd', 'e']);
    const effects = (await readFile(join(folder.path, 'effects.txt'), 'utf8')).trim().split('\n');
    assert.deepEqual(effects, ['a', 'b', 'c', 'd', 'e']);
  });
});
