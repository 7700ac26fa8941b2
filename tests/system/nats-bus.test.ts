import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { parseServerAddress } from '../../src/adapters/nats/server-address.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { allowSlowHooks } from '../slow.ts';
import { startNatsServer } from './nats-server.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { until } from './until.ts';

await allowSlowHooks();

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Collects the texts that arrive on a subject. */
function listen(bus: Bus, subject: string, signal: AbortSignal, queue?: string): string[] {
  const texts: string[] = [];
  const messages = bus.subscribe(subject, queue === undefined ? { signal } : { signal, queue });
  void (async () => {
    for await (const { data } of messages) texts.push(decoder.decode(data));
  })();
  return texts;
}

describe('connectNatsBus()', () => {
  it('returns at once when nothing listens, and connects when the server comes', async () => {
    await using server = await startNatsServer();
    await server.stop();
    const logger = createRecordedLogger();
    const stop = new AbortController();
    await using bus = connectNatsBus({ url: server.url, name: 'early', logger, retryMs: { first: 10, longest: 50 } });
    const texts = listen(bus, 'early.*', stop.signal);
    assert.deepEqual([bus.connected, bus.wasConnected], [false, false]);
    bus.publish('early.lost', encoder.encode('lost'));
    await assert.rejects(bus.ping(AbortSignal.timeout(1000)), /not connected/);
    await until('several attempts fail', () => logger.lines.filter(({ message }) => message.includes('still unreachable')).length > 2);
    await server.restart();
    await until('the bus connects', () => bus.connected);
    bus.publish('early.seen', encoder.encode('seen'));
    await until('the message comes', () => texts.length > 0);
    stop.abort();
    await server.stop();
    await until('the bus is lost', () => !bus.connected);
    assert.equal(bus.wasConnected, true);
    assert.deepEqual(texts, ['seen']);
    assert.equal(logger.lines.filter(({ message }) => message.includes('trying again')).length, 1, 'one warning for a whole outage');
    assert.ok(logger.lines.some(({ level, message }) => level === 'debug' && message.startsWith('message dropped')));
  });

  it('survives that nats-server is killed and started again: connected flips both ways and subscriptions come back', async () => {
    await using server = await startNatsServer();
    const stop = new AbortController();
    const options = { url: server.url, logger: createRecordedLogger(), retryMs: { first: 10, longest: 50 } };
    await using publisher = connectNatsBus({ ...options, name: 'publisher' });
    await using subscriber = connectNatsBus({ ...options, name: 'subscriber' });
    const texts = listen(subscriber, 'turns.>', stop.signal);
    const shared = [listen(subscriber, 'turns.*', stop.signal, 'workers'), listen(subscriber, 'turns.*', stop.signal, 'workers')];
    const both = (state: boolean) =>
      until(`both are ${state ? '' : 'dis'}connected`, () => publisher.connected === state && subscriber.connected === state);
    for (const round of ['1', '2', '3']) {
      await both(true);
      await subscriber.ping(AbortSignal.timeout(5000));
      publisher.publish('turns.x', encoder.encode(round));
      await until(`message ${round} comes`, () => texts.length === Number(round) && shared.flat().length === Number(round));
      await server.kill();
      await both(false);
      await assert.rejects(publisher.ping(AbortSignal.timeout(1000)), /not connected/);
      publisher.publish('turns.x', encoder.encode('lost'));
      await server.restart();
    }
    await both(true);
    stop.abort();
    assert.deepEqual(texts, ['1', '2', '3']);
    assert.deepEqual(shared.flat().toSorted(), ['1', '2', '3']);
    assert.deepEqual(publisher.counts?.(), { published: 3, failed: 3, reconnects: 3 });
  });

  it('a pending ping rejects when the server dies', async () => {
    await using server = await startNatsServer();
    await using bus = connectNatsBus({ url: server.url, name: 'ping', logger: createRecordedLogger() });
    await until('the bus connects', () => bus.connected);
    await server.pause();
    const ping = bus.ping(AbortSignal.timeout(9000));
    ping.catch(() => undefined);
    await server.kill();
    await assert.rejects(ping, /disconnected/);
  });

  it('a ping that gets no answer rejects when its signal aborts', async () => {
    await using server = await startNatsServer();
    await using bus = connectNatsBus({ url: server.url, name: 'ping', logger: createRecordedLogger(), drainMs: 50 });
    await until('the bus connects', () => bus.connected);
    await server.pause();
    await assert.rejects(bus.ping(AbortSignal.timeout(50)), { name: 'TimeoutError' });
  });

  it('gives up a server that has gone silent, unsent bytes or not, and comes back when it answers again', async () => {
    await using server = await startNatsServer();
    const stop = new AbortController();
    const options = {
      url: server.url,
      logger: createRecordedLogger(),
      heartbeatMs: 50,
      retryMs: { first: 10, longest: 50 },
      timeoutMs: 200,
    };
    await using bus = connectNatsBus({ ...options, name: 'hung' });
    const texts = listen(bus, 'hung', stop.signal);
    await until('the bus connects', () => bus.connected);
    await server.pause();
    for (let count = 0; count < 20; count += 1) bus.publish('elsewhere', new Uint8Array(900_000));
    await until('the bus notices', () => !bus.connected);
    server.resume();
    await until('the bus connects', () => bus.connected);
    bus.publish('hung', encoder.encode('back'));
    await until('the message comes', () => texts.includes('back'));
    stop.abort();
    assert.deepEqual(texts, ['back']);
  });

  it('drops messages instead of filling memory when the server takes none', async () => {
    await using server = await startNatsServer();
    const logger = createRecordedLogger();
    await using bus = connectNatsBus({ url: server.url, name: 'full', logger, maxBufferedBytes: 5_000_000, drainMs: 50 });
    await until('the bus connects', () => bus.connected);
    await server.pause();
    await until('messages are dropped', async () => {
      bus.publish('full', new Uint8Array(900_000));
      return logger.lines.some(({ message }) => message.includes('too slowly'));
    });
  });

  it('disposing waits no longer than its bound for a server that has gone silent', async () => {
    await using server = await startNatsServer();
    const bus = connectNatsBus({ url: server.url, name: 'bound', logger: createRecordedLogger(), drainMs: 100 });
    bus.subscribe('bound', { signal: AbortSignal.timeout(60_000) });
    await until('the bus connects', () => bus.connected);
    await server.pause();
    const start = performance.now();
    await bus[Symbol.asyncDispose]();
    assert.ok(performance.now() - start < 2000);
    assert.equal(bus.connected, false);
  });

  it('disposing sends what was published before', async () => {
    await using server = await startNatsServer();
    const stop = new AbortController();
    await using subscriber = connectNatsBus({ url: server.url, name: 'subscriber', logger: createRecordedLogger() });
    const texts = listen(subscriber, 'drain', stop.signal);
    const publisher = connectNatsBus({ url: server.url, name: 'publisher', logger: createRecordedLogger() });
    await until('both connect', () => publisher.connected && subscriber.connected);
    await subscriber.ping(AbortSignal.timeout(5000));
    for (let count = 0; count < 1000; count += 1) publisher.publish('drain', encoder.encode(String(count)));
    await publisher[Symbol.asyncDispose]();
    await until('all messages come', () => texts.length === 1000);
    stop.abort();
  });

  it('disposing while the server cannot be reached ends the attempts and the subscriptions', async () => {
    await using server = await startNatsServer();
    await server.stop();
    const bus = connectNatsBus({ url: server.url, name: 'never', logger: createRecordedLogger() });
    const messages = bus.subscribe('never', { signal: AbortSignal.timeout(60_000) });
    await bus[Symbol.asyncDispose]();
    for await (const _ of messages) assert.fail('nothing can come');
    assert.equal(bus.connected, false);
  });

  it('sends the token of its URL, and never logs it', async () => {
    const token = 'not-for-logs-81';
    await using server = await startNatsServer({ token });
    const logger = createRecordedLogger();
    await using bus = connectNatsBus({ url: server.url.replace('ws://', `ws://${token}@`), name: 'token', logger });
    await until('the bus connects', () => bus.connected);
    await using refused = connectNatsBus({
      url: server.url.replace('ws://', 'ws://another@'),
      name: 'refused',
      logger,
      retryMs: { first: 10, longest: 20 },
    });
    await until('the server refuses', () => logger.lines.filter(({ message }) => message.includes('still unreachable')).length > 1);
    assert.equal(refused.connected, false);
    await until('the reason is logged', () => logger.lines.some(({ fields }) => /authorization/i.test(String(fields.reason))));
    await server.kill();
    await until('the bus notices', () => !bus.connected);
    assert.ok(!JSON.stringify(logger.lines).includes(token));
    assert.ok(JSON.stringify(logger.lines).includes(server.url));
  });
});

describe('parseServerAddress()', () => {
  const cases = [
    ['ws://127.0.0.1:4223', { urls: ['ws://127.0.0.1:4223'] }],
    ['wss://bus.example/path', { urls: ['wss://bus.example/path'] }],
    ['ws://me:p%40ss%2Fword@host:4223', { urls: ['ws://host:4223'], user: 'me', password: 'p@ss/word' }],
    ['ws://s3cret@host:4223', { urls: ['ws://host:4223'], token: 's3cret' }],
    ['wss://one:4223, wss://me:secret@two', { urls: ['wss://one:4223', 'wss://two'], user: 'me', password: 'secret' }],
  ] as const;
  for (const [text, address] of cases) {
    it(`reads ${text}`, () => {
      assert.deepEqual(parseServerAddress(text), address);
    });
  }

  it('throws a TypeError for what is no URL', () => {
    assert.throws(() => parseServerAddress('not a url'), TypeError);
  });
});
