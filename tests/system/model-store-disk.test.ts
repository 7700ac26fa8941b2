import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { allowSlowHooks } from '../slow.ts';
import { startModelHub, type ModelHub } from './model-hub.ts';
import { filesBelow, openStore, WHISPER, WHISPER_FILES, writeModel } from './model-store-fixture.ts';
import { FROM_SOURCE, runParley } from './parley-process.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

describe('a pull onto a disk that does not take it', () => {
  let source: TemporaryFolder;
  let folder: TemporaryFolder;
  let hub: ModelHub;
  before(
    async () => {
      source = await makeTemporaryFolder();
      folder = await makeTemporaryFolder();
      await writeModel(source.path, WHISPER, WHISPER_FILES);
      hub = await startModelHub(source.path);
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await hub[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
    await source[Symbol.asyncDispose]();
  });

  it('ends with a clear error when a file may not grow so large, and continues when it may', async () => {
    const options = { directory: folder.path, env: { PLATFORM_MODEL_HUB: hub.url } };
    // 2000 blocks of 512 bytes; the signal would end the process before it could say anything.
    const limited = ['/bin/sh', '-c', 'trap "" XFSZ; ulimit -f 2000; exec "$@"', 'sh', ...FROM_SOURCE] as const;
    const refused = await runParley(['models', 'pull', WHISPER], { ...options, command: limited });
    assert.equal(refused.code, 1);
    assert.match(refused.errors, /parley: .*takes no file of that size \(EFBIG\)/);
    assert.deepEqual(await filesBelow(join(folder.path, 'data/models', WHISPER)), []);
    const { code, errors } = await runParley(['models', 'pull', WHISPER], options);
    assert.equal(code, 0, errors);
    assert.match(errors, /of it here already/);
  });

  it('ends with a clear error when the folder cannot be written to', async () => {
    await writeFile(join(folder.path, 'file'), '');
    for (const directory of ['file', 'file/models']) {
      const { code, errors } = await runParley(['models', 'pull', WHISPER], {
        directory: folder.path,
        env: { PLATFORM_MODEL_HUB: hub.url, PLATFORM_MODELS_DIR: join(folder.path, directory) },
      });
      assert.equal(code, 1);
      assert.match(errors, /parley: Cannot write to .*PLATFORM_MODELS_DIR/);
    }
  });

  // Only root may mount a file system that is small enough to fill.
  if (process.getuid?.() === 0) {
    it('ends with a clear error when the disk runs full on the way, and continues once there is room', async () => {
      const mount = join(folder.path, 'small');
      await mkdir(mount);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', mount]);
      try {
        const store = openStore(join(mount, 'models'), hub.url);
        const filler = join(mount, 'filler');
        let filling: Promise<unknown> | undefined;
        hub.inject({ path: /decoder_model_merged_quantized/, slowBytes: 50_000 });
        const full = store.pull(WHISPER, {
          dtype: 'q8',
          signal: new AbortController().signal,
          onProgress: (event) => {
            if (event.kind === 'progress') filling ??= writeFile(filler, new Uint8Array(8_000_000)).catch(() => undefined);
          },
        });
        await assert.rejects(
          full,
          (error) => error instanceof ServiceError && error.kind === 'unavailable' && /No space left/.test(error.message),
        );
        assert.equal(await store.find(WHISPER), undefined);
        await filling;
        await rm(filler);
        await store.pull(WHISPER, { dtype: 'q8', signal: new AbortController().signal });
        assert.deepEqual(await store.verify(WHISPER), []);
        await assert.rejects(writeFile(filler, new Uint8Array(8_000_000)), /ENOSPC/);
        await store.remove(WHISPER);
        assert.deepEqual(await filesBelow(join(mount, 'models')), []);
      } finally {
        execFileSync('umount', [mount]);
      }
    });
  }
});
