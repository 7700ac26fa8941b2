import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ServiceError } from '../../src/core/errors.ts';
import { unpackModel, type PackedModel } from '../../src/main/unpacked-model.ts';

describe('unpackModel()', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  const model = (): PackedModel => ({ name: 'tiny-1', files: { 'config.json': at('config.gz'), 'onnx/model.onnx': at('model.gz') } });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-unpack-'));
    await writeFile(at('config.gz'), gzipSync('{}'));
    await writeFile(at('model.gz'), gzipSync('a graph'));
    await writeFile(at('cut.gz'), gzipSync('a graph of which the end is missing').subarray(0, 20));
    await writeFile(at('file'), '');
  });
  after(() => rm(folder, { recursive: true }));

  it('writes the files into the first folder that takes them, once, also if it is asked twice at the same time', async () => {
    const folders = [at('file/cache'), at('cache')];
    const [one, two] = await Promise.all([unpackModel(model(), folders), unpackModel(model(), folders)]);
    assert.deepEqual([one, two], [at('cache/tiny-1'), at('cache/tiny-1')]);
    assert.equal(await readFile(join(one, 'onnx/model.onnx'), 'utf8'), 'a graph');
    await writeFile(join(one, 'config.json'), '{"kept":true}');
    assert.equal(await unpackModel(model(), folders), one);
    assert.equal(await readFile(join(one, 'config.json'), 'utf8'), '{"kept":true}');
    assert.deepEqual(await readdir(at('cache')), ['tiny-1']);
  });

  it('leaves nothing half done, and says why it cannot', async () => {
    const broken = { name: 'broken-1', files: { 'config.json': at('config.gz'), 'onnx/model.onnx': at('cut.gz') } };
    const refused = unpackModel(broken, [at('file/cache'), at('half')]);
    await assert.rejects(
      refused,
      ({ kind, cause }: ServiceError) => kind === 'provider_unavailable' && /ENOTDIR.*; .*end/i.test(String(cause)),
    );
    assert.deepEqual(await readdir(at('half')), []);
  });
});
