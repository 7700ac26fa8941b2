import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { decodeJson, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { sends, startModelServer } from '../contract/model-server.ts';
import { ask, at, guardService, reply } from '../http/guard-service.ts';
import { allowSlowHooks } from '../slow.ts';
import { startNatsServer } from './nats-server.ts';
import { startParley } from './parley-process.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { until } from './until.ts';

await allowSlowHooks();

interface Heard {
  readonly id: number;
  readonly kind: string;
  readonly data: JsonObject;
}

/** What an event stream has said so far; it reads until its signal aborts. */
function listen(
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): { readonly heard: Heard[]; readonly open: Promise<void> } {
  const heard: Heard[] = [];
  const opened = Promise.withResolvers<void>();
  void (async () => {
    const response = await fetch(url, { signal, headers });
    let text = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      opened.resolve();
      text += piece;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
        if (field('data') !== '')
          heard.push({ id: Number(field('id')), kind: field('event'), data: JSON.parse(field('data')) as JsonObject });
      }
    }
  })().catch(() => undefined);
  return { heard, open: opened.promise };
}

async function complete(guard: string, content: string, id: string): Promise<number> {
  const response = await fetch(`${guard}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': id },
    body: JSON.stringify(ask(content)),
  });
  await response.text();
  return response.status;
}

const KINDS = ['request.received', 'input.checked', 'upstream.started', 'output.checked', 'request.completed'];
const ended = (heard: readonly Heard[], id: string): boolean =>
  heard.some(({ kind, data }) => kind === 'request.completed' && data['request_id'] === id);

describe('GET /events of a running guard', () => {
  it(
    'goes on with rising ids after a restart, says that what it cannot replay is gone, and tells the bus the same',
    { timeout: 120_000 },
    async () => {
      await using upstream = await startModelServer(sends(200, JSON.stringify(reply('Hello, jo.bloggs@mail.example.org.'))));
      await using nats = await startNatsServer();
      await using bus = connectNatsBus({
        url: nats.url,
        name: 'test',
        logger: createRecordedLogger(),
        retryMs: { first: 10, longest: 50 },
      });
      await until('the bus is connected', () => bus.connected);
      const stop = new AbortController();
      const published: { readonly subject: string; readonly body: JsonValue; readonly requestId: string | undefined }[] = [];
      void (async () => {
        for await (const { subject, data, headers } of bus.subscribe('platform.guard.>', { signal: stop.signal })) {
          published.push({ subject, body: decodeJson(data), requestId: headers['x-request-id'] });
        }
      })();
      await bus.ping(AbortSignal.timeout(5000));
      const directory = await mkdtemp(join(tmpdir(), 'parley-events-'));
      const env = { GUARD_UPSTREAM_URL: upstream.baseUrl, PLATFORM_NATS_URL: nats.url, GUARD_EVENTS_CAPACITY: '7' };
      try {
        const heard: Heard[] = [];
        {
          await using parley = await startParley({ env, directory });
          const stream = listen(`${parley.guard}/events`, stop.signal);
          await stream.open;
          assert.equal(await complete(parley.guard, 'My card: 4111 1111 1111 1111', 'one'), 200);
          assert.equal(await complete(parley.guard, 'Hi', 'two'), 200);
          await until('both requests have ended', () => ended(stream.heard, 'one') && ended(stream.heard, 'two'));
          assert.deepEqual(
            stream.heard.map(({ kind }) => kind),
            [...KINDS, ...KINDS],
          );
          // Inside what is kept nothing is lost; outside of it a gap says so.
          const [, , , , fifth] = stream.heard;
          const inside = listen(`${parley.guard}/events`, stop.signal, { 'last-event-id': String(fifth?.id) });
          const outside = listen(`${parley.guard}/events`, stop.signal, { 'last-event-id': String(stream.heard[0]?.id) });
          await until('what was missed is replayed', () => ended(inside.heard, 'two') && ended(outside.heard, 'two'));
          assert.deepEqual(inside.heard, stream.heard.slice(5));
          assert.deepEqual([outside.heard[0]?.kind, outside.heard[0]?.data['next']], ['gap', stream.heard[3]?.id]);
          assert.deepEqual(outside.heard.slice(1), stream.heard.slice(3));
          heard.push(...stream.heard);
        }
        await using parley = await startParley({ env, directory });
        const last = heard.at(-1)?.id ?? 0;
        const stream = listen(`${parley.guard}/events`, stop.signal, { 'last-event-id': String(last) });
        await stream.open;
        assert.equal(await complete(parley.guard, 'Hi', 'three'), 200);
        await until('the request has ended', () => ended(stream.heard, 'three'));
        assert.deepEqual([stream.heard[0]?.kind, stream.heard[0]?.data['after']], ['gap', last]);
        heard.push(...stream.heard.slice(1));
        assert.deepEqual(
          heard.map(({ kind }) => kind),
          [...KINDS, ...KINDS, ...KINDS],
        );
        assert.ok(heard.every(({ id }, index) => index === 0 || id > (heard[index - 1]?.id ?? 0)));
        await until('the bus has all of them', () => published.length >= heard.length);
        assert.deepEqual(
          published,
          heard.map(({ kind, data }) => ({ subject: `platform.guard.${kind}`, body: data, requestId: data['request_id'] })),
        );
        assert.doesNotMatch(JSON.stringify(published), /4111|jo\.bloggs|"content"/);
      } finally {
        stop.abort();
        await rm(directory, { recursive: true, force: true });
      }
    },
  );

  it('cuts off a client that reads nothing, with the reason as its last event, and slows no request', { timeout: 120_000 }, async () => {
    await using upstream = await startModelServer(sends(200, JSON.stringify(reply('Hello.'))));
    const env = { GUARD_UPSTREAM_URL: upstream.baseUrl, GUARD_EVENTS_CLIENT_CAPACITY: '20', GUARD_CAPTURE_INPUT: 'true' };
    await using parley = await startParley({ env });
    const { hostname, port } = new URL(parley.guard);
    const socket = await opened(connect({ host: hostname, port: Number(port) }));
    socket.pause();
    socket.write(`GET /events HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    const stop = new AbortController();
    const beside = listen(`${parley.guard}/events?kind=request.completed`, stop.signal);
    await beside.open;
    const text = 'a long question '.repeat(120);
    let longest = 0;
    let count = 0;
    // More than the sockets between take, two kilobytes an event.
    while (count < 6000) {
      const start = performance.now();
      const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => complete(parley.guard, text, `r-${count + index}`)));
      assert.ok(statuses.every((status) => status === 200));
      longest = Math.max(longest, performance.now() - start);
      count += 20;
      if (count >= 2000 && count % 500 === 0 && socket.bytesRead === 0) break;
    }
    assert.ok(longest < 5000, `${Math.round(longest)} ms`);
    await until('the other client has all of them', () => beside.heard.length === count);
    const rest = await readToEnd(socket);
    assert.match(rest, /event: closed\ndata: \{"kind":"closed","reason":"the client reads more slowly than events arrive","last":\d+\}/);
    stop.abort();
  });

  it('sends a heartbeat while nothing happens', async () => {
    const service = guardService({}, { settings: { eventsHeartbeatMs: 10 } });
    const reader = (await service.get('/events')).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (text.length < 12) text += (await reader?.read())?.value ?? '';
    assert.equal(text.slice(0, 12), ':\n\n'.repeat(4));
    await service.chat(ask('Hi'), { 'x-request-id': 'r' });
    while (!text.includes('event: ')) text += (await reader?.read())?.value ?? '';
    assert.equal(at(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as JsonValue, 'request_id'), 'r');
    await reader?.cancel();
  });
});

async function opened(socket: Socket): Promise<Socket> {
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  return socket;
}

/** Everything that comes until nothing came for a second. */
async function readToEnd(socket: Socket): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  socket.on('data', (piece: Uint8Array) => {
    text += decoder.decode(piece, { stream: true });
  });
  socket.resume();
  await until('the stream is cut off', () => text.includes('event: closed'));
  socket.destroy();
  return text;
}
