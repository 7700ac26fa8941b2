import assert from 'node:assert/strict';
import { createMcpToolServers } from '../../src/adapters/mcp/tool-servers.ts';
import { ServiceError } from '../../src/core/errors.ts';
import type { ToolServer } from '../../src/ports/tool-server.ts';
import { startMcpServer, type McpServer, type McpServerOptions, type ServedTool } from './mcp-server.ts';

/** A signal that never aborts. */
export const signal = new AbortController().signal;

/** A tool that adds two numbers. */
export const add: ServedTool = {
  description: 'Adds two numbers',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  annotations: { readOnlyHint: true },
  run: ({ a, b }) => ({ content: [{ type: 'text', text: String(Number(a) + Number(b)) }] }),
};

/** A server, and what calls it. */
export interface OpenedMcp extends AsyncDisposable {
  readonly server: McpServer;
  readonly client: ToolServer;
}

/** Starts a server with these tools, and a client of it that reads up to 100000 bytes. */
export async function openMcp(
  tools: Record<string, ServedTool>,
  options: McpServerOptions & { readonly timeoutMs?: number; readonly headers?: Record<string, string> } = {},
): Promise<OpenedMcp> {
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

/** The kind and the message of the error with which a server does not list its tools. */
export async function listFault(client: ToolServer): Promise<readonly [string, string]> {
  const error = await client.tools(signal).then(
    () => assert.fail('it lists its tools'),
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof ServiceError);
  return [error.kind, error.message];
}
