import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { after, before, describe, it } from 'node:test';
import { BINDING_VARIABLE, placeNativeFiles } from '../../src/adapters/onnx/native-files.ts';
import type { NativeFile, NativeFiles } from '../../src/adapters/onnx/runtime.ts';

describe('placeNativeFiles()', () => {
  let folder = '';
  let files: NativeFiles;
  const saved = env[BINDING_VARIABLE];

  async function embed(name: string, content: string): Promise<NativeFile> {
    const path = join(folder, `${name}-embedded`);
    await writeFile(path, content);
    return { path, name, sha256: createHash('sha256').update(content).digest('hex') };
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-native-'));
    files = {
      binding: await embed('addon.node', 'the add-on'),
      library: await embed('library.so.1', 'the library'),
      cacheFolders: [join(folder, 'cache')],
    };
  });
  after(async () => {
    if (saved === undefined) delete env[BINDING_VARIABLE];
    else env[BINDING_VARIABLE] = saved;
    await rm(folder, { recursive: true, force: true });
  });

  it('writes both files side by side under their own names and says where the add-on is', async () => {
    await placeNativeFiles(files);
    const placed = env[BINDING_VARIABLE] ?? '';
    assert.deepEqual((await readdir(dirname(placed))).toSorted(), ['addon.node', 'library.so.1']);
    assert.equal(await readFile(placed, 'utf8'), 'the add-on');
    assert.equal(await readFile(join(dirname(placed), 'library.so.1'), 'utf8'), 'the library');
  });

  it('writes nothing when they lie there already', async () => {
    await placeNativeFiles(files);
    const placed = env[BINDING_VARIABLE] ?? '';
    const { ino } = await stat(placed);
    await placeNativeFiles(files);
    assert.equal((await stat(placed)).ino, ino);
  });

  it('replaces a file whose content is not what was built', async () => {
    await placeNativeFiles(files);
    const placed = env[BINDING_VARIABLE] ?? '';
    await writeFile(placed, 'something else');
    await placeNativeFiles(files);
    assert.equal(await readFile(placed, 'utf8'), 'the add-on');
  });

  it('lets nobody else write or read them', async () => {
    await placeNativeFiles(files);
    const placed = env[BINDING_VARIABLE] ?? '';
    assert.equal((await stat(placed)).mode & 0o077, 0);
    assert.equal((await stat(dirname(placed))).mode & 0o077, 0);
  });

  it('throws and leaves nothing behind when the embedded file does not have its hash', async () => {
    const cacheFolder = join(folder, 'other');
    const library = { ...files.library, sha256: 'f'.repeat(64) };
    await assert.rejects(placeNativeFiles({ ...files, library, cacheFolders: [cacheFolder] }), /hash/);
    const [made = ''] = await readdir(cacheFolder);
    assert.deepEqual(await readdir(join(cacheFolder, made)), []);
  });

  it('writes them to the next folder when the first cannot be written, as a service user has no home', async () => {
    const next = join(folder, 'next');
    await placeNativeFiles({ ...files, cacheFolders: [files.binding.path, next] });
    assert.ok(env[BINDING_VARIABLE]?.startsWith(next));
  });

  it('writes them to the next folder when code may not run from the first', async () => {
    const [first, next] = [join(folder, 'no-code'), join(folder, 'code')];
    await placeNativeFiles({ ...files, cacheFolders: [first] });
    await chmod(env[BINDING_VARIABLE] ?? '', 0o600);
    await placeNativeFiles({ ...files, cacheFolders: [first, next] });
    assert.ok(env[BINDING_VARIABLE]?.startsWith(next));
  });

  it('throws, and says why of each, when no folder can be written', async () => {
    const cacheFolders = [files.binding.path, files.library.path];
    await assert.rejects(placeNativeFiles({ ...files, cacheFolders }), /addon.*; .*library/);
  });
});
