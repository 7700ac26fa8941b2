import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ListToolsResultSchema, McpError, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/cfworker';
import { deadline, timeLimit } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { RemoteResult, RemoteTool, ToolServer, ToolServerAddress } from '../../ports/tool-server.ts';
import { boundedFetch } from './bounded-fetch.ts';

export interface McpToolServerOptions {
  /** Milliseconds for the list of tools, and for a call, each with the connection to the server. */
  readonly timeoutMs: number;
  /** Longest answer to one request, in bytes. */
  readonly maxBytes: number;
  /** Version of the program, which servers are told. */
  readonly version: string;
}

/** Most pages of a list of tools. */
const MAX_PAGES = 100;
/** Milliseconds that a server has to hear that its session is over. */
const LEAVE_MS = 2000;
/** Code of the protocol's library for a request that takes too long. */
const TIMED_OUT = -32001;

interface Connection {
  readonly client: Client;
  /** Settles a request, or rejects with what went wrong on the connection meanwhile. */
  wait<T>(work: Promise<T>): Promise<T>;
  leave(): Promise<void>;
}

/** A server of the Model Context Protocol (https://modelcontextprotocol.io) over Streamable HTTP. */
export function createMcpToolServer(address: ToolServerAddress, { timeoutMs, maxBytes, version }: McpToolServerOptions): ToolServer {
  let connection: Promise<Connection> | undefined;

  async function connect(signal: AbortSignal): Promise<Connection> {
    const url = new URL(address.url);
    let fail: (error: Error) => void = () => undefined;
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: address.headers },
      fetch: boundedFetch({ origin: url.origin, maxBytes, onTooLong: (error) => fail(error) }),
    });
    // The library's own validator compiles code, which not every host allows.
    const client = new Client({ name: 'parley', version }, { jsonSchemaValidator: new CfWorkerJsonSchemaValidator() });
    Object.assign(client, { onerror: (error: Error) => fail(error) });
    const opened: Connection = {
      client,
      wait: (work) =>
        new Promise((resolve, reject) => {
          fail = reject;
          work.then(resolve, reject);
        }),
      async leave() {
        using limit = timeLimit(LEAVE_MS);
        limit.signal.addEventListener('abort', () => void client.close(), { once: true });
        await transport.terminateSession().catch(() => undefined);
        await client.close();
      },
    };
    try {
      await opened.wait(client.connect(transport, { signal, timeout: timeoutMs }));
      return opened;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  function leave(): void {
    connection?.then((opened) => opened.leave()).catch(() => undefined);
    connection = undefined;
  }

  /** One exchange with the server. A connection that failed is not used again. */
  async function exchange<T>(signal: AbortSignal, ask: (client: Client, signal: AbortSignal) => Promise<T>): Promise<T> {
    const within = deadline(timeoutMs, signal);
    try {
      connection ??= connect(within);
      const opened = await connection;
      return await opened.wait(ask(opened.client, within));
    } catch (error) {
      if (!(error instanceof McpError) || within.aborted) leave();
      signal.throwIfAborted();
      throw within.aborted ? new DOMException('The MCP server took too long.', 'TimeoutError') : error;
    }
  }

  return {
    async tools(signal) {
      try {
        return await exchange(signal, (client, within) => listed(client, { signal: within, timeout: timeoutMs }));
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
          await exchange(signal, (client, within) => client.request(asked, CallToolResultSchema, { signal: within, timeout: timeoutMs })),
        );
      } catch (error) {
        signal.throwIfAborted();
        return faultOf(error, timeoutMs);
      }
    },
    async [Symbol.asyncDispose]() {
      leave();
    },
  };
}

async function listed(client: Client, options: { readonly signal: AbortSignal; readonly timeout: number }): Promise<RemoteTool[]> {
  const tools: RemoteTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, options);
    tools.push(
      ...result.tools.map(({ name, description, inputSchema, annotations }) => ({
        name,
        ...(description === undefined ? {} : { description }),
        inputSchema: plain(inputSchema),
        ...(annotations === undefined ? {} : { annotations: plain(annotations) }),
      })),
    );
    cursor = result.nextCursor;
    if (cursor === undefined || cursor === '') return tools;
  }
  throw new ServiceError('provider_unavailable', `The MCP server lists its tools on more than ${MAX_PAGES} pages.`);
}

/** A parsed value as JSON has it. */
function plain(value: object): JsonObject {
  const json = JSON.parse(JSON.stringify(value)) as JsonValue;
  return isJsonObject(json) ? json : {};
}

function resultOf({ content, structuredContent, isError }: CallToolResult): RemoteResult {
  const texts = content.map(textOf);
  const text = texts.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : texts.join('\n');
  return { type: isError === true ? 'tool_error' : 'output', text };
}

/** A block of a result as a text; what is no text is named. */
function textOf(block: CallToolResult['content'][number]): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource_link') return block.uri;
  if (block.type === 'resource') return 'text' in block.resource ? block.resource.text : `[${block.resource.uri}]`;
  return `[${block.type}: ${block.mimeType}]`;
}

/** What went wrong, without the words of errors that may hold keys or addresses. */
function faultOf(error: unknown, timeoutMs: number): Exclude<RemoteResult, { readonly type: 'output' | 'tool_error' }> {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { type: 'protocol_error', code: TIMED_OUT, message: `The MCP server did not answer within ${timeoutMs} ms.` };
  }
  if (error instanceof McpError) return { type: 'protocol_error', code: error.code, message: error.message };
  const known = serviceErrorIn(error);
  if (known !== undefined) return { type: 'http_error', code: known.status, message: known.message };
  if (error instanceof StreamableHTTPError && error.code !== undefined && error.code > 0) return httpFault(error.code);
  if (error instanceof StreamableHTTPError || error instanceof SyntaxError || isInvalid(error)) {
    return { type: 'http_error', code: 502, message: 'What the MCP server answered is no valid message of the protocol.' };
  }
  return { type: 'http_error', code: 502, message: 'The MCP server cannot be reached, or ended the connection.' };
}

function httpFault(code: number): RemoteResult & { readonly type: 'http_error' } {
  const advice =
    code === 401 || code === 403
      ? ': authorization or headers of the tool are missing or not accepted'
      : code >= 300 && code < 400
        ? ': redirects to other origins are not followed'
        : '';
  return { type: 'http_error', code, message: `The MCP server answered with status ${code}${advice}.` };
}

/** Our own error, which the library may have wrapped. */
function serviceErrorIn(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  return error instanceof Error && error.cause !== undefined ? serviceErrorIn(error.cause) : undefined;
}

/** Whether a message did not fit the protocol's schema. */
function isInvalid(error: unknown): boolean {
  return error instanceof Error && error.name.includes('ZodError');
}
