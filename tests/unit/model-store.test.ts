import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readListing, type HubFile } from '../../src/adapters/model-store/listing.ts';
import { isInnerPath, parseModelId, parseRevision } from '../../src/adapters/model-store/model-id.ts';
import { selectFiles } from '../../src/adapters/model-store/select-files.ts';
import { TransientFault, withRetries } from '../../src/adapters/model-store/transient-fault.ts';
import { ServiceError } from '../../src/core/errors.ts';

const file = (path: string, bytes = 1): HubFile => ({ path, bytes, checksum: { kind: 'sha256', hex: 'a'.repeat(64) } });
const pathsOf = (files: readonly HubFile[]): string[] => files.map(({ path }) => path).toSorted((a, b) => (a < b ? -1 : 1));

describe('a model id', () => {
  it('has an owner and a name', () => {
    assert.deepEqual(parseModelId('onnx-community/Kokoro-82M-v1.0-ONNX'), { owner: 'onnx-community', name: 'Kokoro-82M-v1.0-ONNX' });
  });

  for (const id of [
    'whisper',
    'a/b/c',
    '../b',
    'a/..',
    'a/.',
    '/a',
    'a/',
    '.parley/locks',
    'a/b..c',
    'a/b c',
    'a\\b',
    'a/b\0',
    'a/b?x=1',
    `a/${'b'.repeat(97)}`,
  ]) {
    it(`is refused when it is ${JSON.stringify(id.slice(0, 20))}`, () => {
      assert.throws(
        () => parseModelId(id),
        (error) => error instanceof ServiceError && error.kind === 'invalid_input' && error.param === 'id',
      );
    });
  }

  it('has revisions that are branches, tags and commits, and nothing that leaves a path', () => {
    for (const revision of ['main', 'v1.0', 'refs/pr/1', 'a'.repeat(40)]) assert.equal(parseRevision(revision), revision);
    for (const revision of ['', '..', 'a/../b', '/main', 'main/', 'a b', '-x']) assert.throws(() => parseRevision(revision), ServiceError);
  });
});

describe('a path from a listing', () => {
  it('stays below its folder', () => {
    for (const path of ['config.json', 'onnx/model.onnx', 'voices/af_heart.bin', 'Modèle é.json']) assert.ok(isInnerPath(path), path);
    const hostile = [
      '../x',
      'a/../../x',
      '/etc/passwd',
      '',
      'a//b',
      './a',
      'a/.',
      'C:/x',
      'a\\..\\b',
      'a\0b',
      'a/…'.replace('…', '...'),
      'a\nb',
      'x.',
      `${'d/'.repeat(600)}x`,
    ];
    for (const path of hostile) assert.ok(!isInnerPath(path), path);
  });

  it('makes the whole listing refused when it is hostile, a link, or lacks a size or checksum', () => {
    const good = { type: 'file', path: 'config.json', size: 2, oid: 'b'.repeat(40) };
    assert.deepEqual(readListing([good, { type: 'directory', path: 'onnx', size: 0, oid: '' }], 'a/b'), [
      { path: 'config.json', bytes: 2, checksum: { kind: 'git-blob', hex: 'b'.repeat(40) } },
    ]);
    const bad = [
      { path: '../../x' },
      { type: 'symlink' },
      { size: -1 },
      { size: 1.5 },
      { size: '2' },
      { oid: 'zz' },
      { lfs: { oid: 'c'.repeat(63), size: 2 } },
    ];
    for (const change of bad) {
      assert.throws(
        () => readListing([good, { ...good, ...change }], 'a/b'),
        (error) => error instanceof ServiceError && error.kind === 'provider_unavailable',
      );
    }
    assert.throws(() => readListing({ error: 'x' }, 'a/b'), ServiceError);
  });
});

describe('the files of a pull', () => {
  it('are configuration, tokenizer, card and the graphs in the number format asked for', () => {
    const listing = [
      '.gitattributes',
      'README.md',
      'config.json',
      'generation_config.json',
      'tokenizer.json',
      'chat_template.jinja',
      'model.safetensors.index.json',
      'model.safetensors',
      'parley-model.json',
      'onnx/config.json',
      'onnx/model.onnx',
      'onnx/model_quantized.onnx',
      'onnx/model_O4.onnx',
      'onnx/model_qint8_avx512.onnx',
    ].map((path) => file(path));
    const { files, dtypes } = selectFiles('a/b', listing, 'q8');
    assert.deepEqual(pathsOf(files), [
      'README.md',
      'chat_template.jinja',
      'config.json',
      'generation_config.json',
      'onnx/model_quantized.onnx',
      'tokenizer.json',
    ]);
    assert.deepEqual(dtypes, { model: 'q8' });
  });

  it('fall back to fp32 graph by graph and say so', () => {
    const listing = [
      'onnx/encoder_model.onnx',
      'onnx/decoder_model_merged.onnx',
      'onnx/decoder_model_merged_q4.onnx',
      'onnx/decoder_model_q4.onnx',
    ];
    const { files, dtypes } = selectFiles(
      'a/b',
      listing.map((path) => file(path)),
      'q4',
    );
    assert.deepEqual(pathsOf(files), ['onnx/decoder_model_merged_q4.onnx', 'onnx/encoder_model.onnx']);
    assert.deepEqual(dtypes, { encoder_model: 'fp32', decoder_model_merged: 'q4' });
  });

  it('bring the external data of large graphs and the voices', () => {
    const listing = [
      'onnx/model_fp16.onnx',
      'onnx/model_fp16.onnx_data',
      'onnx/model_fp16.onnx_data_1',
      'onnx/model.onnx',
      'onnx/model.onnx_data',
      'voices/af.bin',
      'samples/x.wav',
    ];
    const { files } = selectFiles(
      'a/b',
      listing.map((path) => file(path)),
      'fp16',
    );
    assert.deepEqual(pathsOf(files), ['onnx/model_fp16.onnx', 'onnx/model_fp16.onnx_data', 'onnx/model_fp16.onnx_data_1', 'voices/af.bin']);
  });

  it('are refused when the model has no graph, or none in the format or in fp32', () => {
    assert.throws(() => selectFiles('a/b', [file('model.safetensors')], 'q8'), /has no ONNX files/);
    assert.throws(() => selectFiles('a/b', [file('onnx/model_q4.onnx')], 'q8'), /has model neither in q8 nor in fp32/);
  });
});

describe('trying again', () => {
  const retry = { signal: new AbortController().signal, retryDelayMs: 0 };

  it('is bounded, and says why it gave up', async () => {
    const waits: number[] = [];
    const attempt = (): Promise<never> => Promise.reject(new TransientFault('the hub fell silent'));
    await assert.rejects(
      withRetries(attempt, { ...retry, onRetry: (_, waitMs) => waits.push(waitMs) }),
      (error) => error instanceof ServiceError && error.kind === 'provider_unavailable' && /fell silent/.test(error.message),
    );
    assert.equal(waits.length, 5);
  });

  it('does not wait for a hub that wants to be left alone for very long', async () => {
    const attempt = (): Promise<never> => Promise.reject(new TransientFault('busy', { retryAfterMs: 3_600_000 }));
    await assert.rejects(
      withRetries(attempt, { ...retry, onRetry: () => assert.fail() }),
      (error) => error instanceof ServiceError && error.retryAfterInSeconds === 3600,
    );
  });

  it('ends at once when the caller stops waiting', async () => {
    const stop = new AbortController();
    const attempt = (): Promise<never> => Promise.reject(new TransientFault('busy', { retryAfterMs: 60_000 }));
    await assert.rejects(withRetries(attempt, { signal: stop.signal, retryDelayMs: 0, onRetry: () => stop.abort() }), {
      name: 'AbortError',
    });
  });
});
