import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { tone } from '../fixtures/scripted-engines.ts';
import { get, objectOf, upload, voiceService } from './voice-service.ts';

const turn = (requestId: string) => upload('/v1/voice/turns', {}, {}, { headers: { 'x-request-id': requestId } });

describe('GET /v1/voice/turns/{request_id}', () => {
  it('tells what each stage of a turn took and where it lay in time, and none of its words', async () => {
    const clock = createManualClock();
    const after =
      <T>(milliseconds: number, value: T) =>
      async () => {
        clock.advance(milliseconds);
        return value;
      };
    const script = {
      hear: after(30, 'a secret question'),
      reply: after(20, { text: 'Noon.', decision: 'd1; verdict=allow' }),
      speak: after(10, [tone(0.2)]),
    };
    const { voice } = voiceService(script, { clock });
    const begun = clock.now().toISOString();
    await voice.handle(turn('turn-1'));
    const response = await voice.handle(get('/v1/voice/turns/turn-1'));
    const text = await response.clone().text();
    const { session_id: session, room_id: room, audio_seconds: seconds, ...body } = await objectOf(response);
    assert.ok(typeof session === 'string' && typeof room === 'string' && typeof seconds === 'number' && seconds > 0);
    assert.deepEqual(body, {
      object: 'voice.turn_record',
      request_id: 'turn-1',
      started_at: begun,
      outcome: 'completed',
      failed_stage: null,
      error_type: null,
      transcript_characters: 17,
      reply_characters: 5,
      decision: 'd1; verdict=allow',
      stages: [
        { name: 'stt', start_ms: 0, duration_ms: 30 },
        { name: 'bridge', start_ms: 30, duration_ms: 20 },
        { name: 'tts', start_ms: 50, duration_ms: 10 },
      ],
      total_ms: 60,
    });
    assert.doesNotMatch(text, /secret|Noon/);
  });

  it('tells at which stage a turn failed, and why', async () => {
    const fail = async (): Promise<never> => {
      throw new ServiceError('provider_unavailable', 'down');
    };
    const { voice } = voiceService({ reply: fail });
    await voice.handle(turn('bad'));
    const body = await objectOf(await voice.handle(get('/v1/voice/turns/bad')));
    assert.deepEqual([body['outcome'], body['failed_stage'], body['error_type']], ['failed', 'bridge', 'provider_unavailable']);
  });

  it('keeps the decision of the guard, and how long the answer was, when it cannot be spoken', async () => {
    const speak = async (): Promise<never> => {
      throw new ServiceError('provider_unavailable', 'The voice is not there.');
    };
    const { voice } = voiceService({ reply: async () => ({ text: 'Noon.', decision: 'd1; verdict=allow' }), speak });
    await voice.handle(turn('call-7'));
    const record = await objectOf(await voice.handle(get('/v1/voice/turns/call-7')));
    assert.deepEqual(
      [record['outcome'], record['failed_stage'], record['decision'], record['reply_characters']],
      ['failed', 'tts', 'd1; verdict=allow', 5],
    );
  });

  it('knows nothing of a turn that never was, or of one that was long ago', async () => {
    const { voice } = voiceService({}, {}, { recentTurns: 1 });
    for (const id of ['one', 'two']) await voice.handle(turn(id));
    assert.equal((await voice.handle(get('/v1/voice/turns/one'))).status, 404);
    assert.equal((await voice.handle(get('/v1/voice/turns/two'))).status, 200);
  });
});

describe('GET /v1/voice/turns', () => {
  it('lists the last turns, newest first', async () => {
    const { voice } = voiceService();
    for (const id of ['one', 'two', 'three']) await voice.handle(turn(id));
    const list = await objectOf(await voice.handle(get('/v1/voice/turns?limit=2')));
    assert.deepEqual(
      (list['data'] as { request_id: string }[]).map(({ request_id: id }) => id),
      ['three', 'two'],
    );
    assert.equal(list['has_more'], true);
    const one = async (id: string) => (await objectOf(await voice.handle(get(`/v1/voice/turns?request_id=${id}`))))['data'] as unknown[];
    assert.deepEqual([(await one('two')).length, (await one('none')).length], [1, 0]);
    for (const limit of ['0', '101', 'x', '-1']) {
      assert.equal((await voice.handle(get(`/v1/voice/turns?limit=${limit}`))).status, 400, limit);
    }
  });
});
