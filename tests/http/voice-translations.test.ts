import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cannotTranslate } from '../../src/core/recogniser-input.ts';
import { forever } from '../fixtures/scripted-engines.ts';
import { refusals } from './voice-refusals.ts';
import { upload, voiceService } from './voice-service.ts';

const PATH = '/v1/audio/translations';
const HEARD = { text: 'what time is it', segments: [{ start: 0.1, end: 0.21, text: 'what time is it' }] };

describe('POST /v1/audio/translations', () => {
  it('asks the recogniser for English, with the language that is spoken and the words of the prompt', async () => {
    const { voice, calls, published } = voiceService();
    const fields = { model: 'whisper-1', language: 'de', prompt: 'Siobhán, NATS', temperature: '0.2' };
    assert.equal((await voice.handle(upload(PATH, {}, fields))).status, 200);
    const { model, language, expected, translate } = calls.transcribed[0]?.options ?? {};
    assert.deepEqual([model, language, expected, translate], ['whisper-1', 'de', ['Siobhán', 'NATS'], true]);
    assert.deepEqual(published, []);
  });

  it('of which a transcription asks nothing', async () => {
    const { voice, calls } = voiceService();
    await voice.handle(upload('/v1/audio/transcriptions'));
    assert.equal(calls.transcribed[0]?.options.translate, undefined);
  });

  for (const [format, type, body] of [
    ['', 'application/json', '{"text":"what time is it","language":"english","duration":0.25}'],
    ['text', 'text/plain; charset=utf-8', 'what time is it\n'],
    ['srt', 'application/x-subrip; charset=utf-8', '1\n00:00:00,100 --> 00:00:00,210\nwhat time is it\n'],
    ['vtt', 'text/vtt; charset=utf-8', 'WEBVTT\n\n00:00:00.100 --> 00:00:00.210\nwhat time is it\n'],
  ] as const) {
    it(`answers ${format === '' ? 'json' : format} as a transcription does`, async () => {
      const { voice } = voiceService({ hear: async () => HEARD });
      const response = await voice.handle(upload(PATH, {}, { language: 'de', response_format: format }));
      assert.ok(response.headers.get('content-type')?.startsWith(type));
      assert.equal(await response.text(), body);
    });
  }

  it("answers OpenAI's fields for response_format verbose_json: a translation into english, with segments", async () => {
    const { voice } = voiceService({ hear: async () => HEARD });
    const response = await voice.handle(upload(PATH, {}, { language: 'de', response_format: 'verbose_json' }));
    const { segments, ...body } = (await response.json()) as { segments: readonly { start: number; end: number; text: string }[] };
    assert.deepEqual(body, {
      task: 'translate',
      text: HEARD.text,
      language: 'english',
      duration: 0.25,
      usage: { type: 'duration', seconds: 0.25 },
    });
    assert.deepEqual(
      segments.map(({ start, end, text }) => ({ start, end, text })),
      HEARD.segments,
    );
  });

  it("passes the client's leaving on to the recogniser, and frees its place", async () => {
    const leaving = new AbortController();
    const { voice } = voiceService(
      {
        hear: async (_audio, { signal }) => {
          if (leaving.signal.aborted) return '';
          leaving.abort();
          return await forever(signal);
        },
      },
      {},
      { maxRequests: 1 },
    );
    assert.equal((await voice.handle(upload(PATH, {}, {}, { signal: leaving.signal }))).status, 499);
    assert.equal((await voice.handle(upload(PATH))).status, 200);
  });
});

describe('POST /v1/audio/translations refuses', () => {
  const { voice } = voiceService({
    hear: async () => {
      throw cannotTranslate('tiny/moonshine');
    },
  });
  const sent = (file: Parameters<typeof upload>[1], fields: Readonly<Record<string, string>> = {}) => ({
    request: () => upload(PATH, file, fields),
    status: 400,
    kind: 'invalid_input' as const,
  });
  refusals(
    [
      { name: 'what the recogniser cannot translate', ...sent({}), param: 'model', message: /tiny\/moonshine cannot translate/ },
      { name: 'a file that is no audio', ...sent({ type: 'text/plain' }), param: 'file' },
      { name: 'to tell speakers apart', ...sent({}, { response_format: 'diarized_json' }), param: 'response_format' },
      { name: 'a language that the recogniser does not know', ...sent({}, { language: 'xx' }), param: 'language' },
    ],
    voice,
  );
});

describe('what the recogniser knows it would refuse', () => {
  for (const path of [PATH, '/v1/audio/transcriptions']) {
    it(`is refused at POST ${path} before the recording is decoded`, async () => {
      const { voice } = voiceService({}, { audioDecoder: { decode: () => assert.fail('it was decoded') } });
      const response = await voice.handle(upload(path, { bytes: new TextEncoder().encode('fLaC and more of it') }, { language: 'xx' }));
      const { error } = (await response.json()) as { error: { param: string } };
      assert.deepEqual([response.status, error.param], [400, 'language']);
    });
  }
});
