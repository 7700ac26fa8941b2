import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type CallToolResult, type Tool } from '@modelcontextprotocol/sdk/types.js';

/** A tool of the server: how it is listed, and what it does. */
export interface ServedTool {
  readonly description?: string;
  readonly inputSchema?: Tool['inputSchema'];
  readonly annotations?: Tool['annotations'];
  readonly run: (given: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<CallToolResult> | CallToolResult;
}

/** A call that the server got. */
export interface ServedCall {
  readonly name: string;
  readonly given: unknown;
}

/** A server of the Model Context Protocol on a free port of the loopback interface. */
export interface McpServer extends AsyncDisposable {
  readonly origin: string;
  /** Its address, with the path /mcp, or /sse for one of the old transport. */
  readonly url: string;
  /** Its tools by name, which may change at any time. */
  readonly tools: Record<string, ServedTool>;
  readonly calls: ServedCall[];
  /** How often its tools were listed. */
  listings(): number;
  /** The headers of all requests. */
  readonly headers: IncomingMessage['headers'][];
  /** How many requests are not answered completely, and resolves once there are none. */
  readonly open: { readonly count: number; readonly none: () => Promise<void> };
}

/** How a server answers instead of what it does by itself; undefined leaves a request to it. */
export type Interception = (request: IncomingMessage, response: ServerResponse) => true | undefined;

export interface McpServerOptions {
  readonly intercept?: Interception;
  /** Whether it speaks HTTP with SSE of protocol version 2024-11-05 instead of Streamable HTTP. */
  readonly isOld?: boolean;
  /** Whether it answers with JSON rather than with a stream. */
  readonly asJson?: boolean;
  /** How many tools are on a page of its list. */
  readonly pageSize?: number;
}

/** Starts a server with the official library. */
export async function startMcpServer(tools: Record<string, ServedTool>, options: McpServerOptions = {}): Promise<McpServer> {
  const calls: ServedCall[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const streams = new Map<string, SSEServerTransport>();
  const open = new Set<ServerResponse>();
  const closed = new EventEmitter();
  let listings = 0;
  const http = createServer((request, response) => {
    headers.push(request.headers);
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      closed.emit('one');
    });
    if (options.intercept?.(request, response) === true) return;
    void (options.isOld === true ? answerOld(request, response) : answer(request, response));
  });

  async function answerOld(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const stream = streams.get(searchParams.get('sessionId') ?? '');
    if (pathname === '/sse' && request.method === 'GET') {
      const opened = new SSEServerTransport('/messages', response);
      streams.set(opened.sessionId, opened);
      await protocolServer().connect(opened);
    } else if (pathname === '/messages' && request.method === 'POST' && stream !== undefined) {
      // It throws once it has answered that its stream has ended.
      await stream.handlePostMessage(request, response).catch(() => undefined);
    } else response.writeHead(pathname === '/sse' ? 405 : 404).end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: options.asJson ?? false });
    response.once('close', () => void transport.close());
    await protocolServer().connect(transport);
    await transport.handleRequest(request, response);
  }

  function protocolServer(): Server {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
      listings += 1;
      const { pageSize = Infinity } = options;
      const start = Number(params?.cursor ?? 0);
      const all = Object.entries(tools).map(([name, { run: _run, inputSchema = { type: 'object' }, ...rest }]) => ({
        name,
        inputSchema,
        ...rest,
      }));
      const end = start + pageSize;
      return { tools: all.slice(start, end), ...(end < all.length ? { nextCursor: String(end) } : {}) };
    });
    server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
      calls.push({ name: params.name, given: params.arguments });
      const tool = tools[params.name];
      if (tool === undefined) throw new Error(`there is no tool ${params.name}`);
      return tool.run(params.arguments ?? {}, signal);
    });
    return server;
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/${options.isOld === true ? 'sse' : 'mcp'}`,
    tools,
    calls,
    headers,
    listings: () => listings,
    open: {
      get count() {
        return open.size;
      },
      async none() {
        while (open.size > 0) await once(closed, 'one');
      },
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** A tool that answers with a text, after its arguments. */
export function saying(
  text: string | ((given: Readonly<Record<string, unknown>>) => string),
  more: Omit<ServedTool, 'run'> = {},
): ServedTool {
  return { ...more, run: (given) => ({ content: [{ type: 'text', text: typeof text === 'string' ? text : text(given) }] }) };
}
