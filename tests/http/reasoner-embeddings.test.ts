import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ErrorBody, ErrorKind } from '../../src/core/errors.ts';
import type { Embedder, EmbedOptions } from '../../src/ports/embedder.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createReasonerDeps } from './reasoner-deps.ts';

interface EmbeddingList {
  readonly object: string;
  readonly model: string;
  readonly data: readonly { readonly object: string; readonly index: number; readonly embedding: number[] | string }[];
  readonly usage: { readonly prompt_tokens: number; readonly total_tokens: number };
}

/** Vectors of length 1 with two values that stand for a text, and a record of what was asked. */
function recordingEmbedder(): Embedder & { readonly asked: { texts: readonly string[]; options: EmbedOptions }[] } {
  const asked: { texts: readonly string[]; options: EmbedOptions }[] = [];
  return {
    model: 'recording',
    dimensions: 4,
    asked,
    async embed(texts, options) {
      asked.push({ texts, options });
      return texts.map((text) => {
        const angle = text.length / 10;
        return Float32Array.of(0.6 * Math.cos(angle), 0.6 * Math.sin(angle), 0.8, 0);
      });
    },
  };
}

function post(body: unknown, embedder: Embedder, settings: Parameters<typeof createReasonerDeps>[0] = {}): Promise<Response> {
  return createReasoner(createReasonerDeps({ ...settings, embedder })).handle(
    new Request('http://localhost/v1/embeddings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

async function list(body: unknown, embedder: Embedder = recordingEmbedder()): Promise<EmbeddingList> {
  const response = await post(body, embedder);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as EmbeddingList;
}

describe('POST /v1/embeddings', () => {
  it('gives one vector a text, in their order, with the usage', async () => {
    const embedder = recordingEmbedder();
    const { object, model, data, usage } = await list({ model: 'recording', input: ['One two.', 'Three'] }, embedder);
    assert.deepEqual([object, model], ['list', 'recording']);
    assert.deepEqual(
      data.map(({ object: kind, index }) => [kind, index]),
      [
        ['embedding', 0],
        ['embedding', 1],
      ],
    );
    assert.deepEqual(data[1]?.embedding, [...Float32Array.of(0.6 * Math.cos(0.5), 0.6 * Math.sin(0.5), 0.8, 0)]);
    assert.deepEqual(usage, { prompt_tokens: 4, total_tokens: 4 });
    assert.deepEqual(embedder.asked[0]?.texts, ['One two.', 'Three']);
    assert.deepEqual([embedder.asked[0]?.options.as, embedder.asked[0]?.options.isUrgent], ['passage', false]);
  });

  it('takes a single string, and lets it go before work in the background', async () => {
    const embedder = recordingEmbedder();
    const { data } = await list({ model: 'default', input: 'One.' }, embedder);
    assert.equal(data.length, 1);
    assert.deepEqual([embedder.asked[0]?.options.as, embedder.asked[0]?.options.isUrgent], ['passage', true]);
  });

  it('counts the model’s own tokens, and refuses a text of more than 8192 by its name', async () => {
    const counting: Embedder = { ...recordingEmbedder(), countTokens: async (texts) => texts.map((text) => text.length * 200) };
    assert.deepEqual((await list({ model: 'recording', input: ['ab', 'c'] }, counting)).usage, { prompt_tokens: 600, total_tokens: 600 });
    for (const [input, param] of [
      ['x'.repeat(41), 'input'],
      [['ab', 'x'.repeat(41)], 'input[1]'],
    ] as const) {
      const response = await post({ model: 'recording', input }, counting);
      const { error_type: kind, error } = (await response.json()) as ErrorBody;
      assert.deepEqual([response.status, kind, error.param], [400, 'invalid_input', param]);
      assert.match(error.message, /8200 tokens, more than the limit of 8192/);
    }
  });

  it('encodes as base64 of little-endian float32', async () => {
    const { data } = await list({ model: 'recording', input: 'One.', encoding_format: 'base64' });
    const bytes = Uint8Array.fromBase64(String(data[0]?.embedding));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    assert.equal(bytes.length, 16);
    assert.ok(Math.abs(view.getFloat32(8, true) - 0.8) < 1e-6);
  });

  it('shortens to fewer dimensions, of length 1 again', async () => {
    const { data } = await list({ model: 'recording', input: 'One.', dimensions: 2 });
    const vector = data[0]?.embedding as number[];
    assert.equal(vector.length, 2);
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
  });

  const refusals: readonly { name: string; body: object; status: number; kind: ErrorKind; param: string }[] = [
    { name: 'no model', body: { input: 'x' }, status: 400, kind: 'invalid_input', param: 'model' },
    { name: 'another model', body: { model: 'text-embedding-3', input: 'x' }, status: 404, kind: 'not_found', param: 'model' },
    { name: 'no input', body: { model: 'recording' }, status: 400, kind: 'invalid_input', param: 'input' },
    { name: 'an empty list', body: { model: 'recording', input: [] }, status: 400, kind: 'invalid_input', param: 'input' },
    { name: 'an empty text', body: { model: 'recording', input: ['a', ' '] }, status: 400, kind: 'invalid_input', param: 'input[1]' },
    { name: 'token numbers', body: { model: 'recording', input: [[1, 2]] }, status: 400, kind: 'invalid_input', param: 'input[0]' },
    {
      name: 'too many dimensions',
      body: { model: 'recording', input: 'x', dimensions: 5 },
      status: 400,
      kind: 'invalid_input',
      param: 'dimensions',
    },
    {
      name: 'another encoding',
      body: { model: 'recording', input: 'x', encoding_format: 'int8' },
      status: 400,
      kind: 'invalid_input',
      param: 'encoding_format',
    },
    {
      name: 'too many texts',
      body: { model: 'recording', input: Array.from({ length: 9 }, () => 'x') },
      status: 413,
      kind: 'payload_too_large',
      param: 'input',
    },
    {
      name: 'too many characters',
      body: { model: 'recording', input: 'x'.repeat(101) },
      status: 413,
      kind: 'payload_too_large',
      param: 'input',
    },
  ];
  for (const { name, body, status, kind, param } of refusals) {
    it(`refuses ${name} with ${status}, naming ${param}`, async () => {
      const embedder = recordingEmbedder();
      const response = await post(body, embedder, { settings: { maxEmbedTexts: 8, maxEmbedCharacters: 100 } });
      const problem = (await response.json()) as ErrorBody;
      assert.equal(response.status, status);
      assert.deepEqual([problem.error_type, problem.error.param], [kind, param]);
      assert.equal(embedder.asked.length, 0);
    });
  }

  it('is described in the OpenAPI document with the embedder that is there', async () => {
    const reasoner = createReasoner(createReasonerDeps({ embedder: recordingEmbedder() }));
    const response = await reasoner.handle(new Request('http://localhost/openapi.json'));
    const { paths } = (await response.json()) as { paths: Record<string, { post?: { description?: string } }> };
    assert.match(paths['/v1/embeddings']?.post?.description ?? '', /recording, with 4 values/);
  });
});
