import { createConnection, type Socket } from 'node:net';

/** A complete answer. */
export interface Answer {
  readonly status: number;
  readonly headers: string;
  /** Milliseconds from the first byte sent to the last one read. */
  readonly took: number;
}

/** One kept-alive connection to a server on this machine; one request at a time. */
export interface Connection {
  send(request: Uint8Array): Promise<Answer>;
  close(): void;
}

/** The bytes of a POST with a JSON body, built once so that the load generator costs almost nothing. */
export function postBytes(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Uint8Array {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n`;
  return Buffer.from(head + body);
}

/** Opens a connection. `send` rejects when the server closes it before its answer has ended. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket: Socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let waiting:
    | { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void; readonly started: number }
    | undefined;
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    received += piece;
    const answer = wholeAnswer(received);
    if (answer === undefined || waiting === undefined) return;
    const { resolve, started } = waiting;
    [waiting, received] = [undefined, ''];
    resolve({ ...answer, took: performance.now() - started });
  });
  const fail = (): void => {
    waiting?.reject(new Error(`${url} closed the connection`));
    waiting = undefined;
  };
  socket.on('close', fail);
  socket.on('error', fail);
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject, started: performance.now() };
        if (socket.destroyed) fail();
        else socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** The answer, once its body is complete by its declared length or its last chunk. */
function wholeAnswer(received: string): Omit<Answer, 'took'> | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const headers = received.slice(0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(headers)?.[1];
  const isWhole = length === undefined ? received.endsWith('\r\n0\r\n\r\n') : received.length >= end + 4 + Number(length);
  return isWhole ? { status: Number(headers.slice(9, 12)), headers } : undefined;
}
