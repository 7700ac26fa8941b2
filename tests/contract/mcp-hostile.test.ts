import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createMcpToolServers } from '../../src/adapters/mcp/tool-servers.ts';
import type { RemoteResult } from '../../src/ports/tool-server.ts';
import { listFault, openMcp, signal } from './mcp-opened.ts';
import { saying } from './mcp-server.ts';

interface Message {
  readonly id?: number;
  readonly method?: string;
}

const INITIALIZED = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'test', version: '1' } };
const answer = (id: number | undefined): string =>
  `data: {"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"ok"}]}}\n\n`;

/** How a call ends at a server that answers it with these bytes of a stream, and how many requests the server gets. */
async function calledAt(
  stream: (id: number | undefined) => string,
  status = 200,
): Promise<{ readonly result: RemoteResult; readonly requests: number }> {
  let requests = 0;
  const http = createServer((request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => reply(chunks.length === 0 ? undefined : (JSON.parse(String(Buffer.concat(chunks))) as Message), response));
  });
  function reply(message: Message | undefined, response: ServerResponse): void {
    if (message?.method === 'initialize') {
      const body = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: INITIALIZED });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    } else if (message !== undefined && (message.id === undefined || message.method === undefined)) response.writeHead(202).end();
    else response.writeHead(status, { 'content-type': 'text/event-stream' }).end(stream(message?.id));
  }
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  await using client = createMcpToolServers({ timeoutMs: 20_000, maxBytes: 1_000_000, version: '1' })({ url, headers: {} });
  try {
    const result = await client.call('tool', {}, signal);
    return { result, requests };
  } finally {
    http.closeAllConnections();
    http.close();
  }
}

describe('an MCP server', () => {
  it('may tell of progress and other things that nobody asked for', async () => {
    const notes = [
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"progressToken":"a"}}',
      '{"jsonrpc":"2.0","method":"notifications/whatever"}',
      '{"jsonrpc":"2.0","id":"p","method":"ping"}',
      '{"jsonrpc":"2.0","id":"s","method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}',
    ];
    const { result } = await calledAt((id) => `${notes.map((note) => `data: ${note}\n\n`).join('')}${answer(id)}`);
    assert.deepEqual(result, { type: 'output', text: 'ok' });
  });

  it('that answers another request than was made fails the call at once', async () => {
    const { result } = await calledAt((id) => answer((id ?? 0) + 7));
    const message = 'What the MCP server answered is no valid message of the protocol.';
    assert.deepEqual(result, { type: 'http_error', code: 502, message });
  });

  it('that ends its answer without a result fails the call at once', async () => {
    const note = 'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"progressToken":"a"}}\n\n';
    for (const stream of ['', ': nothing yet\n\n', note]) {
      const { result } = await calledAt(() => stream);
      assert.deepEqual(result, { type: 'http_error', code: 502, message: 'The MCP server ended its answer without a result.' });
    }
  });

  it('that only accepts a request fails the call at once', async () => {
    const { result } = await calledAt(() => '', 202);
    assert.deepEqual(result, { type: 'http_error', code: 502, message: 'The MCP server ended its answer without a result.' });
  });

  it('cannot have requests made without end: neither by asking nor by breaking off a stream', async () => {
    const ping = (n: number): string => `data: {"jsonrpc":"2.0","id":"p${n}","method":"ping"}\n\n`;
    for (const stream of [
      (id: number | undefined) => `${Array.from({ length: 5000 }, (_, n) => ping(n)).join('')}${answer(id)}`,
      () => 'id: 1\nretry: 0\ndata: \n\n',
    ]) {
      const { result, requests } = await calledAt(stream);
      const message = 'One answer of the MCP server takes over 120 requests.';
      assert.deepEqual(result, { type: 'http_error', code: 502, message });
      assert.ok(requests <= 123, String(requests));
    }
  });

  it('cannot list tools without end, page by page', async () => {
    const tools = Array.from({ length: 9 }, (_, n) => [`tool${n}`, saying('x', { description: 'x'.repeat(20_000) })] as const);
    await using opened = await openMcp(Object.fromEntries(tools), { pageSize: 1 });
    const message = "The MCP server's list of tools is longer than 100000 bytes.";
    assert.deepEqual(await listFault(opened.client), ['provider_unavailable', message]);
    assert.ok(opened.server.listings() < 9);
  });

  it('cannot exhaust the stack with what is nested deep, in a schema or a result', async () => {
    let nested: object = {};
    for (let n = 0; n < 300; n += 1) nested = { a: nested };
    const message = 'What the MCP server sent is nested deeper than 256 levels.';
    const deep = {
      inputSchema: { type: 'object' as const, properties: { a: nested } },
      run: () => ({ content: [], structuredContent: { nested } }),
    };
    await using opened = await openMcp({ deep });
    assert.deepEqual(await listFault(opened.client), ['provider_unavailable', message]);
    assert.deepEqual(await opened.client.call('deep', {}, signal), { type: 'http_error', code: 502, message });
  });
});
