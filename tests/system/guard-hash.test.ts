import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { readSettings } from '../../src/core/config.ts';
import { guardSettings } from '../../src/guard/config.ts';
import { layFoundation } from '../../src/main/foundation.ts';
import { openGuardHash } from '../../src/main/guard-hash.ts';
import type { Platform } from '../../src/main/platform.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** The hash as a start in a data folder opens it, and what the start logs. */
async function openedIn(folder: string, env: Readonly<Record<string, string>> = {}): Promise<{ hash: string; log: string }> {
  let log = '';
  const platform = { args: [], runtime: 'test', printError: (text: string) => (log += text) } as unknown as Platform;
  const foundation = await layFoundation({ ...platform, env: { PLATFORM_DATA_DIR: folder } });
  await using _resources = foundation.resources;
  const hash = await openGuardHash(foundation, readSettings(guardSettings, env));
  return { hash: hash('ann'), log };
}

describe('the hash of end users', () => {
  it('stays the same after a restart: its key is kept in the data folder, for its owner alone', async () => {
    await using folder = await makeTemporaryFolder();
    const { hash } = await openedIn(folder.path);
    assert.match(hash, /^[0-9a-f]{16}$/);
    assert.equal((await openedIn(folder.path)).hash, hash);
    assert.equal((await stat(join(folder.path, 'guard-hash.key'))).mode & 0o777, 0o600);
    await using other = await makeTemporaryFolder();
    assert.notEqual((await openedIn(other.path)).hash, hash);
  });

  it('is the same on every host with the same GUARD_HASH_KEY', async () => {
    await using one = await makeTemporaryFolder();
    await using other = await makeTemporaryFolder();
    const env = { GUARD_HASH_KEY: 'a key of two hosts' };
    assert.equal((await openedIn(one.path, env)).hash, (await openedIn(other.path, env)).hash);
    await assert.rejects(stat(join(one.path, 'guard-hash.key')));
  });

  it('goes with the process where its key cannot be kept, and the log says so', async () => {
    await using folder = await makeTemporaryFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    const { hash, log } = await openedIn(file);
    assert.match(hash, /^[0-9a-f]{16}$/);
    assert.match(log, /hashes will change at the next start/);
    assert.notEqual((await openedIn(file)).hash, hash);
  });

  // Only root may mount a file system that is small enough to fill.
  if (process.getuid?.() === 0) {
    it('leaves nothing behind on a disk that has no room for its key', async () => {
      await using folder = await makeTemporaryFolder();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder.path]);
      try {
        await writeFile(join(folder.path, 'filler'), new Uint8Array(2 ** 20)).catch(() => undefined);
        assert.match((await openedIn(folder.path)).log, /no space/i);
        assert.deepEqual(await readdir(folder.path), ['filler']);
      } finally {
        execFileSync('umount', ['--lazy', folder.path]);
      }
    });
  }
});
