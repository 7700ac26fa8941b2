import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Embedder } from '../../src/ports/embedder.ts';

/** What every embedder must do, whatever its model. */
export function embedderContract(name: string, create: () => Embedder & AsyncDisposable): void {
  describe(name, () => {
    let embedder: Embedder & AsyncDisposable;
    before(() => {
      embedder = create();
    });
    after(() => embedder[Symbol.asyncDispose]());

    it('gives one vector of its dimensions and length 1 for each text', async () => {
      const vectors = await embedder.embed(['one text', 'another'], { as: 'query' });
      assert.equal(vectors.length, 2);
      for (const vector of vectors) {
        assert.ok(vector instanceof Float32Array);
        assert.equal(vector.length, embedder.dimensions);
        assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-4);
      }
    });

    it('gives nothing for no texts', async () => {
      assert.deepEqual(await embedder.embed([], { as: 'passage' }), []);
    });

    it('gives vectors in the order of the texts, whatever their lengths', async () => {
      const texts = ['a rather longer text about the weather in the mountains', 'x', 'the cat sat on the mat', 'rain '.repeat(60)];
      const together = await embedder.embed(texts, { as: 'passage' });
      for (const [index, text] of texts.entries()) {
        const [alone] = await embedder.embed([text], { as: 'passage' });
        assert.ok(dot(alone, together[index]) > 0.999, text);
      }
    });

    it('takes the empty text', async () => {
      const [vector] = await embedder.embed([''], { as: 'query' });
      assert.ok(vector?.every(Number.isFinite));
    });

    it('gives the same vector for the same text', async () => {
      const [first, second] = await embedder.embed(['the same text', 'the same text'], { as: 'query' });
      assert.ok(dot(first, second) > 0.9999);
    });

    it('reads a text past what its model reads at once, or leaves that out', async () => {
      const long = 'the river runs to the sea '.repeat(100);
      const [cut, longer] = await embedder.embed([long, `${long} and now something completely different`], { as: 'passage' });
      assert.equal(dot(cut, longer) > 0.9999, embedder.windowTokens === undefined);
    });

    it('puts texts of like meaning near each other', async () => {
      const [query, near, far] = await embedder.embed(
        ['How do I change my password?', 'Resetting a forgotten password', 'The tomatoes are ripe in August'],
        { as: 'query' },
      );
      assert.ok(dot(query, near) > dot(query, far) + 0.2);
    });

    it('gives vectors that share no memory', async () => {
      const [first, second] = await embedder.embed(['one', 'two'], { as: 'query' });
      assert.notEqual(first?.buffer, second?.buffer);
      assert.equal(first?.buffer.byteLength, embedder.dimensions * 4);
    });

    it('does not begin for a signal that has aborted', async () => {
      await assert.rejects(embedder.embed(['text'], { as: 'query', signal: AbortSignal.abort() }), { name: 'AbortError' });
    });

    it('leaves within 100 ms when its signal aborts, and serves on', async () => {
      const controller = new AbortController();
      const texts = Array.from({ length: 500 }, (_, index) => `passage number ${index} of a long document`);
      const work = embedder.embed(texts, { as: 'passage', signal: controller.signal });
      await embedder.embed(['a query in between'], { as: 'query' });
      const left = performance.now();
      controller.abort();
      await assert.rejects(work, { name: 'AbortError' });
      assert.ok(performance.now() - left < 100);
      assert.equal((await embedder.embed(['afterwards'], { as: 'query' })).length, 1);
    });
  });
}

/** The cosine of two unit vectors. */
export function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return (a ?? new Float32Array()).reduce((sum, value, index) => sum + value * (b?.[index] ?? NaN), 0);
}
