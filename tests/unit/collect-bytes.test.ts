import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkDeclaredLength, collectBytes } from '../../src/core/collect-bytes.ts';

/** A body of the given chunks that tells how many were pulled and whether it was cancelled. */
function body(sizes: readonly number[]) {
  const seen = { pulled: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const size = sizes[seen.pulled];
        if (size === undefined) controller.close();
        else controller.enqueue(new Uint8Array(size).fill(seen.pulled + 1));
        seen.pulled += 1;
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
}

describe('collectBytes()', () => {
  it('joins the chunks of a body', async () => {
    const { stream } = body([2, 0, 3]);
    assert.deepEqual([...(await collectBytes(new Response(stream), 5))], [1, 1, 3, 3, 3]);
  });

  it('takes no body as no bytes', async () => {
    assert.equal((await collectBytes(new Response(null), 0)).byteLength, 0);
  });

  it('"throws payload_too_large as soon as it is over, without reading on"', async () => {
    const { stream, seen } = body([3, 3, 3, 3, 3]);
    await assert.rejects(collectBytes(new Response(stream), 5), {
      kind: 'payload_too_large',
      message: 'The body is larger than the limit of 5 bytes.',
    });
    assert.deepEqual(seen, { pulled: 2, cancelled: true });
  });

  it('believes a declared length no further than the limit', async () => {
    const of = (length: number, headers: Record<string, string>) => new Response(new Uint8Array(length), { headers });
    assert.equal((await collectBytes(of(5, { 'content-length': '5' }), 5)).byteLength, 5);
    for (const declared of ['5', '6', 'five', '-1']) {
      await assert.rejects(collectBytes(of(6, { 'content-length': declared }), 5), { kind: 'payload_too_large' });
    }
  });

  it('reads what may grow on its way chunk by chunk', async () => {
    for (const name of ['content-encoding', 'transfer-encoding']) {
      const { stream, seen } = body([3, 3, 3, 3, 3]);
      const headers = { 'content-length': '5', [name]: name === 'content-encoding' ? 'gzip' : 'chunked' };
      await assert.rejects(collectBytes(new Response(stream, { headers }), 5), { kind: 'payload_too_large' });
      assert.deepEqual(seen, { pulled: 2, cancelled: true });
    }
  });
});

describe('checkDeclaredLength()', () => {
  it('refuses a body that says it is over the limit', () => {
    assert.throws(() => checkDeclaredLength(new Headers({ 'content-length': '6' }), 5), { kind: 'payload_too_large' });
  });

  it('takes one at the limit, and one that says nothing', () => {
    checkDeclaredLength(new Headers({ 'content-length': '5' }), 5);
    checkDeclaredLength(new Headers(), 5);
  });
});
