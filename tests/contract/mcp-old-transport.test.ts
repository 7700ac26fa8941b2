import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { add, listFault, openMcp, signal } from './mcp-opened.ts';
import { saying, startMcpServer, type Interception } from './mcp-server.ts';

const SUM = { type: 'output', text: '2' };
const given = { a: 1, b: 1 };

/** Answers the request for the stream by itself, and keeps what was asked. */
function streaming(stream: (response: ServerResponse) => void): { readonly asked: string[]; readonly intercept: Interception } {
  const asked: string[] = [];
  return {
    asked,
    intercept(request, response) {
      asked.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`);
      if (request.method !== 'GET') return undefined;
      stream(response);
      return true;
    },
  };
}

/** Begins a stream with these lines. */
function begin(response: ServerResponse, lines: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(lines);
}

describe('HTTP with SSE of protocol version 2024-11-05', () => {
  it('is spoken to servers that refuse Streamable HTTP with 400, 404 or 405, and to no others', async () => {
    for (const [status, isTried] of [
      [400, true],
      [404, true],
      [405, true],
      [401, false],
      [403, false],
      [500, false],
    ] as const) {
      const asked: string[] = [];
      const intercept: Interception = (request, response) => {
        asked.push(request.method ?? '');
        if (request.method !== 'POST' || request.url !== '/sse') return undefined;
        response.writeHead(status).end();
        return true;
      };
      await using opened = await openMcp({ add }, { isOld: true, intercept });
      if (isTried) assert.equal((await opened.client.tools(signal)).length, 1);
      else assert.match((await listFault(opened.client))[1], new RegExp(`status ${status}`));
      assert.equal(asked.includes('GET'), isTried);
    }
  });

  it('is not what a server speaks that answers the request for its stream otherwise: its refusal is the error', async () => {
    const answers: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(405).end(),
      (response) => response.writeHead(401).end(),
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(),
      (response) => response.writeHead(307, { location: 'http://127.0.0.2/' }).end(),
      (response) => response.destroy(),
    ];
    for (const answer of answers) {
      const { asked, intercept } = streaming(answer);
      await using opened = await openMcp({ add }, { isOld: true, intercept });
      assert.deepEqual(await listFault(opened.client), ['provider_unavailable', 'The MCP server answered with status 405.']);
      assert.deepEqual(asked.slice(0, 2), ['POST /sse', 'GET /sse']);
    }
  });

  it('sends nothing to an endpoint at another origin, or to one that is no URL', async () => {
    await using other = await startMcpServer({ add });
    for (const endpoint of [`${other.origin}/messages`, 'http://', `//127.0.0.1:${new URL(other.url).port}/messages`]) {
      const { asked, intercept } = streaming((response) => begin(response, `event: endpoint\ndata: ${endpoint}\n\n`));
      await using opened = await openMcp({ add }, { isOld: true, intercept });
      const message = 'The MCP server names no endpoint at its own origin.';
      assert.deepEqual(await listFault(opened.client), ['provider_unavailable', message]);
      assert.deepEqual(asked, ['POST /sse', 'GET /sse']);
      await opened.server.open.none();
    }
    assert.deepEqual(other.headers, []);
  });

  it('follows a redirect of the stream at the same origin', async () => {
    const intercept: Interception = (request, response) => {
      if (request.url === '/moved') request.url = '/sse';
      else if (request.method === 'GET') {
        response.writeHead(307, { location: '/moved' }).end();
        return true;
      }
      return undefined;
    };
    await using opened = await openMcp({ add }, { isOld: true, intercept });
    assert.deepEqual(await opened.client.call('add', given, signal), SUM);
  });

  it('gives up on a server that never names its endpoint, and leaves it', async () => {
    const { intercept } = streaming((response) => begin(response, ': wait\n\n'));
    await using opened = await openMcp({ add }, { isOld: true, intercept, timeoutMs: 300 });
    assert.deepEqual(await listFault(opened.client), ['timeout', 'The MCP server did not answer within 300 ms.']);
    await opened.server.open.none();
  });

  it('bounds each answer, not all of them together', async () => {
    await using opened = await openMcp({ long: saying('x'.repeat(60_000)) }, { isOld: true });
    for (let n = 0; n < 4; n += 1) assert.equal((await opened.client.call('long', {}, signal)).type, 'output');
  });

  it('ends a stream of messages that nobody asked for, which are too long together', async () => {
    const note = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${'x'.repeat(1000)}"}}\n\n`;
    const { intercept } = streaming((response) => begin(response, `event: endpoint\ndata: /messages\n\n${note.repeat(200)}`));
    await using opened = await openMcp({ add }, { isOld: true, intercept });
    assert.deepEqual(await listFault(opened.client), ['provider_unavailable', 'The body is larger than the limit of 100000 bytes.']);
    await opened.server.open.none();
  });

  it('tells the status with which a message is refused', async () => {
    const intercept: Interception = (request, response) => {
      if (!(request.url ?? '').startsWith('/messages')) return undefined;
      response.writeHead(401).end('secret words');
      return true;
    };
    await using opened = await openMcp({ add }, { isOld: true, intercept });
    assert.match((await listFault(opened.client))[1], /^The MCP server answered with status 401: authorization or headers/);
    await opened.server.open.none();
  });

  it('fails a call at once when the stream ends or holds no message, and connects again for the next one', async () => {
    for (const [end, said] of [
      ['', /ended the connection/],
      ['data: {\n\n', /no valid message/],
    ] as const) {
      let stream: ServerResponse | undefined;
      const intercept: Interception = (request, response) => {
        if (request.method === 'GET') stream = response;
        return undefined;
      };
      const cut = {
        run: () => {
          if (end === '') stream?.end();
          else stream?.write(end);
          return new Promise<never>(() => undefined);
        },
      };
      await using opened = await openMcp({ add, cut }, { isOld: true, intercept });
      const failed = await opened.client.call('cut', {}, signal);
      assert.ok(failed.type === 'http_error');
      assert.match(failed.message, said);
      assert.deepEqual(await opened.client.call('add', given, signal), SUM);
      await opened.client[Symbol.asyncDispose]();
      await opened.server.open.none();
    }
  });

  it('passes over an answer that nobody waits for any more', async () => {
    let stream: ServerResponse | undefined;
    const intercept: Interception = (request, response) => {
      if (request.method === 'GET') stream = response;
      return undefined;
    };
    const late = {
      run: async () => {
        stream?.write('data: {"jsonrpc":"2.0","id":999,"result":{"content":[]}}\n\n');
        return { content: [{ type: 'text' as const, text: 'in time' }] };
      },
    };
    await using opened = await openMcp({ late }, { isOld: true, intercept });
    assert.deepEqual(await opened.client.call('late', {}, signal), { type: 'output', text: 'in time' });
  });

  it('does not connect again by itself when the stream ends between calls, but for the next call', async () => {
    const streams: ServerResponse[] = [];
    const intercept: Interception = (request, response) => {
      if (request.method === 'GET') streams.push(response);
      return undefined;
    };
    await using opened = await openMcp({ add }, { isOld: true, intercept });
    await opened.client.tools(signal);
    streams[0]?.end('retry: 0\n\n');
    await opened.server.open.none();
    while ((await opened.client.call('add', given, signal)).type !== 'output');
    assert.equal(streams.length, 2);
  });
});
