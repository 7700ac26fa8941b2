import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { ServiceError, type ErrorKind } from '../../src/core/errors.ts';
import { forever, tone, type EngineScript } from '../fixtures/scripted-engines.ts';
import { get, json, objectOf, textOf, upload, voiceService, type PublishedEvent } from './voice-service.ts';

const PATH = '/v1/voice/turns';

function subjects(published: readonly PublishedEvent[]): string[] {
  return published.map(({ subject }) => subject.replace('platform.voice.', ''));
}

function failing(kind: ErrorKind, message = 'It failed.') {
  return async (): Promise<never> => {
    throw new ServiceError(kind, message);
  };
}

describe('turn events', () => {
  it('"platform.voice.turn.completed … carries per-stage latencies", with every field of VoiceTurnCompletedEvent', async () => {
    const { voice, published } = voiceService();
    await voice.handle(upload(PATH, {}, {}, { headers: { 'x-request-id': 'call-3' } }));
    const event = published.find(({ subject }) => subject === 'platform.voice.turn.completed');
    const { session_id: sessionId, room_id: roomId, ...payload } = event?.payload ?? {};
    assert.ok(typeof sessionId === 'string' && typeof roomId === 'string');
    assert.deepEqual(payload, {
      correlation_id: 'call-3',
      timestamp: '2025-01-02T03:04:05.000Z',
      transcript: 'what time is it',
      response_preview: 'It is noon.',
      stt_latency_ms: 0,
      bridge_latency_ms: 0,
      tts_latency_ms: 0,
      total_latency_ms: 0,
    });
    assert.deepEqual(event?.headers, { 'x-request-id': 'call-3' });
  });

  it('"response_preview … a truncated preview of the reply"', async () => {
    const { voice, published } = voiceService({ reply: async () => ({ text: '😀'.repeat(50) }) }, {}, { previewCharacters: 10 });
    await voice.handle(upload(PATH));
    assert.equal(published[1]?.payload['response_preview'], `${'😀'.repeat(9)}…`);
  });

  const failures: readonly [string, EngineScript, number, Readonly<Record<string, unknown>>, readonly string[]][] = [
    [
      'the recogniser is unavailable',
      { hear: failing('provider_unavailable') },
      502,
      { stage: 'stt', error_type: 'provider_unavailable', message: 'It failed.' },
      ['stt'],
    ],
    [
      'no speech was heard',
      { hear: async () => '' },
      400,
      { stage: 'stt', error_type: 'invalid_input', message: 'No speech was heard.' },
      ['stt'],
    ],
    [
      'the bridge is down',
      { reply: failing('provider_unavailable') },
      502,
      { stage: 'bridge', error_type: 'provider_unavailable', message: 'It failed.' },
      ['stt', 'bridge'],
    ],
    [
      'the bridge is slow',
      { reply: failing('timeout') },
      504,
      { stage: 'bridge', error_type: 'timeout', message: 'It failed.' },
      ['stt', 'bridge'],
    ],
    [
      'the guard blocks',
      { reply: failing('content_filter') },
      403,
      { stage: 'bridge', error_type: 'content_filter', message: 'It failed.' },
      ['stt', 'bridge'],
    ],
    [
      'the synthesiser is missing',
      { speak: failing('provider_unavailable') },
      502,
      { stage: 'tts', error_type: 'provider_unavailable', message: 'It failed.' },
      ['stt', 'bridge', 'tts'],
    ],
  ];
  for (const [name, script, status, expected, stages] of failures) {
    it(`"platform.voice.turn.failed … A pipeline stage fails; carries an error type and a message": ${name}`, async () => {
      const { voice, published } = voiceService(script);
      const response = await voice.handle(upload(PATH));
      assert.equal(response.status, status);
      assert.deepEqual(subjects(published), ['session.started', 'turn.failed', 'session.ended']);
      const { session_id: sessionId, room_id: roomId, ...payload } = published[1]?.payload ?? {};
      assert.ok(typeof sessionId === 'string' && typeof roomId === 'string');
      assert.deepEqual(payload, {
        correlation_id: response.headers.get('x-request-id'),
        timestamp: '2025-01-02T03:04:05.000Z',
        ...expected,
        ...Object.fromEntries([...stages, 'total'].map((stage) => [`${stage}_latency_ms`, 0])),
      });
      assert.equal((await objectOf(response))['error_type'], expected['error_type']);
    });
  }

  it('say that a turn failed when the client leaves, as cancelled', async () => {
    const leaving = new AbortController();
    const { voice, published } = voiceService({
      reply: async (_text, { signal }) => {
        leaving.abort();
        return await forever(signal);
      },
    });
    assert.equal((await voice.handle(upload(PATH, {}, {}, { signal: leaving.signal }))).status, 499);
    assert.deepEqual([published[1]?.payload['stage'], published[1]?.payload['error_type']], ['bridge', 'cancelled']);
  });

  it('say that a turn failed when its session is ended meanwhile, once', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { voice, published } = voiceService({ reply: async (_text, { signal }) => (begin(), await forever(signal)) });
    const turn = voice.handle(upload(PATH));
    await begun;
    await voice.handle(get(`/v1/voice/sessions/${textOf(published[0]?.payload ?? {}, 'session_id')}`, 'DELETE'));
    const response = await turn;
    assert.deepEqual([response.status, (await objectOf(response))['error_type']], [409, 'conflict']);
    assert.deepEqual(subjects(published), ['session.started', 'turn.failed', 'session.ended']);
    assert.deepEqual(
      [published[1]?.payload['error_type'], published[1]?.payload['message'], published[2]?.payload['reason']],
      ['conflict', 'The session ended before the turn was finished.', 'closed'],
    );
  });

  it('say that a turn failed when the service stops meanwhile, as unavailable, before its session ends', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { voice, published } = voiceService({ reply: async (_text, { signal }) => (begin(), await forever(signal)) });
    const turn = voice.handle(upload(PATH));
    await begun;
    await voice.sessions.closeAll();
    const response = await turn;
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '1']);
    assert.deepEqual(subjects(published), ['session.started', 'turn.failed', 'session.ended']);
    assert.deepEqual([published[1]?.payload['error_type'], published[2]?.payload['reason']], ['unavailable', 'shutdown']);
  });

  it('say that a turn failed when a newer one of its session interrupts it, before the newer one completes', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const heard = ['where is Eva', 'and since when'];
    const { voice, published, calls } = voiceService({
      hear: async () => heard.shift() ?? '',
      reply: async (text, { signal }) => (text === 'where is Eva' ? (begin(), await forever(signal)) : { text: 'Since May.' }),
    });
    const opened = await voice.handle(json('/v1/voice/sessions', {}));
    const fields = { session_id: textOf(await objectOf(opened), 'id') };
    const first = voice.handle(upload(PATH, {}, fields));
    await begun;
    const second = await voice.handle(upload(PATH, {}, fields));
    const interrupted = await first;
    assert.deepEqual([interrupted.status, second.status], [409, 200]);
    assert.match(textOf(await objectOf(interrupted), 'message'), /newer turn/);
    assert.deepEqual(subjects(published), ['session.started', 'turn.failed', 'turn.completed']);
    assert.deepEqual([published[1]?.payload['stage'], published[1]?.payload['error_type']], ['bridge', 'conflict']);
    // What was asked and not answered is asked with the next question.
    assert.deepEqual(calls.asked[1]?.messages, [{ role: 'user', content: 'where is Eva\nand since when' }]);
  });

  it('say nothing of an answer that was interrupted while it was spoken, which the next turn still has before it', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const spoken = [async (signal: AbortSignal | undefined) => (begin(), await forever(signal)), async () => [tone(0.1)]];
    const { voice, published, calls } = voiceService({ speak: async (_text, signal) => (await spoken.shift()?.(signal)) ?? [] });
    const opened = await voice.handle(json('/v1/voice/sessions', {}));
    const fields = { session_id: textOf(await objectOf(opened), 'id') };
    const first = voice.handle(upload(PATH, {}, fields));
    await begun;
    assert.equal((await voice.handle(upload(PATH, {}, fields))).status, 200);
    assert.equal((await first).status, 409);
    assert.equal(published[1]?.payload['response_preview'], undefined);
    assert.deepEqual(
      calls.asked[1]?.messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
  });

  it('"These are fire-and-forget, and no subscription to them is expected.": a bus that throws fails no request', async () => {
    const bus = {
      ...createInMemoryBus(),
      connected: false,
      publish() {
        throw new Error('the bus is gone');
      },
    };
    const { voice, logger } = voiceService({}, { bus });
    assert.equal((await voice.handle(upload(PATH))).status, 200);
    assert.equal(logger.lines.filter(({ message }) => message === 'an event was not published').length, 3);
  });

  it('leave no word of what was said in the log', async () => {
    const { voice, logger } = voiceService({
      hear: async () => 'my secret question',
      reply: async () => ({ text: 'my secret answer' }),
      speak: failing('timeout'),
    });
    await voice.handle(upload(PATH));
    assert.ok(logger.lines.length > 0);
    assert.doesNotMatch(JSON.stringify(logger.lines), /secret/);
  });

  it('reach a subscriber of the bus', async () => {
    const bus = createInMemoryBus();
    const stop = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { subject } of bus.subscribe('platform.voice.>', { signal: stop.signal })) {
        seen.push(subject);
        if (seen.length === 3) break;
      }
    })();
    await voiceService({}, { bus }).voice.handle(upload(PATH));
    await reading;
    stop.abort();
    assert.deepEqual(seen, ['platform.voice.session.started', 'platform.voice.turn.completed', 'platform.voice.session.ended']);
  });
});
