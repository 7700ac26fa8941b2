import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiKey } from '../../src/http/auth.ts';
import type { Socket, SocketHandler } from '../../src/ports/socket.ts';
import { guardService, type GuardChanges } from './guard-service.ts';

const PATH = '/dashboard/api/voice/v1/realtime';
const KEYS = [
  { name: 'ops', key: 'secret-key-1' },
  { name: 'app', key: 'secret-key-2' },
];

/** The WebSocket to the voice service, as far as the guard uses it. */
class FarSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  readonly #tell = (event: Event): void => void this.dispatchEvent(event);

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#tell(new CloseEvent('close', { code: 1000, reason: 'closed' }));
  }

  open(): void {
    this.readyState = WebSocket.OPEN;
    this.#tell(new Event('open'));
  }

  say(data: string): void {
    this.#tell(new MessageEvent('message', { data }));
  }

  fail(): void {
    this.#tell(new Event('error'));
  }
}

/** A guard before a voice service, and what it was asked with. */
function relay(changes: GuardChanges = {}) {
  const far = new FarSocket();
  const asked: { readonly path: string; readonly caller: ApiKey | undefined }[] = [];
  const { guard } = guardService(
    {},
    {
      ...changes,
      deps: {
        voiceSocket(path, caller) {
          asked.push({ path, caller });
          return far as unknown as WebSocket;
        },
        ...changes.deps,
      },
    },
  );
  return { guard, far, asked };
}

function request(headers: Readonly<Record<string, string>> = {}, path = PATH): Request {
  return new Request(`http://localhost${path}`, { headers: { upgrade: 'websocket', ...headers } });
}

/** A browser's end of an accepted socket. */
async function browser({ guard }: ReturnType<typeof relay>, headers: Readonly<Record<string, string>> = {}) {
  const accepted = await guard.sockets.accept(request(headers));
  if (accepted instanceof Response) throw new Error(`refused: ${await accepted.text()}`);
  const got: string[] = [];
  const closings: string[] = [];
  const socket: Socket & { waitingBytes: number } = {
    waitingBytes: 0,
    send: (text) => void got.push(text),
    close(code, reason) {
      if (closings.length > 0) return;
      closings.push(`${code} ${reason}`);
      handler.closed();
    },
  };
  const handler: SocketHandler = accepted.handler;
  handler.opened(socket);
  return { got, closings, socket, handler };
}

async function statusOf({ guard }: ReturnType<typeof relay>, headers: Readonly<Record<string, string>>, path?: string): Promise<number> {
  const answer = await guard.sockets.accept(request(headers, path));
  return answer instanceof Response ? answer.status : 101;
}

describe('a live conversation of the dashboard', () => {
  it('passes messages on in both directions, those from before the voice service answered too', async () => {
    const service = relay();
    const { got, closings, handler } = await browser(service);
    handler.received('one');
    service.far.open();
    handler.received('two');
    handler.received(undefined);
    service.far.say('answer');
    assert.deepEqual([service.far.sent, got, closings], [['one', 'two'], ['answer'], []]);
    handler.closed();
    assert.equal(service.far.readyState, WebSocket.CLOSED);
    assert.deepEqual(service.asked, [{ path: '/v1/realtime', caller: undefined }]);
  });

  it('is that of the key that is signed in, and ends when it signs out', async () => {
    const service = relay({ http: { apiKeys: KEYS } });
    const body = JSON.stringify({ key: 'secret-key-1' });
    const signedIn = await service.guard.handle(
      new Request('http://localhost/dashboard/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    );
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { closings } = await browser(service, { cookie });
    assert.equal(service.asked[0]?.caller?.name, 'ops');
    await service.guard.handle(new Request('http://localhost/dashboard/session', { method: 'DELETE', headers: { cookie } }));
    assert.deepEqual(closings, ['1008 signed out']);
  });

  it('is refused to pages of other sites, without a key, and with a key that is not an operator’s', async () => {
    assert.equal(await statusOf(relay(), { origin: 'https://evil.example' }), 403);
    const keyed = relay({ http: { apiKeys: KEYS }, settings: { operatorKeys: ['ops'] } });
    assert.equal(await statusOf(keyed, {}), 401);
    assert.equal(await statusOf(keyed, { authorization: 'Bearer secret-key-2' }), 403);
    assert.equal(await statusOf(keyed, { authorization: 'Bearer secret-key-1' }), 101);
    assert.equal(await statusOf(relay(), {}, '/dashboard/api/voice/v1/other'), 404);
  });

  it('says why there is none: no voice service, one that cannot be reached, or too many conversations', async () => {
    const { guard } = guardService();
    const refused = await guard.sockets.accept(request());
    assert.ok(refused instanceof Response);
    assert.equal(refused.status, 502);
    const service = relay({ settings: { liveSessions: 1 } });
    const { closings } = await browser(service);
    assert.equal(await statusOf(service, {}), 429);
    service.far.fail();
    assert.deepEqual(closings, ['1014 the voice service cannot be reached']);
    assert.equal(await statusOf(service, {}), 101);
  });

  it('ends for a browser that reads too slowly, with the voice service, and when the guard stops', async () => {
    const slow = relay({ settings: { liveBacklogBytes: 65_536 } });
    const reader = await browser(slow);
    slow.far.open();
    reader.socket.waitingBytes = 65_537;
    slow.far.say('answer');
    assert.deepEqual(reader.closings, ['1013 the browser reads too slowly']);
    const stuck = relay({ settings: { liveBacklogBytes: 65_536 } });
    const writer = await browser(stuck);
    stuck.far.open();
    stuck.far.bufferedAmount = 65_537;
    writer.handler.received('more');
    assert.deepEqual(writer.closings, ['1000 closed']);
    const stopping = relay();
    const open = await browser(stopping);
    stopping.guard.sockets.drain();
    assert.deepEqual(open.closings, ['1001 shutdown']);
    assert.equal(await statusOf(stopping, {}), 503);
  });
});
