import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport, SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/cfworker';
import { abortable, timeLimit } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import type { ToolServerAddress } from '../../ports/tool-server.ts';
import { boundedFetch, type ByteRoom } from './bounded-fetch.ts';
import { watchedAnswer } from './unanswered.ts';

export interface McpToolServerOptions {
  /** Milliseconds for the list of tools, and for a call, each with the connection to the server. */
  readonly timeoutMs: number;
  /** Longest answer to one request, in bytes. */
  readonly maxBytes: number;
  /** Version of the program, which servers are told. */
  readonly version: string;
}

/** A connection to a server, for any number of requests at the same time. */
export interface Connection {
  /** Makes one request. Rejects also with what goes wrong with the connection meanwhile, but not with another request. */
  ask<T>(request: (client: Client) => Promise<T>): Promise<T>;
  /** Leaves the server once no request is under way. */
  retire(): void;
  /** Leaves the server. */
  leave(): void;
}

/** Milliseconds that a server has to hear that its session is over. */
const LEAVE_MS = 2000;
/** Statuses with which a server of the old transport refuses the first request, as the specification of Streamable HTTP says. */
const OLD: ReadonlySet<number> = new Set([400, 404, 405]);

/** Most HTTP requests for one answer, besides one for each second of its time: what the server asks meanwhile, and going on with a stream. */
const MAX_REQUESTS = 100;

/** What the transports share. */
interface Wiring {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** A fetch within the bounds; the body of an answer has a room of its own unless one is given. */
  fetch(input: string | URL, init: RequestInit, room?: ByteRoom): Promise<Response>;
  /** What fails with an error of the request that is being made. */
  failing(): (error: unknown) => void;
  /** The room for what a stream brings that answers all requests. */
  readonly room: ByteRoom;
}

/** A transport, and how its session ends. */
interface Wire {
  readonly transport: Transport;
  end(): Promise<void>;
}

export interface ConnectOptions {
  readonly address: ToolServerAddress;
  readonly options: McpToolServerOptions;
  /** Ends the attempt to connect. */
  readonly signal: AbortSignal;
  /** Told when the connection fails as a whole. */
  readonly onBroken: () => void;
}

/**
 * Connects over Streamable HTTP or, to a server that refuses it, over HTTP with SSE of protocol version 2024-11-05, as the specification
 * says (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility).
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  try {
    return await open(options, streamableHttp);
  } catch (error) {
    if (!(error instanceof StreamableHTTPError) || !OLD.has(error.code ?? 0)) throw error;
    return openOld(options, error);
  }
}

/** Throws the refusal if the server does not speak the old transport either. */
async function openOld(options: ConnectOptions, refusal: StreamableHTTPError): Promise<Connection> {
  let isNamed = false;
  try {
    return await open(options, (wiring) => httpWithSse(wiring, () => (isNamed = true)));
  } catch (error) {
    if (isNamed || options.signal.aborted || error instanceof ServiceError) throw error;
    if (error instanceof SseError) throw refusal;
    throw new ServiceError('provider_unavailable', 'The MCP server names no endpoint at its own origin.', { cause: error });
  }
}

async function open(
  { address: { url: place, headers }, options: { timeoutMs, maxBytes, version }, signal, onBroken }: ConnectOptions,
  wireFor: (wiring: Wiring) => Wire,
): Promise<Connection> {
  const url = new URL(place);
  const room: ByteRoom = { left: maxBytes };
  const waiting = new Set<(error: unknown) => void>();
  // The library does not say which request an error belongs to. What a request sets off runs in its context.
  const asking = new AsyncLocalStorage<(error: unknown) => void>();
  const maxRequests = MAX_REQUESTS + Math.ceil(timeoutMs / 1000);
  let requests = maxRequests;
  let fault: { readonly error: unknown } | undefined;
  let isConnected = false;
  let isRetired = false;
  let isLeft = false;
  // The library's own validator compiles code, which not every host allows.
  const client = new Client({ name: 'parley', version }, { jsonSchemaValidator: new CfWorkerJsonSchemaValidator() });
  const { transport, end } = wireFor({
    url,
    headers,
    room,
    async fetch(input, init, shared) {
      requests -= 1;
      if (requests < 0) throw new ServiceError('provider_unavailable', `One answer of the MCP server takes over ${maxRequests} requests.`);
      return boundedFetch(input, init, { origin: url.origin, maxBytes, room: shared, onTooLong: failing() });
    },
    failing,
  });
  Object.assign(transport, {
    onerror: (error: Error) => failing()(error),
    onmessage(message: JSONRPCMessage) {
      const reject = asking.getStore();
      // An answer in the request's own stream is its answer, unless it names another request.
      if (reject !== undefined && !('method' in message)) setTimeout(() => reject(new SyntaxError('an answer to another request')), 0);
    },
  });

  function failing(): (error: unknown) => void {
    return asking.getStore() ?? broken;
  }

  function broken(error: unknown): void {
    fault ??= { error };
    for (const reject of waiting) reject(error);
    if (!isConnected) return;
    onBroken();
    leave();
  }

  async function wait<T>(work: (reject: (error: unknown) => void) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting.add(reject);
    work(reject).then(resolve, reject);
    try {
      return await promise;
    } finally {
      waiting.delete(reject);
      if (isRetired && waiting.size === 0) leave();
    }
  }

  /** Also keeps the library from connecting again, which it would do without the session. */
  function leave(): void {
    if (isLeft) return;
    isLeft = true;
    const limit = timeLimit(LEAVE_MS);
    limit.signal.addEventListener('abort', () => void client.close(), { once: true });
    void end()
      .catch(() => undefined)
      .finally(() => {
        limit[Symbol.dispose]();
        void client.close();
      });
  }

  try {
    await wait(() => abortable(client.connect(transport, { signal, timeout: timeoutMs }), signal));
    if (fault !== undefined) throw fault.error;
    isConnected = true;
  } catch (error) {
    await client.close();
    throw error;
  }
  return {
    ask(request) {
      const isAlone = waiting.size === 0;
      room.left = maxBytes + (isAlone ? 0 : room.left);
      requests = maxRequests + (isAlone ? 0 : requests);
      return wait((reject) => asking.run(reject, () => request(client)));
    },
    retire() {
      isRetired = true;
      if (waiting.size === 0) leave();
    },
    leave,
  };
}

function streamableHttp({ url, headers, fetch, failing }: Wiring): Wire {
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    async fetch(input, init = {}) {
      // The stream of messages that no request asked for is declined, unless it resumes the answer to a request.
      if (init.method === 'GET' && !new Headers(init.headers).has('last-event-id')) return new Response(null, { status: 405 });
      const response = await fetch(input, init);
      if (init.method !== 'POST' || !isRequest(init.body)) return response;
      const fail = failing();
      const unanswered = (): void => fail(new ServiceError('provider_unavailable', 'The MCP server ended its answer without a result.'));
      // It is for what needs no answer.
      if (response.status === 202) unanswered();
      return watchedAnswer(response, unanswered);
    },
  });
  return { transport, end: () => transport.terminateSession() };
}

/** Whether a message asks for an answer. */
function isRequest(body: RequestInit['body']): boolean {
  const message: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
  return isJsonObject(message) && message['id'] !== undefined && message['method'] !== undefined;
}

/** The transport before Streamable HTTP: one stream has all answers, and names first where requests go. */
function httpWithSse({ url, headers, fetch, room }: Wiring, onNamed: () => void): Wire {
  const transport = new SSEClientTransport(url, {
    requestInit: { headers },
    fetch: async (input, init = {}) => {
      if (init.method !== 'POST') return fetch(input, init, room);
      onNamed();
      const response = await fetch(input, init);
      if (response.status < 400) return response;
      await response.body?.cancel();
      // The library's own error has the status only among its words.
      throw new StreamableHTTPError(response.status, 'the message was refused');
    },
  });
  return { transport, end: async () => undefined };
}
