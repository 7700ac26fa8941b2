import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import type { Rooms } from '../../src/ports/rooms.ts';
import { forever } from '../fixtures/scripted-engines.ts';
import { get, json, objectOf, voiceService } from './voice-service.ts';

const clock = systemClock;

/** Rooms whose media server answers a ping by what `ping` does. */
function rooms(ping: Rooms['ping']): Rooms {
  return { name: 'test', ping };
}

async function deep(changes: Parameters<typeof voiceService>[1], probeTimeoutMs = 5000) {
  const { voice } = voiceService({}, { clock, ...changes }, { probeTimeoutMs });
  const response = await voice.handle(get('/health/deep'));
  return { status: response.status, body: await objectOf(response) };
}

describe('GET /health', () => {
  it('"Response 200: `{status: \'ok\'}`."', async () => {
    const response = await voiceService().voice.handle(get('/health'));
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { status: 'ok' });
  });

  it('"It returns at once without calling any dependency."', async () => {
    const asked: string[] = [];
    const bus = { ...createInMemoryBus(), connected: false, ping: async () => void asked.push('bus') };
    const { voice, calls } = voiceService({}, { bus, rooms: rooms(async () => void asked.push('rooms')) });
    assert.equal((await voice.handle(get('/health'))).status, 200);
    assert.deepEqual([asked, calls], [[], { transcribed: [], asked: [], streamed: [], spoken: [] }]);
  });

  it('"the health routes have no version prefix"', async () => {
    const { voice } = voiceService();
    assert.equal((await voice.handle(get('/v1/health'))).status, 404);
    assert.equal((await voice.handle(get('/audio/speech', 'POST'))).status, 404);
  });
});

describe('GET /', () => {
  it('tells who opens the address what runs there and where to go on, without a key', async () => {
    const response = await voiceService({}, { apiKeys: [{ name: 'ops', key: 'key-12345' }] }).voice.handle(get('/'));
    assert.equal(response.status, 200);
    const { version, ...index } = await objectOf(response);
    assert.equal(typeof version, 'string');
    assert.deepEqual(index, { service: 'voice', health: '/health', openapi: '/openapi.json' });
  });
});

describe('GET /health/deep', () => {
  it("\"`status` (string, 'ok' or 'degraded') and `checks` (object)… keyed `platform-realtime` … and `platform-messaging`\"", async () => {
    const { status, body } = await deep({});
    assert.equal(status, 200);
    assert.equal(body['status'], 'ok');
    const checks = body['checks'] as Record<string, { status: string; latency_ms: number; reason?: string }>;
    assert.deepEqual(Object.keys(checks).toSorted(), ['platform-messaging', 'platform-realtime']);
    for (const check of Object.values(checks)) {
      assert.equal(check.status, 'ok');
      assert.ok(check.latency_ms >= 0);
      assert.ok(!('reason' in check));
    }
  });

  it('"It checks the real-time media server and the message bus in parallel."', async () => {
    const { promise: other, resolve } = Promise.withResolvers<void>();
    // The first check ends only once the second has begun.
    const bus = { ...createInMemoryBus(), connected: true, ping: async () => resolve() };
    const { body } = await deep({ bus, rooms: rooms(() => other) });
    assert.equal(body['status'], 'ok');
  });

  const broken = rooms(async () => {
    throw new Error('connection refused');
  });
  it('"It always returns HTTP 200… \'degraded\' when a check is degraded."', async () => {
    const { status, body } = await deep({ rooms: broken });
    assert.deepEqual([status, body['status']], [200, 'degraded']);
  });

  it('"A degraded check carries a `reason` string and still carries `latency_ms`."', async () => {
    const { body } = await deep({ rooms: broken });
    const checks = body['checks'] as Record<string, { status: string; latency_ms: number; reason?: string }>;
    assert.equal(checks['platform-realtime']?.status, 'degraded');
    assert.equal(checks['platform-realtime']?.reason, 'connection refused');
    assert.ok((checks['platform-realtime']?.latency_ms ?? -1) >= 0);
    assert.equal(checks['platform-messaging']?.status, 'ok');
  });

  it('is degraded when the bus is closed, and when a check takes longer than its time-out', async () => {
    const bus = createInMemoryBus();
    await bus[Symbol.asyncDispose]();
    const { body } = await deep({ bus, rooms: rooms(() => forever(undefined)) }, 20);
    const checks = body['checks'] as Record<string, { status: string; reason?: string }>;
    assert.equal(checks['platform-messaging']?.reason, 'The message bus is closed.');
    assert.equal(checks['platform-realtime']?.reason, 'no answer within 20 ms');
  });
});

describe('API keys', () => {
  const { voice } = voiceService({}, { apiKeys: [{ name: 'test', key: 'a-long-enough-key' }] });
  const spoken = { model: 'm', input: 'hi' };

  it('leave the health routes open', async () => {
    for (const path of ['/health', '/health/deep']) assert.equal((await voice.handle(get(path))).status, 200);
  });

  it('close every other route', async () => {
    for (const request of [
      get('/v1/models'),
      json('/v1/audio/speech', spoken),
      get('/v1/voice/sessions'),
      json('/v1/voice/rooms/webhook', {}),
    ]) {
      const response = await voice.handle(request);
      assert.deepEqual([response.status, (await objectOf(response))['error_type']], [401, 'unauthorized']);
    }
  });

  it('open them to who knows one', async () => {
    const headers = { authorization: 'Bearer a-long-enough-key' };
    assert.equal((await voice.handle(json('/v1/audio/speech', spoken, 'POST', headers))).status, 200);
  });
});

describe('GET /openapi.json', () => {
  it('says of the audio routes what they take and how they fail', async () => {
    const { paths } = (await objectOf(await voiceService().voice.handle(get('/openapi.json')))) as unknown as {
      paths: Record<string, { post: { requestBody: { content: object }; responses: object } }>;
    };
    for (const path of ['/v1/audio/transcriptions', '/v1/audio/translations', '/v1/voice/turns']) {
      const form = JSON.stringify(paths[path]?.post.requestBody.content);
      assert.match(form, /"file":\{[^}]*"format":"binary"/);
      assert.doesNotMatch(form, /"default":"File"/);
    }
    const fails = (path: string) => Object.keys(paths[path]?.post.responses ?? {});
    for (const path of ['/v1/audio/transcriptions', '/v1/audio/translations', '/v1/audio/speech', '/v1/voice/turns']) {
      for (const status of ['400', '408', '413', '429', '502', '504']) assert.ok(fails(path).includes(status), `${path} ${status}`);
    }
    assert.ok(fails('/v1/voice/turns').includes('404'));
  });

  it('describes every route', async () => {
    const body = await objectOf(await voiceService().voice.handle(get('/openapi.json')));
    const paths = Object.entries(body['paths'] as Record<string, Record<string, { summary?: string }>>);
    assert.deepEqual(paths.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`)).toSorted(), [
      'delete /v1/voice/sessions/{id}',
      'get /health',
      'get /health/deep',
      'get /v1/audio/voices',
      'get /v1/models',
      'get /v1/models/{model}',
      'get /v1/realtime',
      'get /v1/voice/sessions',
      'get /v1/voice/sessions/{id}',
      'get /v1/voice/turns',
      'get /v1/voice/turns/{request_id}',
      'post /v1/audio/speech',
      'post /v1/audio/transcriptions',
      'post /v1/audio/translations',
      'post /v1/realtime/client_secrets',
      'post /v1/voice/rooms/webhook',
      'post /v1/voice/sessions',
      'post /v1/voice/turns',
    ]);
    for (const [path, methods] of paths) {
      for (const operation of Object.values(methods)) assert.ok(operation.summary, `${path} has no summary`);
    }
  });
});

describe('request ids', () => {
  it('"correlation_id … Identifier for correlating the failed request": the caller\'s X-Request-Id when it is sound', async () => {
    const { voice, logger } = voiceService();
    const response = await voice.handle(json('/v1/audio/speech', { model: 'm', input: '' }, 'POST', { 'x-request-id': 'call-7' }));
    assert.equal((await objectOf(response))['correlation_id'], 'call-7');
    assert.equal(response.headers.get('x-request-id'), 'call-7');
    assert.ok(logger.lines.some(({ fields }) => fields['request_id'] === 'call-7'));
  });

  it('are on every answer, also a successful one', async () => {
    const { voice } = voiceService();
    for (const request of [get('/health'), json('/v1/audio/speech', { model: 'm', input: 'hi' }), json('/v1/voice/sessions', {})]) {
      assert.ok((await voice.handle(request)).headers.get('x-request-id'));
    }
  });
});
