import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { AccessToken } from 'livekit-server-sdk';
import { createLivekitRooms } from '../../src/adapters/livekit/rooms.ts';

const KEY = 'devkey';
const SECRET = 'a-secret-that-is-long-enough-for-hs256';

async function signed(body: string, secret = SECRET): Promise<string> {
  const token = new AccessToken(KEY, secret);
  token.sha256 = createHash('sha256').update(body).digest('base64');
  return await token.toJwt();
}

function webhook(event: string): string {
  return JSON.stringify({
    event,
    room: { name: 'kitchen' },
    participant: { identity: 'ann', sid: 'PA_1' },
    id: 'EV_1',
    createdAt: '1700000000',
  });
}

const rooms = (address: string, timeoutMs = 2000) => createLivekitRooms({ url: address, apiKey: KEY, apiSecret: SECRET, timeoutMs });

describe('createLivekitRooms()', () => {
  let server: Server;
  let status = 200;
  let url = '';
  before(async () => {
    server = createServer((request, response) => {
      if (request.url === '/silent') return;
      response.writeHead(status).end('OK');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const unlimited = new AbortController().signal;

  for (const scheme of ['http', 'ws']) {
    it(`pings a server given by its ${scheme} URL`, async () => {
      status = 200;
      await rooms(`${scheme}://${url}`).ping(unlimited);
    });
  }

  it('says what is wrong when the server answers an error, nothing, or is not there', async () => {
    status = 503;
    await assert.rejects(rooms(`http://${url}`).ping(unlimited), { kind: 'unavailable', message: 'The LiveKit server answered 503.' });
    await assert.rejects(rooms(`http://${url}/silent`, 50).ping(unlimited), { kind: 'unavailable', message: /did not answer in time/ });
    await assert.rejects(rooms('http://127.0.0.1:1').ping(unlimited), { kind: 'unavailable', message: /cannot be reached/ });
  });

  const events: readonly [string, 'joined' | 'left' | undefined][] = [
    ['participant_joined', 'joined'],
    ['participant_left', 'left'],
    ['participant_connection_aborted', 'left'],
    ['room_started', undefined],
  ];
  for (const [event, type] of events) {
    it(`reads a signed ${event} as ${type ?? 'none of ours'}`, async () => {
      const body = webhook(event);
      const read = await rooms('http://127.0.0.1:1').webhook?.(body, await signed(body));
      assert.deepEqual(read, type === undefined ? undefined : { type, roomId: 'kitchen', participantId: 'ann', connectionId: 'PA_1' });
    });
  }

  it('refuses a webhook that is unsigned, signed with another secret, or changed after signing', async () => {
    const body = webhook('participant_joined');
    const cases = [
      ['', body],
      [await signed(body, 'another-secret-that-is-long-enough-too'), body],
      [await signed(body), body.replace('ann', 'eve')],
      [await signed('not json'), 'not json'],
    ] as const;
    for (const [authorization, sent] of cases) {
      await assert.rejects(Promise.resolve(rooms('http://127.0.0.1:1').webhook?.(sent, authorization)), { kind: 'unauthorized' });
    }
  });

  it('takes no webhooks without a key and a secret', () => {
    assert.equal(createLivekitRooms({ url: 'http://127.0.0.1:1', apiKey: '', apiSecret: '' }).webhook, undefined);
  });
});
