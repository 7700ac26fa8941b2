import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createLifecycle, type Lifecycle, type LifecycleNotice, type LifecycleQuery } from '../../src/guard/events/lifecycle.ts';
import { createManualClock } from '../fixtures/manual-system.ts';

const BASE = Date.parse('2025-01-02T03:04:05.000Z') * 1000;

function lifecycleOf(changes: Partial<Parameters<typeof createLifecycle>[0]> = {}): Lifecycle {
  return createLifecycle({ clock: createManualClock(), bus: createInMemoryBus(), capacity: 4, clientCapacity: 3, ...changes });
}

/** Reads notices until `count` came or the stream ended. */
async function read(lifecycle: Lifecycle, query: Omit<LifecycleQuery, 'signal'>, count: number): Promise<LifecycleNotice[]> {
  const client = new AbortController();
  const notices: LifecycleNotice[] = [];
  for await (const notice of lifecycle.subscribe({ ...query, signal: client.signal })) {
    notices.push(notice);
    if (notices.length === count) break;
  }
  client.abort();
  return notices;
}

function brief(notices: readonly LifecycleNotice[]): string[] {
  return notices.map((notice) => (notice.type === 'event' ? `${notice.event.id - BASE} ${notice.event.requestId}` : notice.type));
}

describe('createLifecycle()', () => {
  it('numbers events from its start time on, rising by one', async () => {
    const lifecycle = lifecycleOf();
    for (const id of ['a', 'b', 'c']) lifecycle.publish('request.received', id, {});
    assert.deepEqual(brief(await read(lifecycle, { after: BASE }, 3)), ['1 a', '2 b', '3 c']);
  });

  it('replays what came after the last seen event, then goes on live', async () => {
    const lifecycle = lifecycleOf();
    lifecycle.publish('request.received', 'a', {});
    lifecycle.publish('request.received', 'b', {});
    const reading = read(lifecycle, { after: BASE + 1 }, 2);
    lifecycle.publish('request.received', 'c', {});
    assert.deepEqual(brief(await reading), ['2 b', '3 c']);
  });

  it('says so with a gap when events in between are gone', async () => {
    const lifecycle = lifecycleOf();
    for (let count = 1; count <= 10; count += 1) lifecycle.publish('request.received', `r${count}`, {});
    const [gap, ...rest] = await read(lifecycle, { after: BASE + 2 }, 5);
    assert.deepEqual(gap, { type: 'gap', after: BASE + 2, next: BASE + 7 });
    assert.deepEqual(brief(rest), ['7 r7', '8 r8', '9 r9', '10 r10']);
  });

  it('replays every event that is kept as it was, however many there are, and none of before', async () => {
    const clock = createManualClock();
    const lifecycle = lifecycleOf({ clock, capacity: 300 });
    const published = Array.from({ length: 1000 }, (_, index) => {
      clock.advance(7);
      const data = { verdict: index % 2 === 0 ? 'allow' : null, ms: index / 3, found: [{ score: 0.1 + index }], text: `né \ud83d${index}` };
      lifecycle.publish('input.checked', `r${index}`, data);
      return { id: BASE + index + 1, kind: 'input.checked' as const, requestId: `r${index}`, at: clock.now(), data };
    });
    for (const after of [BASE, BASE + 650, BASE + 700, BASE + 701, BASE + 833, BASE + 998]) {
      const kept = published.filter(({ id }) => id > Math.max(after, BASE + 700));
      const gap = after < BASE + 700 ? [{ type: 'gap', after, next: BASE + 701 }] : [];
      const expected = [...gap, ...kept.map((event) => ({ type: 'event', event }))];
      assert.deepEqual(await read(lifecycle, { after }, expected.length), expected);
    }
  });

  it('says so with a gap for ids of an earlier process or of none', async () => {
    const lifecycle = lifecycleOf();
    for (const after of [5, BASE + 100]) {
      const reading = read(lifecycle, { after }, 1);
      assert.deepEqual(brief(await reading), ['gap']);
    }
  });

  it('replays all there is behind the gap for an id that it has not given yet', async () => {
    const lifecycle = lifecycleOf();
    lifecycle.publish('request.received', 'a', {});
    lifecycle.publish('request.received', 'b', {});
    assert.deepEqual(brief(await read(lifecycle, { after: BASE + 100 }, 3)), ['gap', '1 a', '2 b']);
  });

  it('reports no gap when nothing is missing', async () => {
    const lifecycle = lifecycleOf();
    lifecycle.publish('request.received', 'a', {});
    const reading = read(lifecycle, { after: BASE + 1 }, 1);
    lifecycle.publish('request.received', 'b', {});
    assert.deepEqual(brief(await reading), ['2 b']);
  });

  it('filters replay and live events by request and kind', async () => {
    const lifecycle = lifecycleOf();
    lifecycle.publish('request.received', 'a', {});
    lifecycle.publish('input.checked', 'a', {});
    lifecycle.publish('input.checked', 'b', {});
    const reading = read(lifecycle, { after: BASE, requestId: 'a', kinds: new Set(['input.checked']) }, 2);
    lifecycle.publish('request.received', 'a', {});
    lifecycle.publish('input.checked', 'a', {});
    assert.deepEqual(brief(await reading), ['2 a', '5 a']);
  });

  it('disconnects a subscriber that reads too slowly, after its queued events, with the reason', async () => {
    const lifecycle = lifecycleOf();
    const client = new AbortController();
    const stream = lifecycle.subscribe({ signal: client.signal });
    for (const id of ['a', 'b', 'c', 'd', 'e']) lifecycle.publish('request.received', id, {});
    const notices: LifecycleNotice[] = [];
    for await (const notice of stream) notices.push(notice);
    assert.deepEqual(brief(notices), ['1 a', '2 b', '3 c', 'closed']);
    assert.deepEqual(notices.at(-1), { type: 'closed', reason: 'the client reads more slowly than events arrive', last: BASE + 3 });
  });

  it('ends every subscription when closed', async () => {
    const lifecycle = lifecycleOf();
    const reading = read(lifecycle, {}, 9);
    lifecycle.close();
    assert.deepEqual(brief(await reading), ['closed']);
  });

  it('is told to those who listen when the bus refuses', async () => {
    const bus = {
      ...createInMemoryBus(),
      connected: false,
      publish: () => {
        throw new Error('bus gone');
      },
    };
    const lifecycle = lifecycleOf({ bus });
    const reading = read(lifecycle, {}, 1);
    lifecycle.publish('request.received', 'a', {});
    assert.deepEqual(brief(await reading), ['1 a']);
  });
});
