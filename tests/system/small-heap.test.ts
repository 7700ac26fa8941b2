import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { startParley } from './parley-process.ts';

await allowSlowHooks();

/** What a process was given when its program began, as Linux shows it. */
async function environmentOf(pid: number): Promise<readonly string[]> {
  return (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').filter((entry) => entry.startsWith('BUN_JSC_heapGrowth'));
}

describe('a process of services', () => {
  it('begins again by itself, as the same process, with a heap that grows less', async () => {
    await using parley = await startParley();
    assert.deepEqual(await environmentOf(parley.pid), ['BUN_JSC_heapGrowthMaxIncrease=0.7']);
    assert.equal(typeof (await (await fetch(`${parley.guard}/health`)).json()), 'object');
  });

  it('keeps a growth that it is given', async () => {
    await using parley = await startParley({ env: { BUN_JSC_heapGrowthMaxIncrease: '2' } });
    assert.deepEqual(await environmentOf(parley.pid), ['BUN_JSC_heapGrowthMaxIncrease=2']);
  });
});
