import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema, ListToolsResultSchema, McpError, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { timeLimit } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { RemoteResult, RemoteTool, ToolServer, ToolServerAddress } from '../../ports/tool-server.ts';
import { connect, type Connection, type McpToolServerOptions } from './connection.ts';
import { faultOf, TIMED_OUT } from './faults.ts';
import { jsonText } from './plain-json.ts';

/** Most pages of a list of tools. */
const MAX_PAGES = 100;

/** A server of the Model Context Protocol (https://modelcontextprotocol.io). */
export function createMcpToolServer(address: ToolServerAddress, options: McpToolServerOptions): ToolServer {
  const { timeoutMs, maxBytes } = options;
  let connection: Promise<Connection> | undefined;

  function connected(signal: AbortSignal): Promise<Connection> {
    if (connection !== undefined) return connection;
    const opening: Promise<Connection> = connect({ address, options, signal, onBroken: () => forget(opening) });
    opening.catch(() => forget(opening));
    return (connection = opening);
  }

  function forget(lost: Promise<Connection>): void {
    if (connection === lost) connection = undefined;
  }

  /** One exchange with the server. A connection that failed is not used again; what else is under way on it goes on. */
  async function exchange<T>(signal: AbortSignal, ask: (opened: Connection, signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    using limit = timeLimit(timeoutMs, signal);
    const opening = connected(limit.signal);
    try {
      return await ask(await opening, limit.signal);
    } catch (error) {
      if (!(error instanceof McpError) || limit.signal.aborted) {
        forget(opening);
        opening.then((opened) => opened.retire()).catch(() => undefined);
      }
      signal.throwIfAborted();
      throw limit.signal.aborted ? new DOMException('The MCP server took too long.', 'TimeoutError') : error;
    }
  }

  return {
    async tools(signal) {
      try {
        return await exchange(signal, (opened, within) => listed(opened, maxBytes, { signal: within, timeout: timeoutMs }));
      } catch (error) {
        signal.throwIfAborted();
        const { code, message } = faultOf(error, timeoutMs);
        throw new ServiceError(code === TIMED_OUT ? 'timeout' : 'provider_unavailable', message, { cause: error });
      }
    },
    async call(name, given, signal) {
      try {
        const params = { name, arguments: given };
        const asked = { method: 'tools/call', params } as const;
        return resultOf(
          await exchange(signal, (opened, within) =>
            opened.ask((client) => client.request(asked, CallToolResultSchema, { signal: within, timeout: timeoutMs })),
          ),
        );
      } catch (error) {
        signal.throwIfAborted();
        return faultOf(error, timeoutMs);
      }
    },
    async [Symbol.asyncDispose]() {
      connection?.then((opened) => opened.leave()).catch(() => undefined);
      connection = undefined;
    },
  };
}

async function listed(opened: Connection, maxBytes: number, options: Parameters<Client['request']>[2]): Promise<RemoteTool[]> {
  const tools: RemoteTool[] = [];
  let left = maxBytes;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await opened.ask((client) => client.request({ method: 'tools/list', params }, ListToolsResultSchema, options));
    for (const { name, description, inputSchema, annotations } of result.tools) {
      // A copy has nothing that JSON lacks.
      const text = jsonText({ name, description, inputSchema, annotations });
      left -= text.length;
      if (left < 0) throw new ServiceError('provider_unavailable', `The MCP server's list of tools is longer than ${maxBytes} bytes.`);
      tools.push(JSON.parse(text) as RemoteTool);
    }
    cursor = result.nextCursor;
    if (cursor === undefined || cursor === '') return tools;
  }
  throw new ServiceError('provider_unavailable', `The MCP server lists its tools on more than ${MAX_PAGES} pages.`);
}

function resultOf({ content, structuredContent, isError }: CallToolResult): RemoteResult {
  const texts = content.map(textOf);
  const text = texts.length === 0 && structuredContent !== undefined ? jsonText(structuredContent) : texts.join('\n');
  return { type: isError === true ? 'tool_error' : 'output', text };
}

/** A block of a result as a text; what is no text is named. */
function textOf(block: CallToolResult['content'][number]): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource_link') return block.uri;
  if (block.type === 'resource') return 'text' in block.resource ? block.resource.text : `[${block.resource.uri}]`;
  return `[${block.type}: ${block.mimeType}]`;
}
