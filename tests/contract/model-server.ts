import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that the server got. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Resolves when the connection of this request has closed. */
  readonly closed: Promise<void>;
}

/** A real HTTP server on a free port of the loopback interface, answering as it is told. */
export interface ModelServer extends AsyncDisposable {
  /** Such as http://127.0.0.1:40000/v1. */
  readonly baseUrl: string;
  readonly received: Received[];
  /** Resolves with the next request that comes in. */
  next(): Promise<Received>;
}

export type Behaviour = (response: ServerResponse, received: Received) => void | Promise<void>;

/** Starts a server; `behaviour` answers every request once its body has arrived. */
export async function startModelServer(behaviour: Behaviour): Promise<ModelServer> {
  const received: Received[] = [];
  const waiting: ((request: Received) => void)[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      response.once('close', () => resolve());
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const entry = { method: request.method ?? '', path: request.url ?? '', headers, body, closed };
      received.push(entry);
      waiting.shift()?.(entry);
      return behaviour(response, entry);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    received,
    next: () => new Promise((resolve) => void waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return new TextDecoder().decode(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** Answers with a stream of events. */
export const sendsStream =
  (body: string): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(body);
  };

/** Begins a stream of events and then says nothing more. */
export const stallsAfter =
  (body: string): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(body);
  };

/** Answers with a status, a body and headers. */
export const sends =
  (
    status: number,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ): Behaviour =>
  (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

/** Takes the request and never answers. */
export const stalls: Behaviour = () => undefined;

/** Closes the connection in the middle of a body that it announced as longer. */
export const cutsOff =
  (type: string, body: string): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': String(body.length + 100) });
    response.write(body, () => response.destroy());
  };
