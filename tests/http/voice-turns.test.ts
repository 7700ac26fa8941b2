import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import type { Pcm } from '../../src/ports/speech.ts';
import { createBusBridge } from '../../src/voice/bus-bridge.ts';
import type { VoiceLimits } from '../../src/voice/config.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { tone } from '../fixtures/scripted-engines.ts';
import { refusals } from './voice-refusals.ts';
import { get, json, objectOf, textOf, upload, voiceService, type PublishedEvent } from './voice-service.ts';

const PATH = '/v1/voice/turns';

function subjects(published: readonly PublishedEvent[]): string[] {
  return published.map(({ subject }) => subject.replace('platform.voice.', ''));
}

describe('POST /v1/voice/turns', () => {
  it('answers a spoken question with transcript, decision, answer, latencies and audio', async () => {
    const clock = createManualClock();
    const after =
      <T>(milliseconds: number, value: T) =>
      async () => {
        clock.advance(milliseconds);
        return value;
      };
    const script = {
      hear: after(30, 'what time is it'),
      reply: after(20, { text: 'Noon.', decision: 'allow' }),
      speak: after(10, [tone(0.2)]),
    };
    const { voice } = voiceService(script, { clock });
    const response = await voice.handle(upload(PATH));
    const body = await objectOf(response);
    assert.equal(response.status, 200);
    const { id, session_id: sessionId, room_id: roomId, audio, ...rest } = body;
    assert.match(JSON.stringify([id, sessionId, roomId]), /^\["turn-\d+","session-\d+","room-\d+"\]$/);
    assert.deepEqual(rest, {
      transcript: 'what time is it',
      language: 'en',
      response: 'Noon.',
      decision: 'allow',
      latencies: { stt_ms: 30, bridge_ms: 20, tts_ms: 10, total_ms: 60 },
    });
    const { data, ...described } = audio as { data: string };
    assert.deepEqual(described, { format: 'wav', sample_rate: 22_050, duration: 0.2 });
    assert.equal((await decodeWav(Uint8Array.fromBase64(data), { maxSeconds: 1 })).samples.length, 4410);
  });

  it('has no decision when no guard answered', async () => {
    assert.equal((await objectOf(await voiceService().voice.handle(upload(PATH))))['decision'], null);
  });

  it('answers the audio alone for response_format wav, with the rest in headers', async () => {
    const { voice } = voiceService({ reply: async () => ({ text: 'Mittag, fünf vor zwölf.\n100 %', decision: 'flag' }) });
    const response = await voice.handle(upload(PATH, {}, { response_format: 'wav' }));
    const pcm = await decodeWav(await response.bytes(), { maxSeconds: 1 });
    const header = (name: string) => response.headers.get(name) ?? '';
    assert.deepEqual([header('content-type'), header('x-sample-rate'), header('x-duration-seconds')], ['audio/wav', '22050', '0.1']);
    assert.equal(pcm.samples.length, 2205);
    assert.equal(decodeURIComponent(header('x-transcript')), 'what time is it');
    assert.equal(decodeURIComponent(header('x-response')), 'Mittag, fünf vor zwölf.\n100 %');
    assert.equal(header('x-guard-decision'), 'flag');
  });

  it('keeps headers short when the answer is long', async () => {
    const { voice } = voiceService({ reply: async () => ({ text: '漢'.repeat(5000) }) });
    const response = await voice.handle(upload(PATH, {}, { response_format: 'wav' }));
    assert.equal(response.status, 200);
    assert.ok((response.headers.get('x-response') ?? '').length < 5000);
  });

  const silences: readonly (readonly [string, readonly Pcm[]])[] = [
    ['no audio', []],
    ['audio without samples', [{ samples: new Float32Array(0), sampleRate: 22_050 }]],
  ];
  for (const [what, audio] of silences) {
    it(`answers with the texts when the voice gives ${what} for a language that it does not speak`, async () => {
      const { voice, published } = voiceService({ reply: async () => ({ text: 'Привет', decision: 'allow' }), speak: async () => audio });
      const response = await voice.handle(upload(PATH));
      const body = await objectOf(response);
      assert.deepEqual(
        [response.status, body['transcript'], body['response'], body['decision'], body['audio']],
        [200, 'what time is it', 'Привет', 'allow', null],
      );
      assert.deepEqual(subjects(published), ['session.started', 'turn.completed', 'session.ended']);
    });

    it(`refuses response_format wav for good, and with the texts, when the voice gives ${what}`, async () => {
      const { voice } = voiceService({ reply: async () => ({ text: 'Привет', decision: 'allow' }), speak: async () => audio });
      const response = await voice.handle(upload(PATH, {}, { response_format: 'wav' }, { headers: { 'x-request-id': 'call-9' } }));
      const body = await objectOf(response);
      const { message: _, error, ...rest } = body;
      assert.equal(response.status, 400);
      assert.deepEqual(rest, {
        error_type: 'invalid_input',
        correlation_id: 'call-9',
        transcript: 'what time is it',
        response: 'Привет',
        decision: 'allow',
      });
      assert.match(textOf(body, 'message'), /The voice cannot speak this answer/);
      assert.deepEqual(error, { message: textOf(body, 'message'), type: 'invalid_input', code: 'invalid_input', param: 'voice' });
      const header = (name: string) => decodeURIComponent(response.headers.get(name) ?? '');
      assert.deepEqual(['x-transcript', 'x-response', 'x-guard-decision'].map(header), ['what time is it', 'Привет', 'allow']);
      assert.equal(response.headers.get('x-request-id'), 'call-9');
    });
  }

  it('tells the recogniser the words of a prompt, as a transcription does, and the reasoner none of them', async () => {
    const { voice, calls } = voiceService();
    await voice.handle(upload(PATH, {}, { prompt: 'Siobhán of Hetzner, libSQL' }));
    await voice.handle(upload(PATH, {}, { prompt: '' }));
    assert.deepEqual(
      calls.transcribed.map(({ options }) => options.expected),
      [['Siobhán', 'of', 'Hetzner', 'libSQL'], undefined],
    );
    assert.equal(calls.asked[0]?.text, 'what time is it');
  });

  it('gives language, voice, user and request id to the stages', async () => {
    const { voice, calls } = voiceService();
    const fields = { language: 'de', voice: 'de', user_id: 'ann' };
    await voice.handle(upload(PATH, {}, fields, { headers: { 'x-request-id': 'call-9' } }));
    assert.equal(calls.transcribed[0]?.options.language, 'de');
    assert.deepEqual([calls.asked[0]?.options.userId, calls.asked[0]?.options.requestId], ['ann', 'call-9']);
    assert.equal(calls.spoken[0]?.voice, 'de');
  });

  it('tells the reasoner a user only where the client named one or a participant', async () => {
    const { voice, calls } = voiceService();
    const open = async (body: object) => textOf(await objectOf(await voice.handle(json('/v1/voice/sessions', body))), 'id');
    const [named, unnamed] = [await open({ participant_id: 'ann' }), await open({ room_id: 'kitchen' })];
    const turns: readonly Readonly<Record<string, string>>[] = [
      {},
      { user_id: 'bob' },
      { session_id: named },
      { session_id: unnamed },
      { session_id: named, user_id: 'bob' },
    ];
    for (const fields of turns) assert.equal((await voice.handle(upload(PATH, {}, fields))).status, 200);
    assert.deepEqual(
      calls.asked.map(({ options }) => options.userId),
      [undefined, 'bob', 'ann', undefined, 'bob'],
    );
  });

  it('tells the reasoner by X-Parley-Memory how the turn may use memory', async () => {
    const { voice, calls } = voiceService();
    for (const headers of [{ 'x-parley-memory': 'off' }, {}]) await voice.handle(upload(PATH, {}, { user_id: 'ann' }, { headers }));
    assert.deepEqual(
      calls.asked.map(({ options }) => options.memory),
      ['off', undefined],
    );
  });

  it("tells the reasoner the caller's API key", async () => {
    const keys = [
      { name: 'alice', key: 'alicealice1' },
      { name: 'bob', key: 'bobbobbob1' },
    ];
    const { voice, calls, logger, published } = voiceService({}, { apiKeys: keys });
    await voice.handle(upload(PATH, {}, {}, { headers: { authorization: 'Bearer bobbobbob1' } }));
    assert.deepEqual(calls.asked[0]?.options.caller, keys[1]);
    assert.doesNotMatch(JSON.stringify([logger.lines, published]), /bobbobbob1/);
  });

  it('opens and ends a session around a turn that names none', async () => {
    const { voice, published } = voiceService();
    const body = await objectOf(await voice.handle(upload(PATH, {}, { user_id: 'ann' })));
    assert.deepEqual(subjects(published), ['session.started', 'turn.completed', 'session.ended']);
    assert.deepEqual([...new Set(published.map(({ payload }) => payload['session_id']))], [body['session_id']]);
    assert.deepEqual(
      [published[2]?.payload['reason'], published[2]?.payload['turns'], published[2]?.payload['participant_id']],
      ['completed', 1, 'ann'],
    );
    assert.deepEqual((await objectOf(await voice.handle(get('/v1/voice/sessions'))))['data'], []);
  });

  it('belongs to the session that it names, and leaves it open', async () => {
    const { voice, published } = voiceService();
    const session = await objectOf(await voice.handle(json('/v1/voice/sessions', { room_id: 'kitchen' })));
    const fields = { session_id: textOf(session, 'id') };
    const body = await objectOf(await voice.handle(upload(PATH, {}, fields)));
    await voice.handle(upload(PATH, {}, fields));
    assert.deepEqual([body['session_id'], body['room_id']], [session['id'], 'kitchen']);
    assert.deepEqual(subjects(published), ['session.started', 'turn.completed', 'turn.completed']);
    assert.equal((await objectOf(await voice.handle(get(`/v1/voice/sessions/${fields.session_id}`))))['turns'], 2);
  });
});

describe('the conversation of a session', () => {
  const conversation = async (limits: Partial<VoiceLimits> = {}) => {
    const said = ['Who lives in Lisbon?', 'Since when?', 'Sure?'];
    const replies = ['Eva does. She is your sister.', 'Since May.', 'Yes.'];
    const script = { hear: async () => said.shift() ?? '', reply: async () => ({ text: replies.shift() ?? '' }) };
    const { voice, calls } = voiceService(script, {}, limits);
    const session = textOf(await objectOf(await voice.handle(json('/v1/voice/sessions', {}))), 'id');
    for (let turn = 0; turn < 3; turn += 1) {
      assert.equal((await voice.handle(upload(PATH, {}, { session_id: session }))).status, 200);
    }
    return calls.asked.map(({ messages }) => messages.map(({ role, content }) => `${role}: ${content}`));
  };
  const first = ['user: Who lives in Lisbon?', 'assistant: Eva does. She is your sister.'];
  const second = ['user: Since when?', 'assistant: Since May.'];

  it('goes along with each further turn, oldest first', async () => {
    assert.deepEqual(await conversation(), [
      ['user: Who lives in Lisbon?'],
      [...first, 'user: Since when?'],
      [...first, ...second, 'user: Sure?'],
    ]);
  });

  it('has an answer as it was spoken', async () => {
    const [, asked = []] = await conversation({ maxInputCharacters: 12 });
    assert.equal(asked[1], 'assistant: Eva does.');
  });

  it('is limited by VOICE_HISTORY_TURNS and VOICE_HISTORY_CHARACTERS', async () => {
    const alone = [['user: Who lives in Lisbon?'], ['user: Since when?'], ['user: Sure?']];
    assert.deepEqual(await conversation({ historyTurns: 0 }), alone);
    assert.deepEqual((await conversation({ historyTurns: 1 }))[2], [...second, 'user: Sure?']);
    assert.deepEqual((await conversation({ historyCharacters: 30 }))[2], [...second, 'user: Sure?']);
  });

  it('is no part of a turn that names no session', async () => {
    const { voice, calls } = voiceService();
    for (let turn = 0; turn < 2; turn += 1) await voice.handle(upload(PATH, {}, { user_id: 'ann' }));
    assert.deepEqual(
      calls.asked.map(({ messages }) => messages.length),
      [1, 1],
    );
  });

  it('does not contain turns that failed', async () => {
    const outcomes = [Promise.reject(new ServiceError('provider_unavailable', 'down')), Promise.resolve({ text: 'Noon.' })];
    outcomes[0]?.catch(() => undefined);
    const { voice, calls } = voiceService({ reply: async () => (await outcomes.shift()) ?? { text: '' } });
    const session = textOf(await objectOf(await voice.handle(json('/v1/voice/sessions', {}))), 'id');
    for (const status of [502, 200]) {
      assert.equal((await voice.handle(upload(PATH, {}, { session_id: session }))).status, status);
    }
    assert.equal(calls.asked[1]?.messages.length, 1);
  });
});

describe('POST /v1/voice/turns refuses', () => {
  const { voice, published, calls } = voiceService({}, {}, { maxFileBytes: 20_000 });
  const rows = [
    { name: 'a form without a file', request: () => upload(PATH, null), status: 400, kind: 'invalid_input' as const, param: 'file' },
    {
      name: 'a part that is not audio',
      request: () => upload(PATH, { type: 'text/plain' }),
      status: 400,
      kind: 'invalid_input' as const,
      param: 'file',
    },
    {
      name: 'an empty file',
      request: () => upload(PATH, { bytes: new Uint8Array(0) }),
      status: 400,
      kind: 'invalid_input' as const,
      param: 'file',
    },
    {
      name: 'a file over the limit',
      request: () => upload(PATH, { bytes: new Uint8Array(20_001) }),
      status: 413,
      kind: 'payload_too_large' as const,
      param: 'file',
    },
    {
      name: 'response_format mp3',
      request: () => upload(PATH, {}, { response_format: 'mp3' }),
      status: 400,
      kind: 'invalid_input' as const,
      param: 'response_format',
    },
    {
      name: 'a session that is not open',
      request: () => upload(PATH, {}, { session_id: 'nope' }),
      status: 404,
      kind: 'not_found' as const,
      param: 'session_id',
    },
    {
      name: 'an X-Parley-Memory that is no word',
      request: () => upload(PATH, {}, {}, { headers: { 'x-parley-memory': 'no, thanks' } }),
      status: 400,
      kind: 'invalid_input' as const,
      param: 'X-Parley-Memory',
    },
    {
      name: 'a voice that there is not',
      request: () => upload(PATH, {}, { voice: 'nope' }),
      status: 400,
      kind: 'invalid_input' as const,
      param: 'voice',
    },
    ...['x'.repeat(257), 'a\u0007b'].map((name) => ({
      name: `a user_id that cannot name a user (${name.length} characters)`,
      request: () => upload(PATH, {}, { user_id: name }),
      status: 400,
      kind: 'invalid_input' as const,
      param: 'user_id',
    })),
    {
      name: 'a language that the recogniser does not know',
      request: () => upload(PATH, {}, { language: 'xx' }),
      status: 400,
      kind: 'invalid_input' as const,
      param: 'language',
    },
    { name: 'a JSON body', request: () => json(PATH, {}), status: 415, kind: 'unsupported_media_type' as const },
  ];
  refusals(rows, voice);

  it('before a session or a turn begins, so without an event and without asking an engine or the model', async () => {
    for (const { request } of rows) await voice.handle(request());
    assert.deepEqual(published, []);
    assert.deepEqual([calls.transcribed, calls.asked, calls.spoken], [[], [], []]);
  });

  it('a bridge over a bus on which nobody answers, with 504', async () => {
    const bus = createInMemoryBus();
    const slow = voiceService({}, { bus, bridge: createBusBridge({ bus, model: 'parley', timeoutMs: 20 }) });
    const response = await slow.voice.handle(upload(PATH));
    assert.deepEqual([response.status, (await objectOf(response))['error_type']], [504, 'timeout']);
  });
});
