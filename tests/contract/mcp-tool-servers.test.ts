import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMcpToolServers } from '../../src/adapters/mcp/tool-servers.ts';
import { ServiceError } from '../../src/core/errors.ts';
import type { ToolServer } from '../../src/ports/tool-server.ts';
import { saying, startMcpServer, type McpServer, type McpServerOptions, type ServedTool } from './mcp-server.ts';

const signal = new AbortController().signal;
const add: ServedTool = {
  description: 'Adds two numbers',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  annotations: { readOnlyHint: true },
  run: ({ a, b }) => ({ content: [{ type: 'text', text: String(Number(a) + Number(b)) }] }),
};
const forever = (stop: AbortSignal): Promise<never> =>
  new Promise((_, reject) => stop.addEventListener('abort', () => reject(new Error('stopped')), { once: true }));

interface Open extends AsyncDisposable {
  readonly server: McpServer;
  readonly client: ToolServer;
}

async function open(
  tools: Record<string, ServedTool>,
  options: McpServerOptions & { readonly timeoutMs?: number; readonly headers?: Record<string, string> } = {},
): Promise<Open> {
  const server = await startMcpServer(tools, options);
  const { timeoutMs = 20_000, headers = {} } = options;
  const client = createMcpToolServers({ timeoutMs, maxBytes: 100_000, version: '1' })({ url: server.url, headers });
  return {
    server,
    client,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function listFault(client: ToolServer): Promise<readonly [string, string]> {
  const error = await client.tools(signal).then(
    () => assert.fail('it lists its tools'),
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof ServiceError);
  return [error.kind, error.message];
}

describe('createMcpToolServers()', () => {
  for (const asJson of [false, true]) {
    it(`lists tools over pages and calls them, answered ${asJson ? 'as JSON' : 'in a stream'}`, async () => {
      await using opened = await open({ add, echo: saying(({ text }) => `You said ${String(text)}`) }, { asJson, pageSize: 1 });
      const tools = await opened.client.tools(signal);
      assert.deepEqual(
        tools.map(({ name, description, annotations }) => [name, description, annotations]),
        [
          ['add', 'Adds two numbers', { readOnlyHint: true }],
          ['echo', undefined, undefined],
        ],
      );
      assert.deepEqual(tools[0]?.inputSchema, add.inputSchema);
      assert.deepEqual(await opened.client.call('add', { a: 1, b: 2 }, signal), { type: 'output', text: '3' });
      assert.deepEqual(opened.server.calls, [{ name: 'add', given: { a: 1, b: 2 } }]);
    });
  }

  it('sends the headers of its address with every request', async () => {
    await using opened = await open({ add }, { headers: { authorization: 'Bearer key', 'x-team': 'blue' } });
    await opened.client.tools(signal);
    const sent = opened.server.headers.map((headers) => [headers.authorization, headers['x-team']]);
    assert.ok(sent.length > 1);
    assert.ok(sent.every(([key, team]) => key === 'Bearer key' && team === 'blue'));
  });

  it('gives all blocks of a result as one text, and structured content where there are none', async () => {
    const content: Awaited<ReturnType<ServedTool['run']>>['content'] = [
      { type: 'text', text: 'one' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'two' } },
      { type: 'resource_link', uri: 'file:///b', name: 'b' },
    ];
    await using opened = await open({
      blocks: { run: () => ({ content }) },
      data: { run: () => ({ content: [], structuredContent: { sum: 3 } }) },
    });
    assert.deepEqual(await opened.client.call('blocks', {}, signal), { type: 'output', text: 'one\n[image: image/png]\ntwo\nfile:///b' });
    assert.deepEqual(await opened.client.call('data', {}, signal), { type: 'output', text: '{"sum":3}' });
  });

  it('tells a tool’s own error from one of the protocol', async () => {
    await using opened = await open({ broken: { run: () => ({ content: [{ type: 'text', text: 'no disk' }], isError: true }) } });
    assert.deepEqual(await opened.client.call('broken', {}, signal), { type: 'tool_error', text: 'no disk' });
    const unknown = await opened.client.call('none', {}, signal);
    assert.deepEqual([unknown.type, 'code' in unknown && unknown.code], ['protocol_error', -32603]);
  });

  it('ends an answer that is too long, in a stream and as JSON', async () => {
    for (const asJson of [false, true]) {
      await using opened = await open({ huge: saying('x'.repeat(200_000)), add }, { asJson });
      const message = 'The body is larger than the limit of 100000 bytes.';
      assert.deepEqual(await opened.client.call('huge', {}, signal), { type: 'http_error', code: 413, message });
      assert.deepEqual(await opened.client.call('add', { a: 1, b: 1 }, signal), { type: 'output', text: '2' });
    }
  });

  it('gives up on a call that takes too long', async () => {
    await using opened = await open({ slow: { run: (_, stop) => forever(stop) } }, { timeoutMs: 300 });
    const message = 'The MCP server did not answer within 300 ms.';
    assert.deepEqual(await opened.client.call('slow', {}, signal), { type: 'protocol_error', code: -32001, message });
  });

  it('stops a call whose caller leaves', async () => {
    const called = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    await using opened = await open({
      slow: {
        run: async (_, stop) => {
          stop.addEventListener('abort', () => stopped.resolve(), { once: true });
          called.resolve();
          return forever(stop);
        },
      },
    });
    const left = new AbortController();
    const call = opened.client.call('slow', {}, left.signal);
    await called.promise;
    left.abort(new Error('left'));
    await assert.rejects(call, /left/);
    await stopped.promise;
  });

  const faults: [string, NonNullable<McpServerOptions['intercept']>, string, RegExp][] = [
    [
      'a status 401',
      (_, response) => {
        response.writeHead(401).end('secret words');
        return true;
      },
      'provider_unavailable',
      /^The MCP server answered with status 401: authorization or headers of the tool are missing or not accepted\.$/,
    ],
    [
      'invalid JSON',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{');
        return true;
      },
      'provider_unavailable',
      /no valid message/,
    ],
    [
      'invalid JSON in a stream',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {\n\n');
        return true;
      },
      'provider_unavailable',
      /no valid message/,
    ],
    [
      'another message than asked for',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":1}');
        return true;
      },
      'provider_unavailable',
      /no valid message/,
    ],
    [
      'a web page',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
        return true;
      },
      'provider_unavailable',
      /no valid message/,
    ],
    [
      'a connection that is cut',
      (request) => {
        request.socket.destroy();
        return true;
      },
      'provider_unavailable',
      /cannot be reached, or ended the connection/,
    ],
  ];
  for (const [name, intercept, kind, message] of faults) {
    it(`fails with ${name}`, async () => {
      await using opened = await open({ add }, { intercept });
      const [seen, said] = await listFault(opened.client);
      assert.equal(seen, kind);
      assert.match(said, message);
      const call = await opened.client.call('add', {}, signal);
      assert.equal(call.type, 'http_error');
    });
  }

  it('fails with a server that is silent, or down', async () => {
    await using silent = await open({ add }, { intercept: () => true, timeoutMs: 200 });
    assert.deepEqual(await listFault(silent.client), ['timeout', 'The MCP server did not answer within 200 ms.']);
    const gone = await open({ add });
    await gone.server[Symbol.asyncDispose]();
    assert.equal((await listFault(gone.client))[0], 'provider_unavailable');
  });

  it('follows a redirect at the same origin, and none to another one', async () => {
    await using other = await startMcpServer({ add });
    for (const [target, isFollowed] of [
      ['/elsewhere', true],
      [other.url, false],
    ] as const) {
      const intercept: McpServerOptions['intercept'] = (request, response) => {
        if (request.url === '/elsewhere') return undefined;
        response.writeHead(307, { location: target }).end();
        return true;
      };
      await using opened = await open({ add }, { intercept });
      if (isFollowed) assert.equal((await opened.client.tools(signal)).length, 1);
      else assert.match((await listFault(opened.client))[1], /status 307: redirects to other origins are not followed/);
    }
    assert.deepEqual(other.headers, []);
  });
});
