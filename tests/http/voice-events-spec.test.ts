import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { ERROR_KINDS, ServiceError } from '../../src/core/errors.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { tone, type EngineScript } from '../fixtures/scripted-engines.ts';
import { get, json, objectOf, textOf, upload, voiceService } from './voice-service.ts';

const TRANSCRIPTIONS = '/v1/audio/transcriptions';
const SPEECH = '/v1/audio/speech';
const HELLO = { model: 'any', input: 'Hello there.' };

async function fail(): Promise<never> {
  throw new ServiceError('provider_unavailable', 'The engine cannot be loaded.');
}

const brokenRooms = { name: 'test', ping: () => Promise.reject(new Error('connection refused')) };

/** The body of GET /health/deep, with its checks by name. */
async function deep(changes: Parameters<typeof voiceService>[1] = {}) {
  const response = await voiceService({}, changes).voice.handle(get('/health/deep'));
  const body = await objectOf(response);
  return { httpStatus: response.status, body, checks: body['checks'] as Readonly<Record<string, JsonObject>> };
}

/** A turn whose stages take 30, 20 and 10 milliseconds: its answer, its session, and its event by the event's last word. */
async function turn(script: EngineScript = {}) {
  const clock = createManualClock();
  const after = <T>(milliseconds: number, value: T): T => (clock.advance(milliseconds), value);
  const { voice, published } = voiceService(
    {
      hear: async () => after(30, 'what time is it'),
      reply: async () => ({ text: after(20, 'It is noon. '.repeat(50)) }),
      speak: async () => after(10, [tone(0.1)]),
      ...script,
    },
    { clock },
  );
  const session = await objectOf(await voice.handle(json('/v1/voice/sessions', { room_id: 'kitchen', participant_id: 'ann' })));
  const id = textOf(session, 'id');
  const response = await voice.handle(upload('/v1/voice/turns', {}, { session_id: id }));
  const correlationId = response.headers.get('x-request-id');
  clock.advance(2500);
  await voice.handle(get(`/v1/voice/sessions/${id}`, 'DELETE'));
  const find = (subject: string): JsonObject =>
    published.find((event) => event.subject === subject)?.payload ?? assert.fail(`no ${subject}`);
  return { id, correlationId, find, published };
}

describe('Error body (JSON)', () => {
  async function failure() {
    const { voice, logger } = voiceService({ hear: fail });
    const response = await voice.handle(upload(TRANSCRIPTIONS));
    return { response, body: await objectOf(response), logger };
  }

  it('"error_type | string | Machine-readable kind (see Errors)"', async () => {
    assert.equal((await failure()).body['error_type'], 'provider_unavailable');
    assert.equal((await objectOf(await voiceService().voice.handle(json(SPEECH, { ...HELLO, input: '' }))))['error_type'], 'invalid_input');
  });

  it('"message | string | Human-readable text"', async () => {
    assert.equal((await failure()).body['message'], 'The engine cannot be loaded.');
  });

  it('"correlation_id | string | Identifier for correlating the failed request"', async () => {
    const { response, body, logger } = await failure();
    const id = textOf(body, 'correlation_id');
    assert.equal(response.headers.get('x-request-id'), id);
    assert.ok(logger.lines.some(({ message, fields }) => message === 'request failed' && fields['request_id'] === id));
  });
});

describe('Health bodies', () => {
  it('"Shallow: `status` (string, \'ok\')."', async () => {
    assert.deepEqual(await objectOf(await voiceService().voice.handle(get('/health'))), { status: 'ok' });
  });

  it("\"Deep: `status` (string, 'ok' or 'degraded') and `checks` (object).\"", async () => {
    assert.equal((await deep()).body['status'], 'ok');
    const { body, checks } = await deep({ rooms: brokenRooms });
    assert.equal(body['status'], 'degraded');
    assert.deepEqual([Object.keys(body).toSorted(), typeof checks], [['checks', 'status'], 'object']);
  });

  it('"`checks` has one entry per dependency, keyed `platform-realtime` (real-time media server) and `platform-messaging` (message bus)."', async () => {
    const { checks } = await deep({ rooms: brokenRooms });
    assert.deepEqual(Object.keys(checks).toSorted(), ['platform-messaging', 'platform-realtime']);
    assert.deepEqual([checks['platform-realtime']?.['status'], checks['platform-messaging']?.['status']], ['degraded', 'ok']);
  });

  it("\"Each entry has `status` ('ok' or 'degraded'), `latency_ms` (number, milliseconds), and `reason` (string, present when the entry is degraded).\"", async () => {
    const clock = createManualClock();
    const rooms = { name: 'test', ping: async () => (clock.advance(7), await brokenRooms.ping()) };
    const { checks } = await deep({ clock, rooms });
    assert.deepEqual(checks['platform-realtime'], { status: 'degraded', latency_ms: 7, reason: 'connection refused' });
    const { status, latency_ms: latency, ...rest } = checks['platform-messaging'] ?? {};
    assert.deepEqual([status, typeof latency, rest], ['ok', 'number', {}]);
  });

  it("\"The `status` field carries the overall result: 'ok' when all checks are ok, 'degraded' when a check is degraded.\"", async () => {
    const closed = { ...createInMemoryBus(), connected: true, ping: () => Promise.reject(new Error('closed')) };
    for (const [changes, status] of [
      [{}, 'ok'],
      [{ rooms: brokenRooms }, 'degraded'],
      [{ bus: closed }, 'degraded'],
      [{ rooms: brokenRooms, bus: closed }, 'degraded'],
    ] as const) {
      const { httpStatus, body } = await deep(changes);
      assert.deepEqual([httpStatus, body['status']], [200, status]);
    }
  });
});

describe('Events of the voice service', () => {
  it('"Events are published to the message bus."', async () => {
    const { published } = await turn();
    const subjects = published.map(({ subject }) => subject);
    assert.deepEqual(subjects, ['platform.voice.session.started', 'platform.voice.turn.completed', 'platform.voice.session.ended']);
  });

  it('"platform.voice.session.started | VoiceSessionStartedEvent | A participant joins a real-time room"', async () => {
    const { id, find } = await turn();
    const { session_id: session, room_id: room, participant_id: participant } = find('platform.voice.session.started');
    assert.deepEqual([session, room, participant], [id, 'kitchen', 'ann']);
  });

  it('"platform.voice.session.ended | VoiceSessionEndedEvent | A session concludes; carries the session duration"', async () => {
    const { id, find } = await turn();
    const { session_id: session, duration_seconds: duration } = find('platform.voice.session.ended');
    assert.deepEqual([session, duration], [id, 2.56]);
  });

  it('"platform.voice.turn.completed | VoiceTurnCompletedEvent | The whole speech-to-text, bridge, text-to-speech pipeline completes for a turn; carries per-stage latencies"', async () => {
    const event = (await turn()).find('platform.voice.turn.completed');
    const latencies = ['stt', 'bridge', 'tts'].map((stage) => event[`${stage}_latency_ms`]);
    assert.deepEqual(latencies, [30, 20, 10]);
    for (const stage of ['hear', 'reply', 'speak']) {
      const { published } = await turn({ [stage]: fail });
      assert.ok(!published.some(({ subject }) => subject === 'platform.voice.turn.completed'), stage);
    }
  });

  it('"platform.voice.turn.failed | VoiceTurnFailedEvent | A pipeline stage fails; carries an error type and a message"', async () => {
    for (const stage of ['hear', 'reply', 'speak']) {
      const { error_type: type, message } = (await turn({ [stage]: fail })).find('platform.voice.turn.failed');
      assert.deepEqual([type, message], ['provider_unavailable', 'The engine cannot be loaded.'], stage);
    }
  });
});

describe('VoiceTurnCompletedEvent payload (JSON)', () => {
  type Context = Awaited<ReturnType<typeof turn>>;
  const fields: readonly (readonly [row: string, expected: (context: Context) => JsonValue])[] = [
    ['session_id | string', ({ id }) => id],
    ['room_id | string', () => 'kitchen'],
    ['correlation_id | string', ({ correlationId }) => correlationId],
    ['timestamp | string, ISO 8601 UTC', () => '2025-01-02T03:04:05.060Z'],
    ['transcript | string', () => 'what time is it'],
    ['response_preview | string, a truncated preview of the reply', () => `${'It is noon. '.repeat(50).slice(0, 159)}…`],
    ['stt_latency_ms | number, milliseconds', () => 30],
    ['bridge_latency_ms | number, milliseconds', () => 20],
    ['tts_latency_ms | number, milliseconds', () => 10],
    ['total_latency_ms | number, milliseconds', () => 60],
  ];
  for (const [row, expected] of fields) {
    it(`"${row}"`, async () => {
      const context = await turn();
      const value = context.find('platform.voice.turn.completed')[row.split(' ')[0] ?? ''];
      assert.equal(value, expected(context));
      assert.equal(typeof value, row.split(/ \| |,/)[1]);
    });
  }
});

describe('Errors of the voice service', () => {
  it('"All HTTP errors use the error body above."', async () => {
    const broken = {
      hear: fail,
      speak: () => Promise.reject(new TypeError('unexpected')),
    };
    const locked = { apiKeys: [{ name: 'test', key: 'a-long-enough-key' }] };
    const failing: readonly (readonly [status: number, request: Request, changes?: object])[] = [
      [400, json(SPEECH, { ...HELLO, input: '' })],
      [400, json(SPEECH, '{')],
      [400, upload(TRANSCRIPTIONS, null)],
      [401, json(SPEECH, HELLO), locked],
      [404, get('/nowhere')],
      [404, get('/v1/voice/sessions/nobody')],
      [405, get(SPEECH)],
      [413, json(SPEECH, { ...HELLO, input: 'x'.repeat(70_000) })],
      [415, new Request(`http://localhost${SPEECH}`, { method: 'POST', body: 'text' })],
      [500, json(SPEECH, HELLO)],
      [502, upload(TRANSCRIPTIONS)],
    ];
    for (const [status, request, changes] of failing) {
      const response = await voiceService(broken, changes).voice.handle(request);
      const body = await objectOf(response);
      assert.equal(response.status, status, JSON.stringify(body));
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      const kind = Object.entries(ERROR_KINDS).find(([name]) => name === body['error_type'])?.[1];
      assert.equal(kind?.status, status);
      assert.match(textOf(body, 'message'), /\w+ \w+/);
      assert.equal(textOf(body, 'correlation_id'), response.headers.get('x-request-id'));
    }
  });

  const conditions: readonly (readonly [row: string, requests: readonly Request[], script?: EngineScript])[] = [
    [
      '400 | invalid_input | Non-audio content type on transcription; empty input on speech',
      [upload(TRANSCRIPTIONS, { type: 'text/plain' }), json(SPEECH, { ...HELLO, input: '' })],
    ],
    [
      '502 | provider_unavailable | The speech-to-text or text-to-speech engine is unavailable or fails to load',
      [upload(TRANSCRIPTIONS), json(SPEECH, HELLO)],
      { hear: fail, speak: fail },
    ],
  ];
  for (const [row, requests, script] of conditions) {
    it(`"${row}"`, async () => {
      const [status, kind] = row.split(' | ');
      for (const request of requests) {
        const response = await voiceService(script).voice.handle(request);
        assert.deepEqual([String(response.status), (await objectOf(response))['error_type']], [status, kind], request.url);
      }
    });
  }
});
