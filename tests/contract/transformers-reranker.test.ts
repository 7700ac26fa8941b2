import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createTransformersReranker } from '../../src/adapters/transformers/reranker.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { allowSlowHooks } from '../slow.ts';
import { tinyDeps } from './transformers-models.ts';

await allowSlowHooks();

const TEXTS = [
  'The boiler is in the cellar.',
  'Trains leave at nine.',
  'a',
  'The cellar is dry, and the boiler was repaired in spring by two men.',
];

describe('createTransformersReranker()', () => {
  for (const [model, provider] of [
    ['bert-classifier', 'native'],
    ['deberta-classifier', 'wasm'],
  ] as const) {
    it(`scores each text with the query, from 0 to 1, in order (${model}, ${provider})`, async () => {
      await using reranker = createTransformersReranker(tinyDeps(model, provider));
      const together = await reranker.rerank('where is the boiler', TEXTS);
      assert.equal(together.length, TEXTS.length);
      for (const [place, text] of TEXTS.entries()) {
        const [alone = -1] = await reranker.rerank('where is the boiler', [text]);
        assert.ok(alone >= 0 && alone <= 1);
        // Padding shifts a quantised model's numbers a little.
        assert.ok(Math.abs(alone - (together[place] ?? -1)) < 0.02, `${text}: ${alone} alone, ${together[place]} together`);
      }
      const [other] = await reranker.rerank('when do trains leave', TEXTS.slice(0, 1));
      assert.notEqual(together[0], other);
    });
  }

  const shared = createTransformersReranker(tinyDeps('bert-classifier', 'native'));
  after(() => shared[Symbol.asyncDispose]());

  it('takes more texts than go through the model at once, and none', async () => {
    const many = Array.from({ length: 19 }, (_, number) => TEXTS[number % TEXTS.length] ?? '');
    const scores = await shared.rerank('boiler', many);
    assert.equal(scores.length, 19);
    assert.ok(Math.abs((scores[0] ?? 0) - (scores[16] ?? 1)) < 0.02);
    assert.deepEqual(await shared.rerank('boiler', []), []);
  });

  it('cuts a text longer than the model reads', async () => {
    assert.equal((await shared.rerank('boiler', ['the cellar '.repeat(5000)])).length, 1);
  });

  it('names the command that pulls a model that is not there', async () => {
    await using reranker = createTransformersReranker({ ...tinyDeps('bert-classifier', 'wasm'), modelFolder: undefined });
    await assert.rejects(
      reranker.rerank('boiler', TEXTS),
      (error) => error instanceof ServiceError && error.kind === 'provider_unavailable' && /parley models pull/.test(error.message),
    );
  });
});
