import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import type { RoomEvent, Rooms } from '../../src/ports/rooms.ts';
import { json, objectOf, textOf, upload, voiceService } from './voice-service.ts';

const KEYS = ['alice', 'bob', 'ops'].map((name) => ({ name, key: `${name}-secret-key` }));
const SESSIONS = '/v1/voice/sessions';
const TURNS = '/v1/voice/turns';

const rooms: Rooms = {
  name: 'test',
  ping: async () => undefined,
  webhook: async (body) => JSON.parse(body) as RoomEvent,
};

function service() {
  const { voice, calls } = voiceService({}, { apiKeys: KEYS, rooms }, { operatorKeys: ['ops'] });
  const as = (name: string, more: Readonly<Record<string, string>> = {}) => ({ authorization: `Bearer ${name}-secret-key`, ...more });
  const ask = (name: string, path: string, method = 'GET'): Promise<Response> =>
    voice.handle(new Request(`http://localhost${path}`, { method, headers: as(name) }));
  return {
    calls,
    ask,
    open: async (name: string) =>
      textOf(await objectOf(await voice.handle(json(SESSIONS, { participant_id: 'ann' }, 'POST', as(name)))), 'id'),
    join: async () => {
      const event = JSON.stringify({ type: 'joined', roomId: 'kitchen', participantId: 'ann' });
      await voice.handle(new Request(`http://localhost/v1/voice/rooms/webhook`, { method: 'POST', body: event }));
    },
    take: (name: string, fields: Readonly<Record<string, string>> = {}, id = 'r-1') =>
      voice.handle(upload(TURNS, {}, fields, { headers: as(name, { 'x-request-id': id }) })),
    ids: async (name: string) => (await rows(await ask(name, SESSIONS))).map((session) => textOf(session, 'id')),
  };
}

async function rows(response: Response): Promise<JsonObject[]> {
  return (await objectOf(response))['data'] as JsonObject[];
}

describe('a session belongs to the API key that opened it', () => {
  it('and does not exist for other keys: it cannot be listed, read, used or ended by them', async () => {
    const { open, ask, take, ids, calls } = service();
    const id = await open('alice');
    assert.deepEqual([await ids('alice'), await ids('bob')], [[id], []]);
    const refused = [
      await ask('bob', `${SESSIONS}/${id}`),
      await take('bob', { session_id: id }),
      await ask('bob', `${SESSIONS}/${id}`, 'DELETE'),
    ];
    for (const response of refused) {
      const body = await objectOf(response);
      assert.deepEqual([response.status, body['error_type'], (body['error'] as JsonObject)['param']], [404, 'not_found', 'session_id']);
    }
    assert.equal(calls.transcribed.length, 0);
    assert.deepEqual(
      [(await take('alice', { session_id: id })).status, (await ask('alice', `${SESSIONS}/${id}`, 'DELETE')).status],
      [200, 200],
    );
  });

  it('and is seen and ended, but not used, by the keys of VOICE_OPERATOR_KEYS', async () => {
    const { open, ask, take, ids } = service();
    const id = await open('alice');
    assert.deepEqual(await ids('ops'), [id]);
    assert.equal((await ask('ops', `${SESSIONS}/${id}`)).status, 200);
    assert.equal((await take('ops', { session_id: id })).status, 404);
    assert.equal((await ask('ops', `${SESSIONS}/${id}`, 'DELETE')).status, 200);
  });

  it('or to the first key that takes a turn in it, if the media server opened it', async () => {
    const { join, take, ids } = service();
    await join();
    const [id = ''] = await ids('alice');
    assert.deepEqual(await ids('bob'), [id]);
    assert.deepEqual([(await take('alice', { session_id: id })).status, (await take('bob', { session_id: id })).status], [200, 404]);
    assert.deepEqual([await ids('alice'), await ids('bob')], [[id], []]);
  });
});

describe('the record of a turn belongs to the API key that took it', () => {
  const seen = async (ask: ReturnType<typeof service>['ask'], name: string) =>
    (await rows(await ask(name, TURNS))).map((record) => textOf(record, 'request_id'));

  it('and does not exist for other keys, except for VOICE_OPERATOR_KEYS', async () => {
    const { ask, take } = service();
    await take('alice', {}, 'a-1');
    await take('bob', {}, 'b-1');
    assert.deepEqual([await seen(ask, 'alice'), await seen(ask, 'bob'), await seen(ask, 'ops')], [['a-1'], ['b-1'], ['b-1', 'a-1']]);
    assert.deepEqual([(await ask('bob', `${TURNS}/a-1`)).status, (await ask('ops', `${TURNS}/a-1`)).status], [404, 200]);
    assert.deepEqual(await rows(await ask('bob', `${TURNS}?request_id=a-1`)), []);
  });

  it('also where another key uses the same request id', async () => {
    const { ask, take } = service();
    await take('alice', {}, 'same');
    await take('bob', {}, 'same');
    const sessions = await Promise.all(
      ['alice', 'bob'].map(async (name) => (await objectOf(await ask(name, `${TURNS}/same`)))['session_id']),
    );
    assert.notEqual(sessions[0], sessions[1]);
  });

  it('and a page of them says whether there are more of its own', async () => {
    const { ask, take } = service();
    for (const id of ['a-1', 'a-2']) await take('alice', {}, id);
    await take('bob', {}, 'b-1');
    const page = async (name: string) => (await objectOf(await ask(name, `${TURNS}?limit=1`)))['has_more'];
    assert.deepEqual([await page('alice'), await page('bob')], [true, false]);
  });
});
