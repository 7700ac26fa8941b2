import { errorBody, ServiceError } from '../core/errors.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import type { Socket, SocketHandler, Sockets } from '../ports/socket.ts';
import { assets } from './bun-assets.ts';
import { FAREWELL_MS, isForSocket, type Listening, type Platform, type ServeOptions } from './platform.ts';
import { stopSignals } from './stop-signals.ts';

/** Longest silence on a connection in seconds, which is Bun's maximum; event streams send heartbeats much more often. */
const IDLE_TIMEOUT_SECONDS = 255;

/** How often a stopping server checks whether its requests have ended, in milliseconds. */
const DRAIN_POLL_MS = 10;

/** Above every service's own limit, whose errors are documented; Bun's are not. */
const MAX_BODY_BYTES = 2 ** 30;

/** Seconds without a message or a pong after which a socket's client is taken to be gone. */
const SOCKET_IDLE_SECONDS = 120;

/** What belongs to one socket. */
interface SocketData {
  readonly handler: SocketHandler;
}

type Server = Bun.Server<SocketData>;

/** Answers a request for a WebSocket; undefined once the connection has become one. */
async function upgrade(sockets: Sockets, request: Request, server: Server): Promise<Response | undefined> {
  const accepted = await sockets.accept(request);
  if (accepted instanceof Response) return accepted;
  const { handler, protocol, headers } = accepted;
  const answer = { ...headers, ...(protocol === undefined ? {} : { 'sec-websocket-protocol': protocol }) };
  if (server.upgrade(request, { data: { handler }, headers: answer })) return undefined;
  handler.closed();
  return malformed(headers);
}

/** The answer to a request for a WebSocket that is none, with the headers of the consent. */
function malformed(headers: Readonly<Record<string, string>>): Response {
  const error = new ServiceError('invalid_input', 'The request for a WebSocket is malformed.');
  return Response.json(errorBody(error, headers[REQUEST_ID_HEADER] ?? ''), { status: error.status, headers });
}

function toSocket(socket: Bun.ServerWebSocket<SocketData>): Socket {
  return {
    get waitingBytes() {
      return socket.getBufferedAmount();
    },
    send: (text) => void socket.send(text),
    close: (code, reason) => socket.close(code, reason),
  };
}

async function serve({ host, port, handle, sockets, endRequests }: ServeOptions): Promise<Listening> {
  const server: Server = Bun.serve<SocketData>({
    hostname: host,
    port,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    fetch: (request, bun) => (sockets !== undefined && isForSocket(request) ? upgrade(sockets, request, bun) : handle(request)),
    websocket: {
      maxPayloadLength: sockets?.maxMessageBytes ?? 0,
      idleTimeout: SOCKET_IDLE_SECONDS,
      backpressureLimit: MAX_BODY_BYTES,
      open: (socket) => socket.data.handler.opened(toSocket(socket)),
      message: (socket, message) => socket.data.handler.received(typeof message === 'string' ? message : undefined),
      close: (socket) => socket.data.handler.closed(),
    },
    // Bun's own error page would show source code.
    development: false,
    // Outside development mode Bun lets several processes listen on one port and distributes requests over them.
    reusePort: false,
    error: () => Response.json(errorBody(new ServiceError('internal', 'An unexpected failure.'), ''), { status: 500 }),
  });
  return {
    url: server.url.href.replace(/\/$/, ''),
    async stop(graceMs) {
      void server.stop();
      sockets?.drain();
      // For Bun idle keep-alive connections are open, so requests are counted instead.
      const deadline = performance.now() + graceMs;
      const farewell = setTimeout(() => endRequests?.(), Math.max(0, graceMs - FAREWELL_MS));
      while (server.pendingRequests + server.pendingWebSockets > 0 && performance.now() < deadline) await Bun.sleep(DRAIN_POLL_MS);
      clearTimeout(farewell);
      await server.stop(true);
    },
  };
}

/** Parley's platform on Bun, from source and in an executable. */
export const bunPlatform: Platform = {
  runtime: `bun ${Bun.version}`,
  env: process.env,
  args: process.argv.slice(2),
  serve,
  assets,
  onShutdown(stop) {
    for (const signal of stopSignals()) process.once(signal, stop);
  },
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
  exit: (code) => process.exit(code),
};
