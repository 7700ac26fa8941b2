import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { FROM_SOURCE, startParley } from './parley-process.ts';

await allowSlowHooks();

const GROWTH = /^BUN_JSC_heapGrowth/;
const LAST_COMPILER = /^BUN_JSC_useFTLJIT/;

/** What a process was given when its program began, as Linux shows it. */
async function environmentOf(pid: number, wanted: RegExp): Promise<readonly string[]> {
  return (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').filter((entry) => wanted.test(entry));
}

describe('a process of services', () => {
  it('begins again by itself, as the same process, with a heap that grows less', async () => {
    await using parley = await startParley();
    assert.deepEqual(await environmentOf(parley.pid, GROWTH), ['BUN_JSC_heapGrowthMaxIncrease=0.7']);
    assert.deepEqual(await environmentOf(parley.pid, LAST_COMPILER), []);
    assert.equal(typeof (await (await fetch(`${parley.guard}/health`)).json()), 'object');
  });

  it('keeps a growth that it is given', async () => {
    await using parley = await startParley({ env: { BUN_JSC_heapGrowthMaxIncrease: '2' } });
    assert.deepEqual(await environmentOf(parley.pid, GROWTH), ['BUN_JSC_heapGrowthMaxIncrease=2']);
  });

  it('runs without the engine’s last compiler if it is a guard alone', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'parley-'));
    const [program, ...args] = FROM_SOURCE;
    const guard = spawn(program, [...args, 'guard'], {
      cwd: directory,
      env: { ...process.env, GUARD_PORT: '0', PLATFORM_DATA_DIR: directory },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [said] = (await once(guard.stdout, 'data')) as [Buffer];
      assert.match(said.toString(), /^guard listens on http/);
      assert.deepEqual(await environmentOf(guard.pid ?? 0, LAST_COMPILER), ['BUN_JSC_useFTLJIT=false']);
    } finally {
      const ended = once(guard, 'exit');
      guard.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    }
  });
});
