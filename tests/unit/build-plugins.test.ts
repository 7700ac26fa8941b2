import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { BunPlugin, OnLoadCallback, PluginBuilder } from 'bun';
import { replaceOnce, type CheckedPlugin } from '../../scripts/build/checked-plugin.ts';
import { libsqlPlugin } from '../../scripts/build/libsql-plugin.ts';
import { onnxNativePlugin } from '../../scripts/build/onnx-native-plugin.ts';
import { workerPlugin } from '../../scripts/build/worker-plugin.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What a plugin makes of a file, as the bundler would ask it; undefined when it does not want the file. */
async function load({ plugin }: CheckedPlugin, path: string): Promise<string | undefined> {
  const loaders: { readonly filter: RegExp; readonly callback: OnLoadCallback }[] = [];
  const builder = { onLoad: ({ filter }: { filter: RegExp }, callback: OnLoadCallback) => void loaders.push({ filter, callback }) };
  await (plugin satisfies BunPlugin).setup(builder as unknown as PluginBuilder);
  const found = loaders.find(({ filter }) => filter.test(path));
  const result = await found?.callback({ path, loader: 'js', namespace: 'file', defer: () => Promise.resolve() });
  return result !== undefined && 'contents' in result && typeof result.contents === 'string' ? result.contents : undefined;
}

describe('replaceOnce()', () => {
  it('replaces the one occurrence', () => assert.equal(replaceOnce('a b c', 'b', 'x', 'file'), 'a x c'));
  it('throws when the pattern is gone', () => assert.throws(() => replaceOnce('a c', 'b', 'x', 'file'), /file holds "b" 0 times/));
  it('throws when the pattern is no longer unique', () => assert.throws(() => replaceOnce('b b', 'b', 'x', 'file'), /2 times/));
});

describe('the build plugins', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-build-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function put(path: string, content: string): Promise<string> {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  }

  it('make the installed libsql open the add-on that was placed', async () => {
    const plugin = libsqlPlugin(ROOT);
    assert.match((await load(plugin, join(ROOT, 'node_modules/libsql/index.js'))) ?? '', /process\.dlopen/);
    assert.match((await load(plugin, join(ROOT, 'src/main/bun-libsql.ts'))) ?? '', /with \{ type: 'file' \}/);
    plugin.verify();
  });

  it('make the installed onnxruntime-node open the add-on that was placed', async () => {
    const plugin = onnxNativePlugin(ROOT);
    assert.match((await load(plugin, join(ROOT, 'node_modules/onnxruntime-node/dist/binding.js'))) ?? '', /process\.dlopen/);
    assert.match((await load(plugin, join(ROOT, 'src/main/bun-native.ts'))) ?? '', /with \{ type: 'file' \}/);
    plugin.verify();
  });

  it('fail when the pattern they replace is gone', async () => {
    const libsql = await put('node_modules/libsql/index.js', 'return load(target);');
    await assert.rejects(load(libsqlPlugin(ROOT), libsql), /0 times/);
    const binding = await put('node_modules/onnxruntime-node/dist/binding.js', 'exports.binding = find();');
    await assert.rejects(load(onnxNativePlugin(ROOT), binding), /0 times/);
  });

  it('fail when what they replace was not bundled', () => {
    assert.throws(() => libsqlPlugin(ROOT).verify(), /not bundled/);
    assert.throws(() => onnxNativePlugin(ROOT).verify(), /not bundled/);
    assert.throws(() => workerPlugin(join(folder, 'src'), ['adapters/a/worker.ts']).verify(), /nothing starts the worker/);
  });

  it('give a worker the address it has inside the executable, and refuse one that is not listed', async () => {
    const start = "new Worker(new URL('./worker.ts', import.meta.url).href, { type: 'module' })";
    const listed = await put('src/adapters/a/engine.ts', start);
    const unlisted = await put('src/adapters/b/engine.ts', start);
    const plugin = workerPlugin(join(folder, 'src'), ['adapters/a/worker.ts']);
    assert.match((await load(plugin, listed)) ?? '', /new URL\('\.\/adapters\/a\/worker\.js', import\.meta\.url\)\.href/);
    plugin.verify();
    await assert.rejects(load(plugin, unlisted), /does not list/);
  });
});
