import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import process from 'node:process';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createGzip } from 'node:zlib';
import { createOpenAiUpstream } from '../../src/adapters/openai/upstream.ts';
import type { JsonObject } from '../../src/core/json.ts';
import {
  cutsOff,
  sends,
  sendsStream,
  stalls,
  stallsAfter,
  startModelServer,
  type Behaviour,
  type ModelServer,
} from '../contract/model-server.ts';
import { ask, at, chunk, eventsOf, guardService, reply, textOf } from '../http/guard-service.ts';
import { allowSlowHooks } from '../slow.ts';
import { startParley } from './parley-process.ts';
import { until } from './until.ts';

await allowSlowHooks();

const PRIVATE = 'words-that-nobody-else-may-read';
const event = (data: JsonObject): string => `data: ${JSON.stringify(data)}\n\n`;
const HELLO = event(chunk({ role: 'assistant', content: 'Hello ' }));
const END = `${event(chunk({}, 'stop'))}data: [DONE]\n\n`;
const GIGABYTE = 1_073_741_824;

let behaviour: Behaviour = stalls;
let server: ModelServer;
/** Another host, which nobody may be sent to. */
let elsewhere: ModelServer;

before(async () => {
  server = await startModelServer((response, received) => behaviour(response, received));
  elsewhere = await startModelServer(sends(200, JSON.stringify(reply('from elsewhere'))));
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
});

/** Writes the same bytes as long as anybody reads them, up to a gigabyte. */
const floods =
  (type: string, before: string, piece: string): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': type });
    response.write(before);
    let sent = 0;
    const go = (): void => {
      while (sent < GIGABYTE && !response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) {
          response.once('drain', go);
          return;
        }
      }
      if (!response.destroyed) response.end();
    };
    go();
  };

const resets =
  (before: (response: ServerResponse) => void): Behaviour =>
  (response) => {
    before(response);
    // What was written goes out first.
    setImmediate(() => (response.socket as { resetAndDestroy?: () => void } | null)?.resetAndDestroy?.());
  };

const BLANKS = Buffer.alloc(1024 * 1024, ' ');
/** A quarter of a gigabyte of blanks in as many kilobytes, packed once and piece by piece: what the test holds would count as the guard's. */
const BOMB = Buffer.concat(
  (await Readable.from(Array.from({ length: 256 }, () => BLANKS))
    .pipe(createGzip())
    .toArray()) as Buffer[],
);

/** What becomes of a request: `status` alone where no stream began, else the error that ends it. */
interface Row {
  readonly what: string;
  readonly behaviour: Behaviour;
  /** Status and kind of a reply that was asked for whole. */
  readonly whole: readonly [number, string | undefined];
  /** The same of a stream; 200 when it had begun. */
  readonly stream: readonly [number, string | undefined];
  /** What the client has of the stream's text. */
  readonly text?: string;
}

const down = [502, 'provider_unavailable'] as const;
const broken = [200, 'provider_unavailable'] as const;
const rows: readonly Row[] = [
  { what: 'says nothing', behaviour: stalls, whole: [504, 'timeout'], stream: [504, 'timeout'] },
  { what: 'stops in the middle of a stream', behaviour: stallsAfter(HELLO), whole: down, stream: [200, 'timeout'], text: 'Hello ' },
  {
    what: 'sends headers and no body',
    behaviour: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
    },
    whole: [504, 'timeout'],
    stream: down,
  },
  { what: 'sends a stream as JSON', behaviour: sends(200, HELLO + END), whole: down, stream: down },
  { what: 'sends JSON as a stream', behaviour: sendsStream(JSON.stringify(reply(PRIVATE))), whole: down, stream: broken, text: '' },
  { what: 'sends JSON without saying so', behaviour: sends(200, JSON.stringify(reply(PRIVATE)), {}), whole: down, stream: down },
  { what: 'sends garbage', behaviour: sends(200, `{"${PRIVATE}":`), whole: down, stream: down },
  { what: 'streams garbage', behaviour: sendsStream(`${HELLO}data: ${PRIVATE}\n\n`), whole: down, stream: broken, text: 'Hello ' },
  {
    what: 'streams bytes that are no text',
    behaviour: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(Uint8Array.from({ length: 4096 }, (_, index) => (index * 151) % 256));
    },
    whole: down,
    stream: broken,
    text: '',
  },
  { what: 'never ends its reply', behaviour: floods('application/json', '{"a":"', 'x'.repeat(65_536)), whole: down, stream: down },
  {
    what: 'never ends its stream',
    behaviour: floods('text/event-stream', '', event(chunk({ content: 'word '.repeat(1000) }))),
    whole: down,
    stream: broken,
  },
  {
    what: 'never ends an event of its stream',
    behaviour: floods('text/event-stream', `${HELLO}data: {"a":"`, 'x'.repeat(65_536)),
    whole: down,
    stream: broken,
    text: 'Hello ',
  },
  {
    what: 'sends comments for ever',
    behaviour: floods('text/event-stream', '', ': ping\n\n'.repeat(8192)),
    whole: down,
    stream: broken,
    text: '',
  },
  { what: 'resets the connection', behaviour: resets(() => undefined), whole: down, stream: down },
  {
    what: 'resets the connection in the middle of a stream',
    behaviour: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(HELLO, () => setTimeout(() => response.socket?.resetAndDestroy(), 20));
    },
    whole: down,
    stream: broken,
    text: 'Hello ',
  },
  { what: 'sends less than it announced', behaviour: cutsOff('application/json', '{"choices":['), whole: down, stream: down },
  { what: 'ends its stream too early', behaviour: sendsStream(HELLO), whole: down, stream: broken, text: 'Hello ' },
  { what: 'replies without choices', behaviour: sends(200, '{"id":"x","object":"chat.completion"}'), whole: down, stream: down },
  { what: 'streams chunks without choices', behaviour: sendsStream(`${event({ id: 'x' })}${END}`), whole: down, stream: broken, text: '' },
  { what: 'replies with a list', behaviour: sends(200, '[]'), whole: down, stream: down },
  {
    what: 'packs 256 megabytes into 256 kilobytes',
    behaviour: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(BOMB);
    },
    whole: down,
    stream: down,
  },
  {
    what: 'packs 256 megabytes of stream into 256 kilobytes',
    behaviour: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      response.end(BOMB);
    },
    whole: down,
    stream: broken,
    text: '',
  },
  {
    what: 'names a packing it does not use',
    behaviour: sends(200, JSON.stringify(reply(PRIVATE)), { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
    whole: down,
    stream: down,
  },
  ...[301, 302, 303, 307, 308].map((status): Row => {
    return {
      what: `sends everybody elsewhere with ${status}`,
      behaviour: (response) => void response.writeHead(status, { location: `${elsewhere.baseUrl}/chat/completions` }).end(),
      whole: down,
      stream: down,
    };
  }),
  { what: 'answers 204', behaviour: (response) => void response.writeHead(204).end(), whole: down, stream: down },
  {
    what: 'answers an HTML page',
    behaviour: sends(200, `<h1>${PRIVATE}</h1>`, { 'content-type': 'text/html' }),
    whole: down,
    stream: down,
  },
  {
    what: 'fails with an HTML page',
    behaviour: sends(500, `<h1>${PRIVATE}</h1>`, { 'content-type': 'text/html' }),
    whole: down,
    stream: down,
  },
  { what: 'fails with a JSON error', behaviour: sends(503, `{"error":{"message":"${PRIVATE}"}}`), whole: down, stream: down },
  { what: 'knows the guard not', behaviour: sends(401, `{"error":{"message":"${PRIVATE}"}}`), whole: down, stream: down },
];

describe('an upstream that', () => {
  for (const { what, whole, stream, text, ...row } of rows) {
    for (const [how, [status, kind]] of [
      ['a whole reply', whole],
      ['a stream', stream],
    ] as const) {
      it(`${what} instead of ${how} gives ${status} ${kind}`, { timeout: 30_000 }, async () => {
        behaviour = row.behaviour;
        const before = process.memoryUsage().rss;
        const waitMs = kind === 'timeout' ? 200 : 20_000;
        const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, apiKey: 'x', timeoutMs: 20_000, idleTimeoutMs: waitMs });
        const settings = { upstreamTimeoutMs: status === 504 ? waitMs : 20_000, maxConcurrent: 1 };
        const service = guardService({}, { deps: { upstream }, settings });
        const coming = server.next();
        const response = await service.chat(ask('Hi', { stream: how === 'a stream' }), { 'x-request-id': 'r' });
        assert.equal(response.status, status);
        assert.match(response.headers.get('x-guard-decision') ?? '', /^dec-\d+; verdict=allow$/);
        if (status === 200) {
          const events = await eventsOf(response);
          assert.equal(at(events.at(-2), 'error_type'), kind);
          assert.equal(at(events.at(-2), 'correlation_id'), 'r');
          assert.equal(events.at(-1), '[DONE]');
          if (text !== undefined) assert.equal(textOf(events), text);
        } else {
          const body = await response.text();
          assert.equal(at(JSON.parse(body) as JsonObject, 'error', 'code'), kind);
          assert.ok(!body.includes(PRIVATE));
        }
        const record = await service.journal.request('r');
        assert.deepEqual(
          [record?.status, record?.httpStatus, record?.error?.type],
          ['failed', status === 200 ? ERROR_STATUS[kind ?? ''] : status, kind],
        );
        const debug = await service.journal.debug('r', { limit: 100 });
        assert.ok(debug?.items.some(({ stage, outcome, reason }) => stage === 'upstream' && outcome === 'failed' && reason === kind));
        assert.ok(!JSON.stringify(service.logger.lines).includes(PRIVATE), JSON.stringify(service.logger.lines));
        assert.equal(elsewhere.received.length, 0);
        await (
          await coming
        ).closed;
        // Its place is free again.
        behaviour = sends(200, JSON.stringify(reply('Hello.')));
        assert.equal((await service.chat(ask('again'))).status, 200);
        const grown = (process.memoryUsage().rss - before) / 1_048_576;
        assert.ok(grown < 400, `${Math.round(grown)} MB more`);
      });
    }
  }
});

describe('an upstream that thinks for long', () => {
  it('is waited for as long as it says so in comments, before its first word and behind it', { timeout: 30_000 }, async () => {
    const thinking = async (response: ServerResponse): Promise<void> => {
      for (let count = 0; count < 20; count += 1) {
        response.write(': PROCESSING\n\n');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    behaviour = async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      await thinking(response);
      response.write(HELLO);
      await thinking(response);
      response.end(END);
    };
    const idleTimeoutMs = 1000;
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 20_000, idleTimeoutMs });
    const service = guardService({}, { deps: { upstream }, settings: { upstreamIdleTimeoutMs: idleTimeoutMs } });
    const events = await eventsOf(await service.chat(ask('Hi', { stream: true }), { 'x-request-id': 'r' }));
    assert.equal(textOf(events), 'Hello ');
    assert.equal((await service.journal.request('r'))?.status, 'completed');
  });
});

describe('a stream of the upstream that goes on and on', () => {
  it('outlasts GUARD_UPSTREAM_TIMEOUT_MS, which bounds the wait for its begin, up to a limit of its own', { timeout: 60_000 }, async () => {
    const env = { GUARD_UPSTREAM_TIMEOUT_MS: '2000', GUARD_UPSTREAM_STREAM_TIMEOUT_MS: '5000' };
    await using parley = await startParley({ env: { ...env, GUARD_UPSTREAM_URL: server.baseUrl } });
    const streamed = async (lastsMs: number, id: string) => {
      behaviour = async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const begun = performance.now();
        while (performance.now() - begun < lastsMs && !response.destroyed) {
          response.write(HELLO);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        response.end(END);
      };
      const response = await post(parley.guard, ask('Hi', { stream: true }), id);
      const events = await eventsOf(response);
      const record = (await (await fetch(`${parley.guard}/requests/${id}`)).json()) as JsonObject;
      return { status: response.status, last: events.at(-2), record };
    };
    const long = await streamed(3000, 'long');
    assert.deepEqual([long.status, at(long.last, 'choices', 0, 'finish_reason'), long.record['status']], [200, 'stop', 'completed']);
    const endless = await streamed(30_000, 'endless');
    assert.deepEqual([endless.status, at(endless.last, 'error', 'type')], [200, 'timeout']);
    assert.deepEqual([endless.record['status'], at(endless.record, 'error', 'type')], ['failed', 'timeout']);
    behaviour = stalls;
    assert.equal((await post(parley.guard, ask('Hi', { stream: true }), 'silent')).status, 504);
  });
});

describe('a reply of the upstream that is larger than allowed', () => {
  it('is refused, and the error names the limit of its setting', { timeout: 60_000 }, async () => {
    const env = { GUARD_UPSTREAM_MAX_RESPONSE_BYTES: '4096', GUARD_UPSTREAM_MAX_STREAM_BYTES: '8192' };
    await using parley = await startParley({ env: { ...env, GUARD_UPSTREAM_URL: server.baseUrl } });
    behaviour = sends(200, JSON.stringify(reply('x'.repeat(2000))));
    assert.equal((await post(parley.guard, ask('Hi'), 'small')).status, 200);
    behaviour = sends(200, JSON.stringify(reply('x'.repeat(5000))));
    const large = await post(parley.guard, ask('Hi'), 'large');
    assert.equal(large.status, 502);
    assert.match(JSON.stringify(await large.json()), /4096 bytes/);
    behaviour = sendsStream(HELLO.repeat(200) + END);
    const events = await eventsOf(await post(parley.guard, ask('Hi', { stream: true }), 'long'));
    assert.match(JSON.stringify(events.at(-2)), /8192 bytes/);
  });
});

function post(guard: string, body: JsonObject, id: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-request-id': id };
  return fetch(`${guard}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const ERROR_STATUS: Readonly<Record<string, number>> = { timeout: 504, provider_unavailable: 502 };

describe('a client that leaves', () => {
  const stages: readonly (readonly [string, boolean, Behaviour])[] = [
    ['before the upstream answers', false, stalls],
    ['before the upstream begins a stream', true, stalls],
    ['in the middle of a stream', true, stallsAfter(HELLO)],
    ['in the middle of a reply', false, (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"a":')],
  ];
  for (const [when, stream, ...rest] of stages) {
    it(`${when} ends the call of the upstream, and the record says cancelled`, async () => {
      [behaviour] = rest;
      const client = new AbortController();
      const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, apiKey: 'x', timeoutMs: 30_000, idleTimeoutMs: 30_000 });
      const service = guardService({}, { deps: { upstream }, settings: { maxConcurrent: 1 } });
      const coming = server.next();
      const answer = service.chat(ask('Hi', { stream }), { 'x-request-id': 'r' }, client.signal);
      const { closed } = await coming;
      if (when === 'in the middle of a stream') await (await answer).body?.getReader().read();
      client.abort();
      await closed;
      await until('the record is closed', async () => (await service.journal.request('r'))?.status !== 'running');
      const record = await service.journal.request('r');
      assert.deepEqual([record?.status, record?.httpStatus], ['cancelled', 499]);
      const debug = await service.journal.debug('r', { limit: 100 });
      assert.ok(debug?.items.some(({ stage, reason }) => stage === 'upstream' && reason === 'cancelled'));
      behaviour = sends(200, JSON.stringify(reply('Hello.')));
      assert.equal((await service.chat(ask('again'))).status, 200);
    });
  }

  it('before its body has arrived is recorded as cancelled, and the upstream is not asked', async () => {
    const client = new AbortController();
    const service = guardService();
    const begun = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"messages":'));
        begun.resolve();
        return new Promise((_, reject) => client.signal.addEventListener('abort', () => reject(client.signal.reason as Error)));
      },
    });
    const headers = { 'content-type': 'application/json', 'x-request-id': 'r' };
    const answer = service.handle(
      new Request('http://localhost/v1/chat/completions', {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
        signal: client.signal,
      } as RequestInit),
    );
    await begun.promise;
    client.abort();
    assert.equal((await answer).status, 499);
    assert.equal((await service.journal.request('r'))?.status, 'cancelled');
    assert.equal(service.asked.length, 0);
  });
});
