import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatSse, sseResponse, type SseEvent } from '../../src/core/sse.ts';

async function* events(...data: readonly string[]): AsyncGenerator<SseEvent> {
  for (const line of data) yield { data: line };
}

describe('formatSse()', () => {
  it('writes id, event and data, then a blank line', () => {
    assert.equal(formatSse({ data: '{"a":1}' }), 'data: {"a":1}\n\n');
    assert.equal(formatSse({ data: 'x', event: 'turn', id: '7' }), 'id: 7\nevent: turn\ndata: x\n\n');
  });

  it('"throws a TypeError for a line break inside a field"', () => {
    assert.throws(() => formatSse({ data: 'a\nb' }), TypeError);
    assert.throws(() => formatSse({ data: 'a', event: 'b\rc' }), TypeError);
    assert.throws(() => formatSse({ data: 'a', id: '1\n\ndata: forged' }), TypeError);
  });
});

describe('sseResponse()', () => {
  it('streams every event with headers that keep proxies from holding it back', async () => {
    const response = sseResponse(() => events('one', 'two'), { headers: { 'x-request-id': 'r1' } });
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'no-cache, no-transform');
    assert.equal(response.headers.get('x-request-id'), 'r1');
    assert.equal(await response.text(), 'data: one\n\ndata: two\n\n');
  });

  it('fills silence with comments', async () => {
    const { promise: silence, resolve: speak } = Promise.withResolvers<void>();
    const response = sseResponse(
      async function* () {
        await silence;
        yield { data: 'late' };
      },
      { heartbeatMs: 5 },
    );
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    assert.equal((await reader?.read())?.value, ':\n\n');
    assert.equal((await reader?.read())?.value, ':\n\n');
    speak();
    let text = '';
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += part.value;
    assert.match(text, /^(:\n\n)*data: late\n\n$/);
  });

  it('"when the client leaves, the signal given to open aborts and the iteration is returned, so its finally runs"', async () => {
    let signal: AbortSignal | undefined;
    const { promise: cleaned, resolve: clean } = Promise.withResolvers<void>();
    const response = sseResponse((given) => {
      signal = given;
      return endless(clean);
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await cleaned;
    assert.equal(signal?.aborted, true);
  });

  it('reads no further than one event ahead of a slow client', async () => {
    let given = 0;
    const response = sseResponse(async function* () {
      for (; given < 1000; given += 1) yield { data: String(given) };
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(given <= 3, `${given} events were taken`);
    await reader?.cancel();
  });

  it('an event that cannot be written ends the stream and runs the finally of its source', async () => {
    const { promise: cleaned, resolve: clean } = Promise.withResolvers<void>();
    let signal: AbortSignal | undefined;
    const response = sseResponse(async function* (given) {
      signal = given;
      try {
        yield { data: 'two\nlines' };
        yield { data: 'never' };
      } finally {
        clean();
      }
    });
    await assert.rejects(response.text(), TypeError);
    await cleaned;
    assert.equal(signal?.aborted, true);
  });
});

/** Events without end, and word of when the source was closed. */
async function* endless(closed: () => void): AsyncGenerator<SseEvent> {
  try {
    for (;;) yield { data: 'x' };
  } finally {
    closed();
  }
}
