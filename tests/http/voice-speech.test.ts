import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFfmpegEncoder } from '../../src/adapters/audio/ffmpeg-encoder.ts';
import { createEspeakTextToSpeech } from '../../src/adapters/espeak/text-to-speech.ts';
import type { ErrorBody } from '../../src/core/errors.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { splitSentences } from '../../src/domain/speech/sentences.ts';
import { readWavHeader } from '../../src/domain/speech/wav-header.ts';
import { forever, tone } from '../fixtures/scripted-engines.ts';
import { refusals } from './voice-refusals.ts';
import { get, json, objectOf, upload, voiceService } from './voice-service.ts';

const PATH = '/v1/audio/speech';
const HELLO = { model: 'any', input: 'Hello there.' };

function espeak(executable: string) {
  return createEspeakTextToSpeech({
    executable,
    processes: 1,
    queueLimit: 4,
    timeoutMs: 10_000,
    splitSentences: (text) => splitSentences(text),
    decodeWav: (bytes) => decodeWav(bytes, { maxSeconds: 600 }),
  });
}

describe('POST /v1/audio/speech', () => {
  it('"Synthesizes speech from text (text-to-speech) and returns a WAV byte stream."', async () => {
    const { voice, calls } = voiceService();
    const response = await voice.handle(json(PATH, HELLO));
    assert.equal(response.status, 200);
    const pcm = await decodeWav(new Uint8Array(await response.arrayBuffer()), { maxSeconds: 10 });
    assert.deepEqual([pcm.sampleRate, pcm.samples.length], [22_050, 2205]);
    assert.equal(calls.spoken[0]?.text, 'Hello there.');
  });

  it('"200 with the audio/wav byte stream and the headers listed above": Content-Type, X-Duration-Seconds, X-Sample-Rate', async () => {
    const response = await voiceService().voice.handle(json(PATH, HELLO));
    const bytes = new Uint8Array(await response.arrayBuffer());
    const header = readWavHeader(bytes);
    assert.equal(response.headers.get('content-type'), 'audio/wav');
    assert.equal(response.headers.get('x-duration-seconds'), String(header.frames / header.sampleRate));
    assert.equal(response.headers.get('x-sample-rate'), String(header.sampleRate));
    assert.equal(response.headers.get('content-length'), String(bytes.length));
  });

  it('joins the sentences of a synthesis into one file', async () => {
    const { voice } = voiceService({ speak: async () => [tone(0.1), tone(0.2), tone(0.3)] });
    assert.equal((await voice.handle(json(PATH, HELLO))).headers.get('x-duration-seconds'), '0.6');
  });

  it('"Passed through; the single configured model is used regardless"', async () => {
    const { voice } = voiceService();
    for (const model of ['tts-1', 'scripted-tts', 'whatever']) {
      assert.equal((await voice.handle(json(PATH, { ...HELLO, model }))).status, 200);
    }
  });

  it('"voice … Default \'default\'": the synthesiser is told no voice unless one is given', async () => {
    const { voice, calls } = voiceService();
    await voice.handle(json(PATH, HELLO));
    await voice.handle(json(PATH, { ...HELLO, voice: 'de', speed: 1.5 }));
    await voice.handle(json(PATH, { ...HELLO, voice: { id: 'de' } }));
    assert.deepEqual(
      calls.spoken.map(({ voice, speed }) => [voice, speed]),
      [
        [undefined, undefined],
        ['de', 1.5],
        ['de', undefined],
      ],
    );
  });

  it('"response_format … Default \'wav\' … Output format; wav"', async () => {
    const { voice } = voiceService();
    const [plain, asked] = await Promise.all(
      [HELLO, { ...HELLO, response_format: 'wav' }].map(async (body) => await (await voice.handle(json(PATH, body))).bytes()),
    );
    assert.deepEqual(asked, plain);
  });

  it('gives the samples alone for response_format pcm', async () => {
    const { voice } = voiceService();
    const wav = await (await voice.handle(json(PATH, HELLO))).bytes();
    const response = await voice.handle(json(PATH, { ...HELLO, response_format: 'pcm' }));
    assert.equal(response.headers.get('content-type'), 'audio/pcm');
    assert.deepEqual(await response.bytes(), wav.slice(44));
  });

  const compressed = [
    ['mp3', 'audio/mpeg', /^\xff[\xf2\xf3\xfa\xfb]/],
    ['opus', 'audio/ogg', /^OggS.{24}OpusHead/s],
    ['aac', 'audio/aac', /^\xff[\xf0\xf1\xf8\xf9]/],
    ['flac', 'audio/flac', /^fLaC/],
  ] as const;
  for (const [format, type, beginning] of compressed) {
    it(`compresses for response_format ${format}`, async () => {
      const response = await voiceService().voice.handle(json(PATH, { ...HELLO, response_format: format }));
      assert.deepEqual(
        [response.status, response.headers.get('content-type'), response.headers.get('x-sample-rate')],
        [200, type, '22050'],
      );
      assert.match(Buffer.from(await response.bytes()).toString('latin1'), beginning);
    });
  }

  it('compresses only where ffmpeg is: 502 where it is missing, and 400 that names the rest where it is turned off', async () => {
    const without = voiceService({}, { audioEncoder: createFfmpegEncoder('ffmpeg-that-is-not-here') }, { maxRequests: 1 }).voice;
    for (let round = 0; round < 3; round += 1) {
      const response = await without.handle(json(PATH, { ...HELLO, response_format: 'mp3' }));
      const { error_type: kind, message, error } = (await response.json()) as ErrorBody;
      assert.deepEqual([response.status, kind, error.param], [502, 'provider_unavailable', 'response_format']);
      assert.match(message, /ffmpeg, which is not installed/);
    }
    const off = voiceService({}, { audioEncoder: createFfmpegEncoder('') }).voice;
    const response = await off.handle(json(PATH, { ...HELLO, response_format: 'mp3' }));
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as ErrorBody).message, 'response_format must be one of wav, pcm.');
  });

  it('ignores fields it does not know', async () => {
    const response = await voiceService().voice.handle(json(PATH, { ...HELLO, instructions: 'cheerfully', stream_format: 'audio' }));
    assert.equal(response.status, 200);
  });

  it("passes the client's leaving on to the synthesiser", async () => {
    const leaving = new AbortController();
    const { voice } = voiceService({
      speak: async (_text, signal) => {
        leaving.abort();
        return await forever(signal);
      },
    });
    assert.equal((await voice.handle(new Request(json(PATH, HELLO), { signal: leaving.signal }))).status, 499);
  });

  it('speaks with espeak-ng: header, duration and sample rate agree', async () => {
    const { voice } = voiceService({}, { textToSpeech: espeak('espeak-ng') });
    const response = await voice.handle(json(PATH, { ...HELLO, voice: 'default' }));
    const { frames, sampleRate } = readWavHeader(await response.bytes());
    assert.equal(sampleRate, 22_050);
    assert.ok(Math.abs(Number(response.headers.get('x-duration-seconds')) - frames / sampleRate) < 0.001 && frames > 11_025);
  });
});

const body = (changes: Readonly<Record<string, unknown>>) => () => json(PATH, { ...HELLO, ...changes });

describe('POST /v1/audio/speech refuses', () => {
  const { voice } = voiceService({}, {}, { maxInputCharacters: 100 });
  const bad = (name: string, param: string, changes: Readonly<Record<string, unknown>>) => ({
    name,
    request: body(changes),
    status: 400,
    kind: 'invalid_input' as const,
    param,
  });
  refusals(
    [
      bad('"when input is empty, then 400 with error_type \'invalid_input\'"', 'input', { input: '' }),
      bad('an input of blanks alone, which is empty too', 'input', { input: ' \n\t' }),
      bad('a body without input', 'input', { input: undefined }),
      bad('an input that is no text', 'input', { input: 7 }),
      bad('an input over the limit of characters', 'input', { input: 'x'.repeat(101) }),
      bad('a body without model', 'model', { model: undefined }),
      bad('an unknown response_format', 'response_format', { response_format: 'ogg' }),
      bad('a speed under 0.25', 'speed', { speed: 0.2 }),
      bad('a speed over 4', 'speed', { speed: 4.5 }),
      bad('a speed that is no number', 'speed', { speed: 'fast' }),
      { name: 'malformed JSON', request: () => json(PATH, '{"model":'), status: 400, kind: 'invalid_input', message: /not valid JSON/ },
      { name: 'JSON that is no object', request: () => json(PATH, '[]'), status: 400, kind: 'invalid_input', param: 'model' },
      { name: 'an empty body', request: () => json(PATH, ''), status: 400, kind: 'invalid_input' },
      {
        name: 'bytes that are not UTF-8',
        request: () => new Request(json(PATH, ''), { method: 'POST', body: new Uint8Array([0xff, 0x22]) }),
        status: 400,
        kind: 'invalid_input',
      },
      { name: 'a body over the limit', request: body({ input: 'x'.repeat(70_000) }), status: 413, kind: 'payload_too_large' },
      { name: 'a multipart body', request: () => upload(PATH), status: 415, kind: 'unsupported_media_type' },
      { name: 'another method', request: () => get(PATH), status: 405, kind: 'method_not_allowed' },
    ],
    voice,
  );

  it('without echoing the input', async () => {
    const response = await voice.handle(json(PATH, { ...HELLO, input: { secret: 'do-not-repeat' } }));
    assert.doesNotMatch(await response.text(), /do-not-repeat/);
  });

  it('and works on afterwards', async () => {
    assert.equal((await voice.handle(json(PATH, HELLO))).status, 200);
  });

  refusals(
    [
      {
        name: '"when the synthesis engine is unavailable (for example its executable is missing), then 502 with error_type \'provider_unavailable\'"',
        request: () => json(PATH, HELLO),
        status: 502,
        kind: 'provider_unavailable',
        message: /"\/nowhere\/espeak-ng" cannot be started\. Install it/,
      },
    ],
    voiceService({}, { textToSpeech: espeak('/nowhere/espeak-ng') }).voice,
  );

  refusals(
    [
      { name: 'a voice it does not have', request: body({ voice: 'alloy' }), status: 400, kind: 'invalid_input', param: 'voice' },
      {
        name: 'a voice that looks like an option',
        request: body({ voice: '--stdout' }),
        status: 400,
        kind: 'invalid_input',
        param: 'voice',
      },
      {
        name: 'an input with nothing to speak in it',
        request: body({ input: '\u0001' }),
        status: 400,
        kind: 'invalid_input',
        param: 'input',
      },
    ],
    voiceService({}, { textToSpeech: espeak('espeak-ng') }).voice,
  );
});

describe('the listings', () => {
  it('"One synthesis model is configured on the server": GET /v1/models lists it beside the recogniser', async () => {
    const created = Date.parse('2025-01-02T03:04:05Z') / 1000;
    assert.deepEqual(await objectOf(await voiceService().voice.handle(get('/v1/models'))), {
      object: 'list',
      data: ['scripted-stt', 'scripted-tts'].map((id) => ({ id, object: 'model', created, owned_by: 'parley' })),
    });
  });

  it('GET /v1/models/{model} answers each of the two, and 404 for others', async () => {
    const { voice } = voiceService();
    assert.equal((await objectOf(await voice.handle(get('/v1/models/scripted-tts'))))['id'], 'scripted-tts');
    assert.equal((await voice.handle(get('/v1/models/whisper-1'))).status, 404);
  });

  it('GET /v1/audio/voices lists the voices', async () => {
    assert.deepEqual(await objectOf(await voiceService().voice.handle(get('/v1/audio/voices'))), {
      object: 'list',
      data: [
        { id: 'default', language: 'en-US' },
        { id: 'de', language: 'de' },
      ],
    });
  });
});
