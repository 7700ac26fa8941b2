import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { WorkItem, WorkQueue } from '../../src/ports/work-queue.ts';
import { until } from '../system/until.ts';

/** What the suite needs: queues over one store, as different processes open them, with leases of this many milliseconds. */
export interface WorkQueueUnderTest extends AsyncDisposable {
  readonly leaseMs: number;
  /** Makes a further queue over the same store; a suite has room for 40 items and 3 dead letters. */
  open(): WorkQueue;
  /** What was told on a subject so far. */
  readonly told: { readonly result: readonly string[]; readonly failed: readonly string[] };
}

export const ROOM = { maxItems: 40, maxDeadLetters: 3 };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (data: Uint8Array | undefined): string => new TextDecoder().decode(data);
const WHY = { reason: 'It makes no sense.', errorType: 'invalid_input' };

/** Every promise of the WorkQueue port, run against the queues that `start` yields. */
export function workQueueContract(name: string, start: () => Promise<WorkQueueUnderTest>): void {
  describe(`${name} keeps the WorkQueue contract`, () => {
    let adapter: WorkQueueUnderTest;
    let queue: WorkQueue;
    before(
      async () => {
        adapter = await start();
        queue = adapter.open();
      },
      { timeout: 120_000 },
    );
    after(async () => {
      await queue[Symbol.asyncDispose]();
      await adapter[Symbol.asyncDispose]();
    });

    /** Consumes until `enough` holds. */
    async function consume(
      work: (item: WorkItem) => Promise<void>,
      enough: () => boolean,
      { from = queue, concurrency = 4 }: { readonly from?: WorkQueue; readonly concurrency?: number } = {},
    ): Promise<void> {
      const stop = new AbortController();
      const consuming = from.consume(work, { concurrency, signal: stop.signal });
      await until('the work is done', enough);
      stop.abort();
      await consuming;
    }

    it('hands out what was stored, with its headers, once for each id', async () => {
      const seen: string[] = [];
      assert.equal(await queue.enqueue('a-1', encode('one'), { 'X-Kind': 'first' }), 'stored');
      assert.equal(await queue.enqueue('a-1', encode('again')), 'duplicate');
      assert.equal(await queue.enqueue('a-2', encode('two')), 'stored');
      await consume(
        async (item) => {
          seen.push(`${decode(item.data)} ${item.deliveries} ${item.headers['X-Kind'] ?? '-'}`);
          assert.ok(Math.abs(Date.now() - item.enqueuedAt.getTime()) < 60_000);
          await item.done();
        },
        () => seen.length >= 2,
      );
      assert.deepEqual(seen.toSorted(), ['one 1 first', 'two 1 -']);
      assert.equal(await queue.enqueue('a-1', encode('still known')), 'duplicate');
    });

    it('holds no more items at once than it may', async () => {
      let held = 0;
      let most = 0;
      let done = 0;
      for (let count = 0; count < 12; count += 1) await queue.enqueue(`b-${count}`, encode(String(count)));
      await consume(
        async (item) => {
          most = Math.max(most, (held += 1));
          await new Promise((resolve) => setTimeout(resolve, 5));
          held -= 1;
          await item.done();
          done += 1;
        },
        () => done === 12,
        { concurrency: 3 },
      );
      assert.equal(most, 3);
    });

    it('keeps an item from others for as long as its worker lives, and lets it go when that gives it back', async () => {
      const other = adapter.open();
      const seen: string[] = [];
      await queue.enqueue('c-1', encode('long'));
      const stop = new AbortController();
      const consume = (from: WorkQueue, by: string): Promise<void> =>
        from.consume(
          async (item) => {
            seen.push(`${by} ${item.deliveries}`);
            if (item.deliveries === 1) await new Promise((resolve) => setTimeout(resolve, adapter.leaseMs * 2.5));
            if (item.deliveries === 1) return item.retry(0);
            await item.done();
          },
          { concurrency: 1, signal: stop.signal },
        );
      const both = [consume(queue, 'first'), consume(other, 'second')];
      await until('it came twice', () => seen.length >= 2);
      stop.abort();
      await Promise.all(both);
      assert.deepEqual(
        seen.map((line) => line.split(' ')[1]),
        ['1', '2'],
      );
      await other[Symbol.asyncDispose]();
    });

    it('hands an item out again when the work threw', async () => {
      let last = 0;
      await queue.enqueue('d-1', encode('fails'));
      await consume(
        async (item) => {
          if (item.deliveries === 1) throw new Error('broken');
          await item.done();
          last = item.deliveries;
        },
        () => last > 0,
      );
      assert.equal(last, 2);
    });

    it('waits before it hands out again what is to be tried later, and goes on with the rest', async () => {
      const order: string[] = [];
      let pause = 0;
      let since = 0;
      await queue.enqueue('e-1', encode('later'));
      await queue.enqueue('e-2', encode('now'));
      await consume(
        async (item) => {
          const text = decode(item.data);
          order.push(`${text} ${item.deliveries}`);
          if (text === 'later' && item.deliveries === 1) {
            since = performance.now();
            return item.retry(300);
          }
          if (text === 'later') pause = performance.now() - since;
          await item.done();
        },
        () => order.length === 3,
        { concurrency: 1 },
      );
      assert.deepEqual(order, ['later 1', 'now 1', 'later 2']);
      assert.ok(pause > 250, String(pause));
    });

    it('keeps one answer for each request, and tells it once, whoever answers first', async () => {
      const other = adapter.open();
      assert.equal(await queue.answer('f-1'), undefined);
      const firsts: boolean[] = [];
      const ended: number[] = [];
      await queue.enqueue('f-1:one', encode('f-1'));
      await queue.enqueue('f-1:two', encode('f-1'));
      await consume(
        async (item) => {
          firsts.push(
            await item.answered('f-1', encode(`answer ${firsts.length}`), async () => void ended.push(adapter.told.result.length)),
          );
        },
        () => firsts.length === 2,
        { concurrency: 1 },
      );
      assert.deepEqual(firsts, [true, false]);
      assert.equal(decode(await other.answer('f-1')), 'answer 0');
      await until('the answer is told', () => adapter.told.result.length >= 1);
      assert.deepEqual(adapter.told.result, ['answer 0']);
      assert.deepEqual(ended, [0], 'what comes before the answer is told once, before it');
      await other[Symbol.asyncDispose]();
    });

    it('buries with the reason, lists, deletes, and replays once', async () => {
      let buried = 0;
      await queue.enqueue('g-1', encode('poison'), { 'X-Kind': 'bad' });
      await queue.enqueue('g-2', encode('good'));
      let good = 0;
      const work = async (item: WorkItem): Promise<void> => {
        if (decode(item.data) === 'good') {
          await item.done();
          good += 1;
        } else {
          await item.bury({ ...WHY, requestId: 'g-1' });
          buried += 1;
        }
      };
      await consume(work, () => buried === 1 && good === 1, { concurrency: 1 });
      const { items } = await queue.deadLetters.list({ limit: 10 });
      const [letter] = items;
      assert.deepEqual(
        {
          text: decode(letter?.data),
          reason: letter?.reason,
          type: letter?.errorType,
          id: letter?.requestId,
          deliveries: letter?.deliveries,
        },
        { text: 'poison', reason: WHY.reason, type: WHY.errorType, id: 'g-1', deliveries: 1 },
      );
      assert.equal(letter?.headers['X-Kind'], 'bad');
      await until('the dead letter is told', () => adapter.told.failed.length === 1);
      assert.equal((JSON.parse(adapter.told.failed[0] ?? '') as { reason: string }).reason, WHY.reason);
      await queue.deadLetters.replay(letter?.id ?? '');
      await assert.rejects(queue.deadLetters.replay(letter?.id ?? ''), { kind: 'not_found', param: 'id' });
      await consume(work, () => buried === 2);
      const again = await queue.deadLetters.list({ limit: 10 });
      assert.equal(again.items.length, 1);
      await queue.deadLetters.delete(again.items[0]?.id ?? '');
      await assert.rejects(queue.deadLetters.delete(again.items[0]?.id ?? ''), { kind: 'not_found' });
      await assert.rejects(queue.deadLetters.delete('x.>'), { kind: 'not_found' });
      assert.deepEqual((await queue.deadLetters.list({ limit: 10 })).items, []);
    });

    it('knows how many items wait or are under way, and how many dead letters it keeps', async () => {
      const { pending, deadLetters } = await queue.backlog();
      await queue.enqueue('backlog-1', encode('1'));
      await queue.enqueue('backlog-2', encode('2'));
      assert.deepEqual(await queue.backlog(), { pending: pending + 2, deadLetters });
      let done = 0;
      await consume(
        async (item) => {
          await item.done();
          done += 1;
        },
        () => done >= pending + 2,
      );
      await until('nothing waits', async () => (await queue.backlog()).pending === 0);
    });

    it('keeps bytes as they are, pages its dead letters, drops the oldest, and refuses to replay half a message', async () => {
      const at = new Date();
      const letter = { subject: 'some.subject', headers: {}, deliveries: 0, firstAt: at, at, ...WHY };
      for (const byte of [1, 2, 3]) await queue.bury({ ...letter, data: new Uint8Array([0xff, 0, byte]) });
      await queue.bury({ ...letter, data: new Uint8Array(600 * 1024) });
      const first = await queue.deadLetters.list({ limit: 2 });
      assert.deepEqual(
        first.items.map(({ data }) => [...data]),
        [
          [0xff, 0, 2],
          [0xff, 0, 3],
        ],
      );
      const rest = await queue.deadLetters.list({ limit: 2, cursor: first.nextCursor ?? '' });
      assert.equal(rest.nextCursor, undefined);
      assert.deepEqual([rest.items.length, rest.items[0]?.truncated, rest.items[0]?.data.byteLength], [1, true, 512 * 1024]);
      await assert.rejects(queue.deadLetters.replay(rest.items[0]?.id ?? ''), { kind: 'invalid_input', param: 'id' });
      await assert.rejects(queue.deadLetters.list({ limit: 2, cursor: 'nonsense' }), { kind: 'invalid_input', param: 'cursor' });
    });

    it('refuses work when it is full, and keeps what it has', async () => {
      const outcomes: string[] = [];
      for (let count = 0; count < ROOM.maxItems + 5; count += 1) {
        outcomes.push(
          await queue.enqueue(`h-${count}`, encode('x')).catch((error: unknown) => (error instanceof ServiceError ? error.kind : 'other')),
        );
      }
      assert.equal(outcomes.filter((outcome) => outcome === 'stored').length, ROOM.maxItems);
      assert.deepEqual(
        outcomes.slice(ROOM.maxItems),
        Array.from({ length: 5 }, () => 'too_many_requests'),
      );
      let done = 0;
      await consume(
        async (item) => {
          await item.done();
          done += 1;
        },
        () => done === ROOM.maxItems,
        { concurrency: 8 },
      );
      assert.equal(await queue.enqueue(`h-${ROOM.maxItems}`, encode('now')), 'stored');
    });

    it('shares its items with other workers, each handed out to one of them', async () => {
      await queue.enqueue('i-warm', encode('x'));
      const other = adapter.open();
      const seen: string[] = [];
      const by = new Set<string>();
      const stop = new AbortController();
      const start = (from: WorkQueue, name: string): Promise<void> =>
        from.consume(
          async (item) => {
            const text = decode(item.data);
            if (text.startsWith('shared')) {
              seen.push(text);
              by.add(name);
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
            await item.done();
          },
          { concurrency: 2, signal: stop.signal },
        );
      const both = [start(queue, 'one'), start(other, 'two')];
      for (let count = 0; count < 30; count += 1) await queue.enqueue(`i-${count}`, encode(`shared ${count}`));
      await until('all are done, by both', () => seen.length === 30 && by.size === 2);
      stop.abort();
      await Promise.all(both);
      assert.equal(new Set(seen).size, 30);
      await other[Symbol.asyncDispose]();
    });

    it('answers a ping, and is unavailable once it is disposed', async () => {
      const other = adapter.open();
      await other.ping(AbortSignal.timeout(5000));
      await other[Symbol.asyncDispose]();
      await assert.rejects(other.enqueue('j-1', encode('x')), { kind: 'unavailable' });
    });
  });
}
