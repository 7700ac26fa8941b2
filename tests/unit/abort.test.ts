import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { abortable, deadline, delay, stageLimits, timeLimit } from '../../src/core/abort.ts';

const NEVER = new Promise<never>(() => undefined);

describe('abortable()', () => {
  it('settles like the work', async () => {
    const { signal } = new AbortController();
    assert.equal(await abortable(Promise.resolve(1), signal), 1);
    const failure = new Error('work');
    await assert.rejects(abortable(Promise.reject(failure), signal), (error) => error === failure);
  });

  it('"rejects with the signal\'s reason at once" when it aborts first', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const waiting = abortable(NEVER, stop.signal);
    stop.abort(reason);
    await assert.rejects(waiting, (error) => error === reason);
  });

  it('with an aborted signal it rejects, and a failure of the work harms nobody', async () => {
    const reason = new Error('enough');
    await assert.rejects(abortable(Promise.reject(new Error('work')), AbortSignal.abort(reason)), (error) => error === reason);
    await new Promise((resolve) => setTimeout(resolve));
  });

  it('leaves no listener behind', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    };
    await abortable(Promise.resolve(), signal);
    await abortable(Promise.reject(new Error('work')), signal).catch(() => undefined);
    assert.equal(listeners, 0);
  });
});

describe('timeLimit()', () => {
  it('aborts with a TimeoutError once the time has passed', async () => {
    using limit = timeLimit(1, new AbortController().signal);
    await assert.rejects(abortable(NEVER, limit.signal), { name: 'TimeoutError' });
  });

  it('aborts with the reason of the signal it is given, before or after', () => {
    const reason = new Error('left');
    const client = new AbortController();
    using early = timeLimit(60_000, AbortSignal.abort(reason));
    using late = timeLimit(60_000, client.signal);
    assert.equal(late.signal.aborted, false);
    client.abort(reason);
    for (const { signal } of [early, late]) assert.equal(signal.reason, reason);
  });

  it('does nothing any more once it is disposed', async () => {
    const client = new AbortController();
    const limit = timeLimit(1, client.signal);
    limit[Symbol.dispose]();
    client.abort();
    await delay(5, new AbortController().signal);
    assert.equal(limit.signal.aborted, false);
  });
});

describe('stageLimits()', () => {
  it('gives a stage a signal that aborts after its own time, and the next one another', async () => {
    using limits = stageLimits(new AbortController().signal);
    const first = limits.begin(1);
    await assert.rejects(abortable(NEVER, first), { name: 'TimeoutError' });
    const second = limits.begin(60_000);
    assert.equal(second.aborted, false);
    assert.equal(limits.begin(60_000), second);
  });

  it('aborts every stage with the reason of the whole work, before or after it begins', () => {
    const reason = new Error('left');
    const client = new AbortController();
    using limits = stageLimits(client.signal);
    const first = limits.begin(60_000);
    client.abort(reason);
    assert.equal(first.reason, reason);
    assert.equal(limits.begin(60_000).reason, reason);
    using late = stageLimits(client.signal);
    assert.equal(late.begin(60_000).reason, reason);
  });
});

describe('deadline()', () => {
  it('aborts with a TimeoutError after its time', async () => {
    await assert.rejects(abortable(NEVER, deadline(1)), { name: 'TimeoutError' });
  });

  it('aborts with the given signal when that is first', () => {
    const reason = new Error('enough');
    const signal = deadline(60_000, AbortSignal.abort(reason));
    assert.equal(signal.reason, reason);
  });
});

describe('delay()', () => {
  it('resolves after its time', async () => {
    const start = performance.now();
    await delay(20, new AbortController().signal);
    assert.ok(performance.now() - start >= 18);
  });

  it('rejects with the reason when the signal aborts first', async () => {
    const stop = new AbortController();
    const waiting = delay(60_000, stop.signal);
    stop.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});
