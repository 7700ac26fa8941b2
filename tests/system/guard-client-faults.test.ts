import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { sends, stalls, stallsAfter, startModelServer, type Behaviour, type ModelServer } from '../contract/model-server.ts';
import { ask, chunk, reply } from '../http/guard-service.ts';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { until } from './until.ts';

await allowSlowHooks();

const HELLO = `data: ${JSON.stringify(chunk({ role: 'assistant', content: 'Hello ' }))}\n\n`;

/** A setting that there is not, and what a cluster tells of a service called guard. */
const MISSPELT = { GUARD_CAPTURE_INPT: 'a value', GUARD_SERVICE_HOST: '10.0.0.1', GUARD_PORT_8801_TCP_ADDR: '10.0.0.1' };

/** A proxy for the world outside, which nothing between the services may go through. */
const PROXY = { HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9', NO_PROXY: '', no_proxy: '' };

describe('a running guard', () => {
  let behaviour: Behaviour = stalls;
  let upstream: ModelServer;
  let parley: ParleyProcess;
  before(
    async () => {
      upstream = await startModelServer((response, received) => behaviour(response, received));
      parley = await startParley({
        env: { ...MISSPELT, ...PROXY, GUARD_UPSTREAM_URL: upstream.baseUrl, GUARD_MAX_CONCURRENT: '1', GUARD_BODY_TIMEOUT_MS: '1000' },
      });
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await parley[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });

  const post = (body: JsonObject, id: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${parley.guard}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': id },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  const manifest = async (id: string): Promise<JsonObject> => (await (await fetch(`${parley.guard}/requests/${id}`)).json()) as JsonObject;

  /** The place of a request that ended is free: it would be refused with 429 otherwise. */
  async function assertFree(id: string): Promise<void> {
    behaviour = sends(200, JSON.stringify(reply('Hello.')));
    assert.equal((await post(ask('Hi'), id)).status, 200);
  }

  it('says at start which variables look like settings and are none, without their values', () => {
    const lines = parley.log.filter(
      ({ message }) => message === 'the environment has variables that look like settings but are unknown to this version',
    );
    assert.deepEqual(
      lines.map(({ level, names }) => [level, names]),
      [['warn', 'GUARD_CAPTURE_INPT']],
    );
    assert.ok(!JSON.stringify(lines).includes('a value'));
  });

  it('asks an upstream on this host itself, whatever proxy the environment names', async () => assertFree('no-proxy'));

  const stages: readonly (readonly [string, boolean, Behaviour])[] = [
    ['before the upstream answers', false, stalls],
    ['before the upstream begins a stream', true, stalls],
    ['in the middle of a stream', true, stallsAfter(HELLO)],
  ];
  for (const [index, [when, stream, ...rest]] of stages.entries()) {
    it(`ends the upstream’s call when its client closes the connection ${when}`, async () => {
      [behaviour] = rest;
      const client = new AbortController();
      const coming = upstream.next();
      const answer = post(ask('Hi', { stream }), `left-${index}`, client.signal);
      answer.catch(() => undefined);
      const { closed } = await coming;
      if (when === 'in the middle of a stream') await (await answer).body?.getReader().read();
      client.abort();
      await closed;
      await until('the record is closed', async () => (await manifest(`left-${index}`))['status'] === 'cancelled');
      await assertFree(`next-${index}`);
    });
  }

  it('ends the upstream’s call when its client goes without a word in the middle of a stream', async () => {
    behaviour = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write(HELLO), 5);
      response.once('close', () => clearInterval(timer));
    };
    const { hostname, port } = new URL(parley.guard);
    const coming = upstream.next();
    const body = JSON.stringify(ask('Hi', { stream: true }));
    const socket = connect({ host: hostname, port: Number(port) });
    const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\nx-request-id: gone`;
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.resetAndDestroy();
    await (
      await coming
    ).closed;
    await until('the record is closed', async () => (await manifest('gone'))['status'] === 'cancelled');
    await assertFree('after-gone');
  });

  for (const [what, head, body] of [
    ['headers of ten megabytes', `GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(10_000_000)}`, ''],
    ['a hundred thousand headers', `GET /health HTTP/1.1\r\nhost: x\r\n${'x-a: b\r\n'.repeat(100_000)}x-a: b`, ''],
    ['what is no HTTP', '\u0016\u0003\u0001\u0002', '\u0000'.repeat(1000)],
    [
      'a body that is shorter than it says',
      'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000',
      '{"messages":',
    ],
    [
      'two lengths of a body',
      'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5\r\ncontent-length: 50',
      '{"a":1}',
    ],
    [
      'a chunk of a body with a length beyond all lengths',
      'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked',
      'ffffffffffffffffff\r\n{',
    ],
  ] as const) {
    it(`goes on answering others after ${what}`, async () => {
      const { hostname, port } = new URL(parley.guard);
      const socket = connect({ host: hostname, port: Number(port) });
      const over = new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.once('error', () => resolve());
        socket.once('data', () => resolve());
      });
      socket.end(`${head}\r\n\r\n${body}`, 'latin1');
      await over;
      socket.destroy();
      assert.equal((await fetch(`${parley.guard}/health`)).status, 200);
      await assertFree(`after-${what.replaceAll(' ', '-')}`);
    });
  }

  it('gives the place of a request whose body never comes to others', async () => {
    const { hostname, port } = new URL(parley.guard);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-request-id: slow\r\ncontent-type: application/json\r\n');
    socket.write('content-length: 1000\r\n\r\n{"model":');
    const trickle = setInterval(() => socket.write(' '), 20);
    let answer = '';
    for await (const piece of socket.setEncoding('utf8')) {
      answer += String(piece);
      if (answer.includes('\r\n\r\n')) break;
    }
    clearInterval(trickle);
    assert.match(answer, /^HTTP\/1\.1 408 /);
    await assertFree('after-slow');
    await until('it is recorded', async () => (await manifest('slow'))['http_status'] === 408);
  });

  for (const [what, head] of [
    ['no host, as HTTP/1.0 may', 'GET /health HTTP/1.0\r\n\r\n'],
    ['an empty host', 'GET /health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
    ['a host that there cannot be', 'GET /health HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n'],
    ['a port that there cannot be', 'GET /health HTTP/1.1\r\nHost: a:99999\r\nConnection: close\r\n\r\n'],
  ] as const) {
    it(`answers a request that names ${what}, and shows nothing of its code`, async () => {
      const { hostname, port } = new URL(parley.guard);
      const socket = connect(Number(port), hostname);
      let answer = '';
      for await (const piece of socket.setEncoding('utf8').end(head)) answer += String(piece);
      assert.match(answer, /^HTTP\/1\.1 200 /);
      assert.match(answer, /x-request-id: \S/i);
      assert.match(answer, /"status":"/);
    });
  }
});
