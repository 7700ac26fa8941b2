import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { RoomEvent, Rooms } from '../../src/ports/rooms.ts';
import { refusals } from './voice-refusals.ts';
import { get, json, objectOf, textOf, voiceService } from './voice-service.ts';

const PATH = '/v1/voice/sessions';
const KITCHEN = { room_id: 'kitchen', participant_id: 'ann' };

describe('real-time sessions', () => {
  it('are counted in /metrics while they are open', async () => {
    const { voice } = voiceService({}, { metrics: { collect: () => [] } });
    const counted = async (): Promise<string> => await (await voice.handle(get('/metrics'))).text();
    const id = textOf(await objectOf(await voice.handle(json(PATH, KITCHEN))), 'id');
    assert.match(await counted(), /^parley_voice_sessions 1$/m);
    await voice.handle(get(`${PATH}/${id}`, 'DELETE'));
    assert.match(await counted(), /^parley_voice_sessions 0$/m);
  });

  it('"platform.voice.session.started … A participant joins a real-time room"', async () => {
    const { voice, published } = voiceService();
    const response = await voice.handle(json(PATH, KITCHEN, 'POST', { 'x-request-id': 'call-1' }));
    const session = await objectOf(response);
    assert.equal(response.status, 201);
    assert.deepEqual(
      { ...session, id: undefined },
      { id: undefined, object: 'voice.session', status: 'active', ...KITCHEN, started_at: '2025-01-02T03:04:05.000Z', turns: 0 },
    );
    assert.deepEqual(published, [
      {
        subject: 'platform.voice.session.started',
        payload: {
          session_id: session['id'] ?? '',
          room_id: 'kitchen',
          correlation_id: 'call-1',
          timestamp: '2025-01-02T03:04:05.000Z',
          participant_id: 'ann',
        },
        headers: { 'x-request-id': 'call-1' },
      },
    ]);
  });

  it('"platform.voice.session.ended … A session concludes; carries the session duration"', async () => {
    const { voice, clock, published } = voiceService();
    const id = textOf(await objectOf(await voice.handle(json(PATH, KITCHEN))), 'id');
    clock.advance(61_500);
    const response = await voice.handle(get(`${PATH}/${id}`, 'DELETE'));
    const ended = { ended_at: '2025-01-02T03:05:06.500Z', duration_seconds: 61.5, reason: 'closed' };
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      id,
      object: 'voice.session',
      status: 'ended',
      ...KITCHEN,
      started_at: '2025-01-02T03:04:05.000Z',
      turns: 0,
      ...ended,
    });
    assert.deepEqual(published[1]?.subject, 'platform.voice.session.ended');
    assert.deepEqual(published[1]?.payload, {
      session_id: id,
      room_id: 'kitchen',
      correlation_id: response.headers.get('x-request-id'),
      timestamp: ended.ended_at,
      participant_id: 'ann',
      duration_seconds: 61.5,
      turns: 0,
      reason: 'closed',
    });
  });

  it('are listed and shown while they are open', async () => {
    const { voice } = voiceService();
    const first = await objectOf(await voice.handle(json(PATH, {})));
    const second = await objectOf(await voice.handle(json(PATH, KITCHEN)));
    assert.deepEqual(await objectOf(await voice.handle(get(PATH))), { object: 'list', data: [first, second] });
    assert.deepEqual(await objectOf(await voice.handle(get(`${PATH}/${textOf(second, 'id')}`))), second);
    await voice.handle(get(`${PATH}/${textOf(first, 'id')}`, 'DELETE'));
    assert.deepEqual(await objectOf(await voice.handle(get(PATH))), { object: 'list', data: [second] });
  });

  it('end when they are idle for too long, and when the service closes them all', async () => {
    const { voice, clock, published } = voiceService({}, {}, { sessionIdleSeconds: 10 });
    await voice.handle(json(PATH, KITCHEN));
    clock.advance(10_001);
    await voice.handle(json(PATH, {}));
    await voice.sessions.expire();
    const closed = voice.sessions.closeAll();
    assert.equal((await voice.handle(json(PATH, {}))).status, 503);
    await closed;
    const ended = published.filter(({ subject }) => subject === 'platform.voice.session.ended');
    assert.deepEqual(
      ended.map(({ payload }) => [payload['reason'], payload['duration_seconds']]),
      [
        ['idle', 10.001],
        ['shutdown', 0],
      ],
    );
    assert.ok(ended.every(({ payload }) => payload['correlation_id'] !== ''));
    assert.deepEqual((await objectOf(await voice.handle(get(PATH))))['data'], []);
  });

  const { voice } = voiceService({}, {}, { maxSessions: 0 });
  refusals(
    [
      { name: 'an unknown session is not_found', request: () => get(`${PATH}/nope`), status: 404, kind: 'not_found', param: 'session_id' },
      { name: 'ending one too', request: () => get(`${PATH}/nope`, 'DELETE'), status: 404, kind: 'not_found', param: 'session_id' },
      { name: 'one over the limit is too_many_requests', request: () => json(PATH, {}), status: 429, kind: 'too_many_requests' },
      {
        name: 'an empty room_id is invalid_input',
        request: () => json(PATH, { room_id: '' }),
        status: 400,
        kind: 'invalid_input',
        param: 'room_id',
      },
      {
        name: 'a participant_id that is no text is invalid_input',
        request: () => json(PATH, { participant_id: 7 }),
        status: 400,
        kind: 'invalid_input',
        param: 'participant_id',
      },
      {
        name: 'a participant_id with a control character, which could never take a turn, is invalid_input',
        request: () => json(PATH, { participant_id: 'an\u0007n' }),
        status: 400,
        kind: 'invalid_input',
        param: 'participant_id',
      },
      { name: 'malformed JSON is invalid_input', request: () => json(PATH, '{'), status: 400, kind: 'invalid_input' },
    ],
    voice,
  );
});

const event = (type: string, participantId = 'ann', connectionId?: string) =>
  JSON.stringify({ type, roomId: 'kitchen', participantId, connectionId });

const hook = (body: string, authorization = 'signed') =>
  new Request('http://localhost/v1/voice/rooms/webhook', {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'application/webhook+json' },
  });

describe('POST /v1/voice/rooms/webhook', () => {
  /** Rooms whose webhook bodies are the events themselves, signed with the word `signed`. */
  const rooms: Rooms = {
    name: 'test',
    ping: async () => undefined,
    async webhook(body, authorization) {
      if (authorization !== 'signed') throw new ServiceError('unauthorized', 'The webhook is not signed.');
      return (JSON.parse(body) as RoomEvent | null) ?? undefined;
    },
  };

  it('opens a session when a participant joins and ends it when they leave', async () => {
    const { voice, clock, published } = voiceService({}, { rooms });
    assert.deepEqual(await objectOf(await voice.handle(hook(event('joined')))), { received: true });
    clock.advance(5000);
    await voice.handle(hook(event('left')));
    assert.deepEqual(
      published.map(({ subject, payload }) => [
        subject,
        payload['room_id'],
        payload['participant_id'],
        payload['duration_seconds'],
        payload['reason'],
      ]),
      [
        ['platform.voice.session.started', 'kitchen', 'ann', undefined, undefined],
        ['platform.voice.session.ended', 'kitchen', 'ann', 5, 'left'],
      ],
    );
  });

  it('takes reports that come twice, or of nobody it knows, or of something else, without an event', async () => {
    const { voice, published } = voiceService({}, { rooms });
    for (const body of [event('joined'), event('joined'), event('left', 'bob'), 'null']) {
      assert.equal((await voice.handle(hook(body))).status, 200);
    }
    assert.equal(published.length, 1);
  });

  const told = async (reports: readonly (readonly ['joined' | 'left', string])[]): Promise<string[]> => {
    const { voice, published } = voiceService({}, { rooms });
    for (const [type, connection] of reports) await voice.handle(hook(event(type, 'ann', connection)));
    return published.map(({ subject }) => subject.replace('platform.voice.session.', ''));
  };

  it('keeps the session of a participant who connects anew until the last connection is gone', async () => {
    const again = [
      ['joined', 'PA_1'],
      ['joined', 'PA_2'],
      ['left', 'PA_1'],
    ] as const;
    assert.deepEqual(await told(again), ['started']);
    assert.deepEqual(await told([...again, ['left', 'PA_2']]), ['started', 'ended']);
    assert.deepEqual(await told([...again, ['left', 'PA_2'], ['joined', 'PA_3']]), ['started', 'ended', 'started']);
  });

  it('takes reports of a connection that come again after its end, or after it out of order, without an event', async () => {
    assert.deepEqual(
      await told([
        ['joined', 'PA_1'],
        ['left', 'PA_1'],
        ['joined', 'PA_1'],
        ['left', 'PA_1'],
      ]),
      ['started', 'ended'],
    );
    assert.deepEqual(
      await told([
        ['left', 'PA_1'],
        ['joined', 'PA_1'],
      ]),
      [],
    );
  });

  it('takes a report again that it refused because too many sessions were open', async () => {
    const { voice, published } = voiceService({}, { rooms }, { maxSessions: 1 });
    const other = textOf(await objectOf(await voice.handle(json(PATH, {}))), 'id');
    const report = () => voice.handle(hook(event('joined', 'ann', 'PA_1')));
    assert.equal((await report()).status, 429);
    await voice.handle(get(`${PATH}/${other}`, 'DELETE'));
    assert.equal((await report()).status, 200);
    assert.equal(published.at(-1)?.payload['participant_id'], 'ann');
  });

  it('needs no API key, because it is signed', async () => {
    const { voice } = voiceService({}, { rooms, apiKeys: [{ name: 'test', key: 'a-long-enough-key' }] });
    assert.equal((await voice.handle(hook(event('joined')))).status, 200);
  });

  refusals(
    [
      { name: 'refuses a webhook with a bad signature', request: () => hook(event('joined'), 'forged'), status: 401, kind: 'unauthorized' },
      { name: 'refuses a webhook over the body limit', request: () => hook('x'.repeat(70_000)), status: 413, kind: 'payload_too_large' },
    ],
    voiceService({}, { rooms }).voice,
  );
  refusals(
    [
      {
        name: 'is not_found without a media server that sends webhooks',
        request: () => hook(event('joined')),
        status: 404,
        kind: 'not_found',
      },
    ],
    voiceService().voice,
  );
});
