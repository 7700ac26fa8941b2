import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { add, listFault, openMcp, signal } from './mcp-opened.ts';
import { saying, startMcpServer, type McpServerOptions, type ServedTool } from './mcp-server.ts';

const forever = (stop: AbortSignal): Promise<never> =>
  new Promise((_, reject) => stop.addEventListener('abort', () => reject(new Error('stopped')), { once: true }));

describe('createMcpToolServers()', () => {
  for (const [how, served] of [
    ['in a stream', {}],
    ['as JSON', { asJson: true }],
    ['over the old transport', { isOld: true }],
  ] as const) {
    it(`lists tools over pages and calls them, answered ${how}`, async () => {
      await using opened = await openMcp({ add, echo: saying(({ text }) => `You said ${String(text)}`) }, { ...served, pageSize: 1 });
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

  it('gives all blocks of a result as one text, and structured content where there are none', async () => {
    const content: Awaited<ReturnType<ServedTool['run']>>['content'] = [
      { type: 'text', text: 'one' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'two' } },
      { type: 'resource_link', uri: 'file:///b', name: 'b' },
    ];
    await using opened = await openMcp({
      blocks: { run: () => ({ content }) },
      data: { run: () => ({ content: [], structuredContent: { sum: 3 } }) },
    });
    assert.deepEqual(await opened.client.call('blocks', {}, signal), { type: 'output', text: 'one\n[image: image/png]\ntwo\nfile:///b' });
    assert.deepEqual(await opened.client.call('data', {}, signal), { type: 'output', text: '{"sum":3}' });
  });

  it('tells a tool’s own error from one of the protocol', async () => {
    await using opened = await openMcp({ broken: { run: () => ({ content: [{ type: 'text', text: 'no disk' }], isError: true }) } });
    assert.deepEqual(await opened.client.call('broken', {}, signal), { type: 'tool_error', text: 'no disk' });
    const unknown = await opened.client.call('none', {}, signal);
    assert.deepEqual([unknown.type, 'code' in unknown && unknown.code], ['protocol_error', -32603]);
  });

  for (const isOld of [false, true]) {
    const over = isOld ? 'over HTTP with SSE' : 'over Streamable HTTP';

    it(`sends the headers of its address with every request, ${over}`, async () => {
      await using opened = await openMcp({ add }, { isOld, headers: { authorization: 'Bearer key', 'x-team': 'blue' } });
      await opened.client.tools(signal);
      const sent = opened.server.headers.map((headers) => [headers.authorization, headers['x-team']]);
      assert.ok(sent.length > 1);
      assert.ok(sent.every(([key, team]) => key === 'Bearer key' && team === 'blue'));
    });

    it(`ends an answer that is too long, ${over}`, async () => {
      for (const asJson of isOld ? [false] : [false, true]) {
        await using opened = await openMcp({ huge: saying('x'.repeat(200_000)), add }, { asJson, isOld });
        const message = 'The body is larger than the limit of 100000 bytes.';
        assert.deepEqual(await opened.client.call('huge', {}, signal), { type: 'http_error', code: 413, message });
        assert.deepEqual(await opened.client.call('add', { a: 1, b: 1 }, signal), { type: 'output', text: '2' });
      }
    });

    it(`gives up on a call that takes too long, ${over}`, async () => {
      await using opened = await openMcp({ slow: { run: (_, stop) => forever(stop) } }, { timeoutMs: 300, isOld });
      const message = 'The MCP server did not answer within 300 ms.';
      assert.deepEqual(await opened.client.call('slow', {}, signal), { type: 'protocol_error', code: -32001, message });
    });

    it(`stops a call whose caller leaves, ${over}`, async () => {
      const called = Promise.withResolvers<void>();
      const stopped = Promise.withResolvers<void>();
      const slow: ServedTool = {
        run: async (_, stop) => {
          stop.addEventListener('abort', () => stopped.resolve(), { once: true });
          called.resolve();
          return forever(stop);
        },
      };
      await using opened = await openMcp({ slow }, { isOld });
      const left = new AbortController();
      const call = opened.client.call('slow', {}, left.signal);
      await called.promise;
      left.abort(new Error('left'));
      await assert.rejects(call, /left/);
      await stopped.promise;
      await opened.server.open.none();
    });

    it(`goes on with other calls when the caller of one leaves, ${over}`, async () => {
      const begun = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const tools: Record<string, ServedTool> = {
        slow: { run: (_, stop) => forever(stop) },
        other: {
          async run() {
            begun.resolve();
            await goOn.promise;
            return { content: [{ type: 'text', text: 'done' }] };
          },
        },
        add,
      };
      await using opened = await openMcp(tools, { isOld });
      const left = new AbortController();
      const slow = opened.client.call('slow', {}, left.signal);
      const other = opened.client.call('other', {}, signal);
      await begun.promise;
      left.abort(new Error('left'));
      await assert.rejects(slow, /left/);
      assert.deepEqual(await opened.client.call('add', { a: 1, b: 1 }, signal), { type: 'output', text: '2' });
      goOn.resolve();
      assert.deepEqual(await other, { type: 'output', text: 'done' });
    });

    it(`keeps no connection once it is disposed, ${over}`, async () => {
      await using opened = await openMcp({ add }, { isOld });
      await opened.client.tools(signal);
      if (isOld) assert.ok(opened.server.open.count > 0);
      await opened.client[Symbol.asyncDispose]();
      await opened.server.open.none();
    });

    it(`cancels no call that has ended, ${over}`, async () => {
      const messages: string[] = [];
      const intercept: McpServerOptions['intercept'] = (request) => {
        request.on('data', (chunk: Buffer) => messages.push(String(chunk)));
        return undefined;
      };
      await using opened = await openMcp({ add }, { isOld, intercept });
      const left = new AbortController();
      await opened.client.call('add', { a: 1, b: 1 }, left.signal);
      left.abort();
      await opened.client.call('add', { a: 1, b: 1 }, signal);
      assert.equal(messages.filter((message) => message.includes('tools/call')).length, 2);
      assert.deepEqual(
        messages.filter((message) => message.includes('cancelled')),
        [],
      );
    });
  }

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
      await using opened = await openMcp({ add }, { intercept });
      const [seen, said] = await listFault(opened.client);
      assert.equal(seen, kind);
      assert.match(said, message);
      const call = await opened.client.call('add', {}, signal);
      assert.equal(call.type, 'http_error');
    });
  }

  it('fails with a server that is silent, or down', async () => {
    await using silent = await openMcp({ add }, { intercept: () => true, timeoutMs: 200 });
    assert.deepEqual(await listFault(silent.client), ['timeout', 'The MCP server did not answer within 200 ms.']);
    const gone = await openMcp({ add });
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
      await using opened = await openMcp({ add }, { intercept });
      if (isFollowed) assert.equal((await opened.client.tools(signal)).length, 1);
      else assert.match((await listFault(opened.client))[1], /status 307: redirects to other origins are not followed/);
    }
    assert.deepEqual(other.headers, []);
  });
});
