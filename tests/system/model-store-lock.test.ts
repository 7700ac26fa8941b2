import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { takeProcessLock } from '../../src/adapters/model-store/process-lock.ts';
import { allowSlowHooks } from '../slow.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

const never = new AbortController().signal;

/** Gives up, as a caller that will not wait does. */
const busy = (): never => {
  throw new Error('busy');
};

describe('the lock of a pull', () => {
  let folder: TemporaryFolder;
  before(
    async () => {
      folder = await makeTemporaryFolder();
    },
    { timeout: 120_000 },
  );
  after(() => folder[Symbol.asyncDispose]());

  const holder = (pid: number, host: string): string => JSON.stringify({ pid, host, token: 'somebody' });

  it('is there while it is held, and leaves nothing', async () => {
    const path = join(folder.path, 'free/x.lock');
    const lock = await takeProcessLock(path, { signal: never, onWait: busy });
    assert.ok(await lock.held());
    await assert.rejects(takeProcessLock(path, { signal: never, onWait: busy }), /busy/);
    await lock[Symbol.asyncDispose]();
    assert.deepEqual(await readdir(join(folder.path, 'free')), []);
  });

  it('is given on when its holder is done', async () => {
    const path = join(folder.path, 'given.lock');
    const lock = await takeProcessLock(path, { signal: never, onWait: busy });
    const waiting = Promise.withResolvers<void>();
    const next = takeProcessLock(path, { signal: never, onWait: waiting.resolve });
    await waiting.promise;
    await lock[Symbol.asyncDispose]();
    await using taken = await next;
    assert.ok(await taken.held());
  });

  it('is taken at once from a dead process of this host', async () => {
    const path = join(folder.path, 'dead.lock');
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    await writeFile(path, holder(child.pid ?? 0, hostname()));
    await using lock = await takeProcessLock(path, { signal: never, onWait: busy });
    assert.ok(await lock.held());
  });

  it('is taken from another host only when that has shown no life for long', async () => {
    const path = join(folder.path, 'elsewhere.lock');
    await writeFile(path, holder(1, 'another-host'));
    await assert.rejects(takeProcessLock(path, { signal: never, onWait: busy }), /busy/);
    const long = new Date(Date.now() - 60_000);
    await utimes(path, long, long);
    await using lock = await takeProcessLock(path, { signal: never, onWait: busy });
    assert.ok(await lock.held());
    assert.doesNotMatch(await readFile(path, 'utf8'), /another-host/);
  });

  it('is not removed by a holder that lost it', async () => {
    const path = join(folder.path, 'lost.lock');
    const lock = await takeProcessLock(path, { signal: never, onWait: busy });
    await writeFile(path, holder(process.pid, hostname()));
    assert.equal(await lock.held(), false);
    await lock[Symbol.asyncDispose]();
    assert.match(await readFile(path, 'utf8'), /somebody/);
  });

  it('is not waited for by a caller that stops waiting', async () => {
    const path = join(folder.path, 'stopped.lock');
    await using lock = await takeProcessLock(path, { signal: never, onWait: busy });
    const stop = new AbortController();
    await assert.rejects(takeProcessLock(path, { signal: stop.signal, onWait: () => stop.abort() }), { name: 'AbortError' });
    assert.ok(await lock.held());
  });

  it('has one holder at a time, however many want it', async () => {
    const path = join(folder.path, 'many.lock');
    await writeFile(path, holder(2 ** 22 + 1, hostname()));
    let holders = 0;
    let most = 0;
    const once = async (): Promise<void> => {
      await using lock = await takeProcessLock(path, { signal: never, onWait: () => undefined });
      holders += 1;
      most = Math.max(most, holders);
      assert.ok(await lock.held());
      holders -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, once));
    assert.equal(most, 1);
  });
});
