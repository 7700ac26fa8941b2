import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openSession } from '../../src/adapters/onnx/session.ts';
import { createSpellingReader } from '../../src/adapters/onnx/spelling-reader.ts';
import { allowSlowHooks } from '../slow.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

describe('a recipe of scripts/train', () => {
  it('makes a model from nothing with one command, and the program reads words with it', { timeout: 300_000 }, async () => {
    await using folder = await makeTemporaryFolder();
    const recipe = fileURLToPath(new URL('../../scripts/train/g2p/make.sh', import.meta.url));
    const env = { ...process.env, PYTHON: '/usr/bin/python3', OUT: folder.path };
    const { stdout } = await promisify(execFile)('sh', [recipe, '--smoke'], { env });
    const [, errors] = /\| network \| 20 \| ([\d.]+)% \|/.exec(stdout) ?? [];
    // Twelve seconds of training on 380 words; letters read at random get nine of ten sounds wrong.
    assert.ok(Number(errors) < 60, stdout);
    const wasmPath = fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
    const session = await openSession({ modelPath: join(folder.path, 'g2p.onnx'), runtime: { provider: 'auto', wasmPath } });
    const sounds = await createSpellingReader(session)('tin');
    assert.ok(sounds.includes('t') && sounds.includes('n'), sounds.join(' '));
    assert.match(await readFile(join(folder.path, 'figures.md'), 'utf8'), /\| flite, its lexicon included \|/);
  });
});
