import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { Bus, Message } from '../../src/ports/bus.ts';

/** What the suite needs from an adapter: a connected bus, and how many messages may wait for one subscriber of it. */
export interface BusUnderTest {
  readonly open: (options: { readonly queueCapacity: number }) => Promise<Bus>;
}

const CAPACITY = 50;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const ascending = (one: number, other: number): number => one - other;

/** Every promise of the Bus port, run against the buses that `start` yields. */
export function busContract(name: string, start: () => Promise<BusUnderTest & AsyncDisposable>): void {
  describe(`${name} keeps the Bus contract`, () => {
    let adapter: BusUnderTest & AsyncDisposable;
    let bus: Bus;
    before(
      async () => {
        adapter = await start();
        bus = await adapter.open({ queueCapacity: CAPACITY });
      },
      { timeout: 120_000 },
    );
    after(async () => {
      await bus[Symbol.asyncDispose]();
      await adapter[Symbol.asyncDispose]();
    });

    /** Subscribes, publishes, and returns what arrived before a last message told that it was all. */
    async function received(pattern: string, publish: () => void): Promise<string[]> {
      const stop = new AbortController();
      const end = `contract-end.${crypto.randomUUID()}`;
      const messages: string[] = [];
      const reading = (async () => {
        for await (const { subject, data } of bus.subscribe(pattern, { signal: stop.signal })) {
          messages.push(`${subject} ${decoder.decode(data)}`);
        }
      })();
      const ended = next(bus.subscribe(end, { signal: stop.signal }));
      publish();
      bus.publish(end, encoder.encode(''));
      await ended;
      await settled();
      stop.abort();
      await reading;
      return messages;
    }

    it('says that it is connected and answers a ping', async () => {
      assert.equal(bus.connected, true);
      await bus.ping(AbortSignal.timeout(5000));
    });

    it('says whether a subject is heard, where it can tell', () => {
      const subject = `heard.${crypto.randomUUID()}`;
      for (const pattern of [subject, 'heard.*']) {
        assert.notEqual(bus.isHeard?.(subject), true);
        const own = new AbortController();
        bus.subscribe(pattern, { signal: own.signal });
        assert.notEqual(bus.isHeard?.(subject), false);
        own.abort();
      }
    });

    it('carries where an answer is expected, and sends back what nobody listens to', async () => {
      const stop = new AbortController();
      const inbox = `inbox.${crypto.randomUUID()}`;
      const asked = next(bus.subscribe('contract.asked', { signal: stop.signal }));
      bus.publish('contract.asked', encoder.encode('?'), {}, inbox);
      assert.equal((await asked).reply, inbox);
      const plain = next(bus.subscribe('contract.asked', { signal: stop.signal }));
      bus.publish('contract.asked', encoder.encode('!'));
      assert.equal((await plain).reply, undefined);
      const back = next(bus.subscribe(inbox, { signal: stop.signal }));
      bus.publish(`nobody.${crypto.randomUUID()}`, encoder.encode('?'), {}, inbox);
      const { data, headers } = await back;
      assert.deepEqual([data.byteLength, headers['status']], [0, '503']);
      stop.abort();
    });

    const matches: readonly [pattern: string, published: readonly string[], seen: readonly string[]][] = [
      ['a.b', ['a.b', 'a', 'a.b.c', 'b.a', 'a.B'], ['a.b']],
      ['a.*', ['a.b', 'a', 'a.b.c', 'x.b'], ['a.b']],
      ['*.b.*', ['a.b.c', 'a.b', 'b.b.b', 'a.c.c'], ['a.b.c', 'b.b.b']],
      ['a.>', ['a.b', 'a', 'a.b.c', 'b.a.c'], ['a.b', 'a.b.c']],
      ['a.*.>', ['a.b', 'a.b.c', 'a.b.c.d'], ['a.b.c', 'a.b.c.d']],
      ['a*.b>', ['a*.b>', 'ax.bx'], ['a*.b>']],
    ];
    for (const [pattern, published, seen] of matches) {
      it(`"tokens separated by dots, * matches one token and a final > matches the rest": ${pattern} sees ${seen.join(' and ')}`, async () => {
        const got = await received(pattern, () => {
          for (const subject of published) bus.publish(subject, encoder.encode('x'));
        });
        assert.deepEqual(
          got,
          seen.map((subject) => `${subject} x`),
        );
      });
    }

    it('a pattern of a lone > sees every subject', async () => {
      const got = await received('>', () => {
        bus.publish('one', encoder.encode('1'));
        bus.publish('two.three', encoder.encode('2'));
      });
      assert.deepEqual(got.slice(0, 2), ['one 1', 'two.three 2']);
    });

    it('delivers bytes as they were when published, in order', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
      const stop = new AbortController();
      const messages = bus.subscribe('bytes', { signal: stop.signal });
      bus.publish('bytes', bytes);
      bytes.fill(0);
      bus.publish('bytes', new Uint8Array());
      const [first, second] = await take(messages, 2);
      assert.deepEqual(
        [...(first?.data ?? [])],
        Array.from({ length: 256 }, (_, value) => value),
      );
      assert.equal(second?.data.byteLength, 0);
      stop.abort();
    });

    it('carries headers with the case of their names, values without the blanks around them', async () => {
      const stop = new AbortController();
      const messages = bus.subscribe('headers', { signal: stop.signal });
      bus.publish('headers', encoder.encode('x'), { 'X-Request-Id': ' abc-1 ', traceparent: '00-é-01', empty: '' });
      bus.publish('headers', encoder.encode('x'));
      const [first, second] = await take(messages, 2);
      assert.deepEqual({ ...first?.headers }, { 'X-Request-Id': 'abc-1', traceparent: '00-é-01', empty: '' });
      assert.deepEqual({ ...second?.headers }, {});
      stop.abort();
    });

    it('"subscribe takes effect before it returns, so a message published afterwards is seen"', async () => {
      const stop = new AbortController();
      const messages = bus.subscribe('early', { signal: stop.signal });
      bus.publish('early', encoder.encode('first'));
      assert.equal(decoder.decode((await next(messages)).data), 'first');
      stop.abort();
    });

    it('"members of one queue share the messages: each goes to one of them", and plain subscribers see all', async () => {
      const stop = new AbortController();
      const shares: Record<string, number[]> = { one: [], two: [], other: [], plain: [] };
      let seen = 0;
      const { promise: all, resolve: enough } = Promise.withResolvers<void>();
      const collect = async (member: string, queue?: string): Promise<void> => {
        const options = queue === undefined ? { signal: stop.signal } : { signal: stop.signal, queue };
        for await (const { data } of bus.subscribe('work.*', options)) {
          shares[member]?.push(data[0] ?? -1);
          seen += 1;
          if (seen === 120) enough();
        }
      };
      const reading = [collect('one', 'workers'), collect('two', 'workers'), collect('other', 'others'), collect('plain')];
      for (let number = 0; number < 40; number += 1) bus.publish('work.x', Uint8Array.of(number));
      await all;
      stop.abort();
      await Promise.all(reading);
      const numbers = Array.from({ length: 40 }, (_, number) => number);
      assert.deepEqual([...(shares.one ?? []), ...(shares.two ?? [])].toSorted(ascending), numbers);
      assert.ok((shares.one?.length ?? 0) > 0 && (shares.two?.length ?? 0) > 0, 'both members got some');
      assert.deepEqual(shares.other, numbers);
      assert.deepEqual(shares.plain, numbers);
    });

    it('a member that leaves its queue group gets no more messages', async () => {
      const leaving = new AbortController();
      const stop = new AbortController();
      bus.subscribe('left', { signal: leaving.signal, queue: 'group' });
      const staying = bus.subscribe('left', { signal: stop.signal, queue: 'group' });
      leaving.abort();
      for (let number = 0; number < 10; number += 1) bus.publish('left', Uint8Array.of(number));
      assert.equal((await take(staying, 10)).length, 10);
      stop.abort();
    });

    it('"the iteration ends when the signal aborts", and what still waited is not delivered', async () => {
      const stop = new AbortController();
      const seen: string[] = [];
      const messages = bus.subscribe('abort', { signal: stop.signal });
      for (const word of ['one', 'two', 'three']) bus.publish('abort', encoder.encode(word));
      await bus.ping(AbortSignal.timeout(5000));
      for await (const { data } of messages) {
        seen.push(decoder.decode(data));
        stop.abort();
      }
      assert.deepEqual(seen, ['one']);
    });

    it('a signal that is aborted already gives an iteration without messages', async () => {
      const messages = bus.subscribe('abort', { signal: AbortSignal.abort() });
      bus.publish('abort', encoder.encode('x'));
      assert.deepEqual(await take(messages, 1), []);
    });

    it('leaving the loop ends the subscription', async () => {
      const stop = new AbortController();
      const messages = bus.subscribe('leave', { signal: stop.signal });
      bus.publish('leave', encoder.encode('x'));
      await take(messages, 1);
      bus.publish('leave', encoder.encode('y'));
      assert.deepEqual(await take(messages, 1), []);
      stop.abort();
    });

    it('keeps the oldest messages for a slow subscriber and drops the newest over its capacity', async () => {
      const stop = new AbortController();
      const messages = bus.subscribe('slow', { signal: stop.signal });
      for (let number = 0; number < CAPACITY + 30; number += 1) bus.publish('slow', Uint8Array.of(number));
      await bus.ping(AbortSignal.timeout(5000));
      await settled();
      const kept = await take(messages, CAPACITY);
      assert.deepEqual(
        kept.map(({ data }) => data[0]),
        Array.from({ length: CAPACITY }, (_, number) => number),
      );
      const after = bus.subscribe('slow', { signal: stop.signal });
      bus.publish('slow', Uint8Array.of(200));
      assert.equal((await next(after)).data[0], 200);
      stop.abort();
    });

    for (const subject of ['', '.', 'a.', '.a', 'a..b', 'a b', 'a\tb', 'a\r\nPUB b 0', 'a.*', '*', 'a.>', '>']) {
      it(`refuses to publish to ${JSON.stringify(subject)}`, () => {
        assert.throws(() => bus.publish(subject, encoder.encode('x')), isKind('invalid_input', 'subject'));
      });
    }

    for (const pattern of ['', '.', 'a.', '.a', 'a..b', 'a b', 'a\nb', '>.a', 'a.>.b']) {
      it(`refuses to subscribe to ${JSON.stringify(pattern)}`, () => {
        assert.throws(() => bus.subscribe(pattern, { signal: AbortSignal.timeout(1000) }), isKind('invalid_input', 'pattern'));
      });
    }

    for (const queue of ['', 'a b', 'a\r\nb']) {
      it(`refuses a queue named ${JSON.stringify(queue)}`, () => {
        assert.throws(() => bus.subscribe('a', { signal: AbortSignal.timeout(1000), queue }), isKind('invalid_input', 'queue'));
      });
    }

    for (const headers of [{ 'a b': 'x' }, { 'a:b': 'x' }, { '': 'x' }, { a: 'x\r\ny: z' }, { é: 'x' }]) {
      it(`refuses the headers ${JSON.stringify(headers)}`, () => {
        assert.throws(() => bus.publish('a', encoder.encode('x'), headers), isKind('invalid_input', 'headers'));
      });
    }

    it('counts what it published and what it could not', () => {
      const before = bus.counts?.();
      if (before === undefined) return;
      bus.publish('counted', encoder.encode('x'));
      assert.throws(() => bus.publish('counted', new Uint8Array(1024 * 1024 + 1)));
      assert.deepEqual(bus.counts?.(), { ...before, published: before.published + 1, failed: before.failed + 1 });
    });

    it('refuses a message over one mebibyte and works on', async () => {
      assert.throws(() => bus.publish('big', new Uint8Array(1024 * 1024 + 1)), isKind('payload_too_large'));
      const stop = new AbortController();
      const messages = bus.subscribe('big', { signal: stop.signal });
      bus.publish('big', new Uint8Array(1024 * 1024));
      assert.equal((await next(messages)).data.byteLength, 1024 * 1024);
      stop.abort();
    });

    it('a ping with an aborted signal rejects with its reason', async () => {
      const reason = new DOMException('enough', 'AbortError');
      await assert.rejects(bus.ping(AbortSignal.abort(reason)), (error) => error === reason);
    });

    it('disposing ends subscriptions after what waits for them, twice as well as once', async () => {
      const own = await adapter.open({ queueCapacity: CAPACITY });
      const messages = own.subscribe('dispose', { signal: AbortSignal.timeout(10_000) });
      own.publish('dispose', encoder.encode('last words'));
      await own.ping(AbortSignal.timeout(5000));
      await own[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
      const seen = await take(messages, 2);
      assert.deepEqual(
        seen.map(({ data }) => decoder.decode(data)),
        ['last words'],
      );
      assert.equal(own.connected, false);
      own.publish('dispose', encoder.encode('too late'));
      assert.deepEqual(await take(own.subscribe('dispose', { signal: AbortSignal.timeout(1000) }), 1), []);
      await assert.rejects(own.ping(AbortSignal.timeout(1000)), isKind('unavailable'));
    });

    /** Resolves once everything published so far has been handed to its subscribers. */
    async function settled(): Promise<void> {
      const stop = new AbortController();
      const subject = `contract-settled.${crypto.randomUUID()}`;
      const messages = bus.subscribe(subject, { signal: stop.signal });
      bus.publish(subject, encoder.encode(''));
      await next(messages);
      stop.abort();
    }
  });
}

/** The first messages of an iteration, at most `count`, leaving it afterwards. */
async function take(messages: AsyncIterable<Message>, count: number): Promise<Message[]> {
  const taken: Message[] = [];
  for await (const message of messages) {
    taken.push(message);
    if (taken.length === count) break;
  }
  return taken;
}

async function next(messages: AsyncIterable<Message>): Promise<Message> {
  const [message] = await take(messages, 1);
  assert.ok(message !== undefined, 'a message comes');
  return message;
}

function isKind(kind: string, param?: string): (error: unknown) => boolean {
  return (error) => error instanceof ServiceError && error.kind === kind && error.param === param;
}
