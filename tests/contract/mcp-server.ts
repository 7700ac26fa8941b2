import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
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
  /** Its address, with the path /mcp. */
  readonly url: string;
  /** Its tools by name, which may change at any time. */
  readonly tools: Record<string, ServedTool>;
  readonly calls: ServedCall[];
  /** How often its tools were listed. */
  listings(): number;
  /** The headers of all requests. */
  readonly headers: IncomingMessage['headers'][];
}

/** How a server answers instead of what it does by itself; undefined leaves a request to it. */
export type Interception = (request: IncomingMessage, response: ServerResponse) => true | undefined;

export interface McpServerOptions {
  readonly intercept?: Interception;
  /** Whether it answers with JSON rather than with a stream. */
  readonly asJson?: boolean;
  /** How many tools are on a page of its list. */
  readonly pageSize?: number;
}

/** Starts a server over Streamable HTTP with the official library. */
export async function startMcpServer(tools: Record<string, ServedTool>, options: McpServerOptions = {}): Promise<McpServer> {
  const calls: ServedCall[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let listings = 0;
  const http = createServer((request, response) => {
    headers.push(request.headers);
    if (options.intercept?.(request, response) === true) return;
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: options.asJson ?? false });
    response.once('close', () => void transport.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/mcp`,
    tools,
    calls,
    headers,
    listings: () => listings,
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
