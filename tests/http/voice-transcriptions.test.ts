import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { hundredths } from '../../src/core/rounded.ts';
import type { TranscribeOptions } from '../../src/ports/speech.ts';
import { voiceSettings } from '../../src/voice/config.ts';
import { forever } from '../fixtures/scripted-engines.ts';
import { toneWav, wavBytes } from '../fixtures/wav-files.ts';
import { refusals } from './voice-refusals.ts';
import { json, objectOf, upload, voiceService, type FileToSend } from './voice-service.ts';

const PATH = '/v1/audio/transcriptions';

const sent =
  (file: FileToSend | null, fields: Readonly<Record<string, string>> = {}) =>
  () =>
    upload(PATH, file, fields);

/** The fields of a segment besides its place and its confidence. */
const FURTHER = { text: 'what time is it', tokens: [], temperature: 0, compression_ratio: 0.65, no_speech_prob: 0 };

describe('POST /v1/audio/transcriptions', () => {
  it('"Transcribes uploaded audio to text (speech-to-text) through a chat-API-style audio interface."', async () => {
    const { voice } = voiceService();
    const response = await voice.handle(upload(PATH));
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.deepEqual(await response.json(), { text: 'what time is it', language: 'en', duration: 0.25 });
  });

  it('"Request: multipart/form-data as in the transcription request table."', async () => {
    const { voice, calls } = voiceService();
    const fields = { model: 'scripted-stt', language: 'en-gb', response_format: 'json' };
    assert.equal((await voice.handle(upload(PATH, {}, fields))).status, 200);
    const { options } = calls.transcribed[0] ?? {};
    assert.deepEqual([options?.model, options?.language], ['scripted-stt', 'en-GB']);
  });

  it('"Success: 200 with the transcription response (JSON)." with "text", "language" and "duration"', async () => {
    const body = await objectOf(await voiceService().voice.handle(upload(PATH)));
    assert.deepEqual(Object.keys(body).toSorted(), ['duration', 'language', 'text']);
    assert.equal(typeof body['duration'], 'number');
  });

  it('"When absent, the model configured at startup is used": the recogniser is told no model', async () => {
    const { voice, calls } = voiceService();
    await voice.handle(upload(PATH, {}, { model: '' }));
    assert.equal(calls.transcribed[0]?.options.model, undefined);
  });

  it('tells the recogniser the words of a prompt, each once and as it is written, the last ones of too many', async () => {
    const { voice, calls } = voiceService();
    await voice.handle(upload(PATH, {}, { prompt: 'Siobhán O’Neill of Jean-Luc & Co, K8s: NATS, libSQL. nats' }));
    const { maxPromptWords } = voiceSettings;
    const many = Array.from({ length: maxPromptWords.fallback + 1 }, (_, index) => `name${index}`);
    await voice.handle(upload(PATH, {}, { prompt: many.join(', ') }));
    await voice.handle(upload(PATH, {}, { prompt: ' …' }));
    const [one, other, none] = calls.transcribed.map(({ options }) => options.expected);
    assert.deepEqual(one, ['Siobhán', 'O’Neill', 'of', 'Jean-Luc', 'Co', 'K8s', 'NATS', 'libSQL']);
    assert.deepEqual(other, many.slice(1));
    assert.equal(none, undefined);
  });

  it('hands the decoded audio to the recogniser, at the rate of the file', async () => {
    const { voice, calls } = voiceService();
    await voice.handle(upload(PATH, { bytes: toneWav({ seconds: 0.5, sampleRate: 44_100 }) }));
    assert.deepEqual([calls.transcribed[0]?.audio.sampleRate, calls.transcribed[0]?.audio.samples.length], [44_100, 22_050]);
  });

  const types = ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'Audio/WAV', 'audio/wav; codecs=1', 'audio/mpeg'];
  for (const type of types) {
    it(`"Any audio/* MIME type": ${type} with WAV inside is transcribed, whatever the file's name`, async () => {
      assert.equal((await voiceService().voice.handle(upload(PATH, { type, filename: 'notes.txt' }))).status, 200);
    });
  }

  const written: readonly (readonly [string, string, string])[] = [
    ['a media type in capitals', 'Multipart/Form-Data; boundary=----parley-boundary', ''],
    ['a boundary in quotation marks after another parameter', 'multipart/form-data; charset=utf-8; boundary="----parley-boundary"', ''],
    ['a line break before the first boundary', 'multipart/form-data; boundary=----parley-boundary', '\r\n'],
    ['a preamble', 'multipart/form-data; boundary=----parley-boundary', 'This is a message in MIME format.\r\n'],
  ];
  for (const [what, type, preamble] of written) {
    it(`reads multipart/form-data with ${what}, as RFC 2046 allows it`, async () => {
      const body = new Blob([preamble, await upload(PATH).bytes()]);
      const request = new Request(`http://localhost${PATH}`, { method: 'POST', body, headers: { 'content-type': type } });
      assert.equal((await voiceService().voice.handle(request)).status, 200);
    });
  }

  it('"response_format: json is the default"', async () => {
    const { voice } = voiceService();
    const [plain, empty, asked] = await Promise.all(
      [{}, { response_format: '' }, { response_format: 'json' }].map(
        async (fields) => await (await voice.handle(upload(PATH, {}, fields))).text(),
      ),
    );
    assert.deepEqual([empty, asked], [plain, plain]);
  });

  it('answers plain text for response_format text', async () => {
    const response = await voiceService().voice.handle(upload(PATH, {}, { response_format: 'text' }));
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(await response.text(), 'what time is it\n');
  });

  it("answers OpenAI's fields for response_format verbose_json", async () => {
    const response = await voiceService().voice.handle(upload(PATH, {}, { response_format: 'verbose_json' }));
    const segments = [{ id: 0, seek: 0, start: 0, end: 0.25, ...FURTHER, avg_logprob: 0 }];
    assert.deepEqual(await response.json(), {
      task: 'transcribe',
      text: 'what time is it',
      language: 'en',
      duration: 0.25,
      usage: { type: 'duration', seconds: 0.25 },
      segments,
    });
  });

  const heard = {
    text: 'what time is it',
    segments: [{ start: 0.1, end: 0.21, text: 'what time is it' }],
    words: [
      { start: 0.1, end: 0.12, text: 'what', confidence: 0.912 },
      { start: 0.13, end: 0.16, text: 'time', confidence: 0.5 },
      { start: 0.17, end: 0.18, text: 'is', confidence: 1 },
      { start: 0.18, end: 0.2104, text: 'it', confidence: 0.25 },
    ],
    confidence: 0.6655,
  };
  const { voice: timed } = voiceService({ hear: async () => heard });
  const common = {
    task: 'transcribe',
    text: 'what time is it',
    language: 'en',
    duration: 0.25,
    usage: { type: 'duration', seconds: 0.25 },
    confidence: 0.67,
  };
  const segments = [{ id: 0, seek: 10, start: 0.1, end: 0.21, ...FURTHER, avg_logprob: -0.54 }];
  const words = [
    { word: 'what', start: 0.1, end: 0.12, confidence: 0.91 },
    { word: 'time', start: 0.13, end: 0.16, confidence: 0.5 },
    { word: 'is', start: 0.17, end: 0.18, confidence: 1 },
    { word: 'it', start: 0.18, end: 0.21, confidence: 0.25 },
  ];

  it("answers a confidence as the logarithm of the transcript's where no words are known, and high ratios for repetitions", async () => {
    const text = 'so it goes '.repeat(40);
    const { voice } = voiceService({ hear: async () => ({ text, segments: [{ start: 0, end: 0.2, text }], confidence: 0.5 }) });
    const { segments: found } = await objectOf(await voice.handle(upload(PATH, {}, { response_format: 'verbose_json' })));
    const [segment] = found as [{ avg_logprob: number; compression_ratio: number }];
    assert.equal(segment.avg_logprob, -0.69);
    assert.ok(segment.compression_ratio > 2.4);
  });

  it('answers for each segment the mean logarithm of the confidences of its own words', async () => {
    const two = [0.1, 0.18].map((start) => ({ start, end: start + 0.03, text: 'what time' }));
    const spoken = [0.1, 0.12, 0.18, 0.2].map((start, index) => ({
      start,
      end: start + 0.01,
      text: 'what',
      confidence: index < 2 ? 1 : 0.5,
    }));
    const { voice } = voiceService({ hear: async () => ({ text: 'what time what time', segments: two, words: spoken, confidence: 0.75 }) });
    const { segments: found } = await objectOf(await voice.handle(upload(PATH, {}, { response_format: 'verbose_json' })));
    assert.deepEqual(
      (found as { avg_logprob: number }[]).map((segment) => segment.avg_logprob),
      [0, -0.69],
    );
  });

  it('answers segments for verbose_json when no granularity is asked for', async () => {
    const response = await timed.handle(upload(PATH, {}, { response_format: 'verbose_json' }));
    assert.deepEqual(await response.json(), { ...common, segments });
  });

  it("answers words, and no segments, for OpenAI's timestamp_granularities[] word", async () => {
    const fields = { response_format: 'verbose_json', 'timestamp_granularities[]': 'word' };
    assert.deepEqual(await (await timed.handle(upload(PATH, {}, fields))).json(), { ...common, words });
  });

  it('answers both when both granularities are asked for', async () => {
    const form = new FormData();
    form.set('file', new File([toneWav()], 'a.wav', { type: 'audio/wav' }));
    form.set('response_format', 'verbose_json');
    for (const granularity of ['word', 'segment']) form.append('timestamp_granularities[]', granularity);
    const response = await timed.handle(new Request(`http://localhost${PATH}`, { method: 'POST', body: form }));
    assert.deepEqual(await response.json(), { ...common, segments, words });
  });

  it('tells the possible languages and the keywords to the recogniser; one language alone is the language', async () => {
    const asked: TranscribeOptions[] = [];
    const { voice } = voiceService({ hear: async (_, options) => (asked.push(options), '') });
    const ask = async (fields: readonly (readonly [string, string])[]): Promise<void> => {
      const form = new FormData();
      form.set('file', new File([toneWav()], 'a.wav', { type: 'audio/wav' }));
      for (const [name, value] of fields) form.append(name, value);
      assert.equal((await voice.handle(new Request(`http://localhost${PATH}`, { method: 'POST', body: form }))).status, 200);
    };
    await ask([
      ['languages[]', 'de'],
      ['languages[]', 'en'],
      ['keywords[]', 'libSQL'],
      ['keywords[]', 'Hetzner'],
      ['prompt', 'Siobhán'],
    ]);
    await ask([
      ['languages', 'en'],
      ['keywords', 'libSQL'],
    ]);
    await ask([
      ['language', 'en'],
      ['languages[]', 'de'],
      ['languages[]', 'fr'],
    ]);
    assert.deepEqual(
      asked.map(({ language, possibleLanguages, expected }) => ({ language, possibleLanguages, expected })),
      [
        { language: undefined, possibleLanguages: ['de', 'en'], expected: ['Siobhán', 'libSQL', 'Hetzner'] },
        { language: 'en', possibleLanguages: undefined, expected: ['libSQL'] },
        { language: 'en', possibleLanguages: undefined, expected: undefined },
      ],
    );
  });

  it('answers the log probability of each word for include[] logprobs, and refuses it where there is none', async () => {
    const body = (await (await timed.handle(upload(PATH, {}, { 'include[]': 'logprobs' }))).json()) as {
      logprobs: { token: string; logprob: number; bytes: number[] }[];
    };
    assert.equal(body.logprobs.map(({ token }) => token).join(''), 'what time is it');
    assert.deepEqual(
      body.logprobs.map(({ logprob }) => hundredths(Math.exp(logprob))),
      [0.91, 0.5, 1, 0.25],
    );
    assert.deepEqual(body.logprobs[3]?.bytes, [0x20, 0x69, 0x74]);
    for (const [service, fields] of [
      [voiceService().voice, { 'include[]': 'logprobs' }],
      [timed, { 'include[]': 'logprobs', response_format: 'srt' }],
      [timed, { 'include[]': 'words' }],
    ] as const) {
      const refused = await service.handle(upload(PATH, {}, fields));
      assert.deepEqual([refused.status, ((await refused.json()) as { error: { param: string } }).error.param], [400, 'include[]']);
    }
  });

  it('refuses a temperature that is none, naming it', async () => {
    for (const temperature of ['2', '-1', 'hot']) {
      const refused = await timed.handle(upload(PATH, {}, { temperature }));
      assert.deepEqual(
        [refused.status, ((await refused.json()) as { error: { param: string } }).error.param],
        [400, 'temperature'],
        temperature,
      );
    }
    assert.equal((await timed.handle(upload(PATH, {}, { temperature: '0.2' }))).status, 200);
  });

  it('answers SubRip captions for response_format srt', async () => {
    const response = await timed.handle(upload(PATH, {}, { response_format: 'srt' }));
    assert.equal(response.headers.get('content-type'), 'application/x-subrip; charset=utf-8');
    assert.equal(await response.text(), '1\n00:00:00,100 --> 00:00:00,210\nwhat time is it\n');
  });

  it('answers WebVTT captions for response_format vtt', async () => {
    const response = await timed.handle(upload(PATH, {}, { response_format: 'vtt' }));
    assert.equal(response.headers.get('content-type'), 'text/vtt; charset=utf-8');
    assert.equal(await response.text(), 'WEBVTT\n\n00:00:00.100 --> 00:00:00.210\nwhat time is it\n');
  });

  it('answers a caption file without captions for silence', async () => {
    const silent = voiceService({ hear: async () => ({ text: '', segments: [], words: [] }) });
    const response = await silent.voice.handle(upload(PATH, {}, { response_format: 'vtt' }));
    assert.equal(await response.text(), 'WEBVTT\n');
  });

  it('ignores fields it does not know', async () => {
    const response = await voiceService().voice.handle(upload(PATH, {}, { temperature: '0', prompt: 'x', chunking_strategy: 'auto' }));
    assert.equal(response.status, 200);
  });

  it('answers an empty text for silence', async () => {
    const body = await objectOf(await voiceService({ hear: async () => '' }).voice.handle(upload(PATH)));
    assert.equal(body['text'], '');
  });

  it('publishes nothing', async () => {
    const { voice, published } = voiceService();
    await voice.handle(upload(PATH));
    assert.deepEqual(published, []);
  });

  it("passes the client's leaving on to the recogniser", async () => {
    const leaving = new AbortController();
    const { voice, calls } = voiceService({
      hear: async (_audio, { signal }) => {
        leaving.abort();
        return await forever(signal);
      },
    });
    const response = await voice.handle(upload(PATH, {}, {}, { signal: leaving.signal }));
    assert.equal(response.status, 499);
    assert.equal(calls.transcribed[0]?.options.signal?.aborted, true);
  });
});

describe('POST /v1/audio/transcriptions refuses', () => {
  const { voice } = voiceService({}, {}, { maxFileBytes: 20_000, maxAudioSeconds: 1 });
  const whole = toneWav();
  refusals(
    [
      ...['text/plain', 'application/octet-stream', 'video/mp4', 'image/png', 'audio', 'xaudio/wav', ''].map((type) => ({
        name: `"when the uploaded file's content type is not audio/*, then 400 with error_type 'invalid_input'": ${type === '' ? 'none' : type}`,
        request: sent({ type }),
        status: 400,
        kind: 'invalid_input' as const,
        param: 'file',
        message: /content type/,
      })),
      { name: 'a form without a file', request: sent(null, { model: 'x' }), status: 400, kind: 'invalid_input', param: 'file' },
      { name: 'a file in another part', request: sent({ part: 'audio' }), status: 400, kind: 'invalid_input', param: 'file' },
      { name: 'a file that is a plain field', request: sent(null, { file: 'abc' }), status: 400, kind: 'invalid_input', param: 'file' },
      {
        name: 'an empty file',
        request: sent({ bytes: new Uint8Array(0) }),
        status: 400,
        kind: 'invalid_input',
        param: 'file',
        message: /empty/,
      },
      {
        name: 'audio of a format that is not read, saying which are',
        request: sent({ bytes: new TextEncoder().encode('OggS and more of it'), type: 'audio/ogg' }),
        status: 400,
        kind: 'invalid_input',
        param: 'file',
        message: /WAV, MP3, FLAC, Ogg .* and WebM/,
      },
      {
        name: 'a WAV cut in half',
        request: sent({ bytes: whole.subarray(0, whole.length / 2) }),
        status: 400,
        kind: 'invalid_input',
        param: 'file',
        message: /cut short/,
      },
      {
        name: 'a header that lies about its channels',
        request: sent({ bytes: wavBytes({ channels: [[0, 0.1]], lies: { channels: 0 } }) }),
        status: 400,
        kind: 'invalid_input',
        param: 'file',
        message: /0 channels/,
      },
      {
        name: 'a file over the limit',
        request: sent({ bytes: new Uint8Array(20_001) }),
        status: 413,
        kind: 'payload_too_large',
        param: 'file',
      },
      {
        name: 'a body that declares more than the limit, before it is read',
        request: () => upload(PATH, {}, {}, { headers: { 'content-length': '999999999' } }),
        status: 413,
        kind: 'payload_too_large',
      },
      {
        name: 'audio longer than the limit',
        request: sent({ bytes: toneWav({ seconds: 1.01, sampleRate: 8000 }) }),
        status: 413,
        kind: 'payload_too_large',
        param: 'file',
        message: /1 seconds/,
      },
      {
        name: 'a response_format that there is not',
        request: sent({}, { response_format: 'docx' }),
        status: 400,
        kind: 'invalid_input',
        param: 'response_format',
      },
      {
        name: 'a granularity that is neither word nor segment',
        request: sent({}, { response_format: 'verbose_json', 'timestamp_granularities[]': 'letter' }),
        status: 400,
        kind: 'invalid_input',
        param: 'timestamp_granularities[]',
      },
      ...['', 'text', 'srt', 'vtt'].map((format) => ({
        name: `to give words in a form that has none, rather than to leave them out: ${format === '' ? 'json' : format}`,
        request: sent({}, { response_format: format, 'timestamp_granularities[]': 'word' }),
        status: 400,
        kind: 'invalid_input' as const,
        param: 'timestamp_granularities[]',
        message: /verbose_json only/,
      })),
      {
        name: 'to give words with an engine that tells none',
        request: sent({}, { response_format: 'verbose_json', 'timestamp_granularities[]': 'word' }),
        status: 400,
        kind: 'invalid_input',
        param: 'timestamp_granularities[]',
      },
      {
        name: 'a language that is no BCP-47 code',
        request: sent({}, { language: 'not a code' }),
        status: 400,
        kind: 'invalid_input',
        param: 'language',
      },
      { name: 'a JSON body', request: () => json(PATH, {}), status: 415, kind: 'unsupported_media_type' },
      {
        name: 'a multipart body that is cut short',
        request: () =>
          new Request(`http://localhost${PATH}`, {
            method: 'POST',
            body: '--b\r\nContent-',
            headers: { 'content-type': 'multipart/form-data; boundary=b' },
          }),
        status: 400,
        kind: 'invalid_input',
      },
      {
        name: 'a text field that is not UTF-8',
        request: () =>
          new Request(`http://localhost${PATH}`, {
            method: 'POST',
            body: new Blob(['--b\r\nContent-Disposition: form-data; name="language"\r\n\r\n', new Uint8Array([0xff]), '\r\n--b--\r\n']),
            headers: { 'content-type': 'multipart/form-data; boundary=b' },
          }),
        status: 400,
        kind: 'invalid_input',
        param: 'language',
      },
      {
        name: 'a multipart body without a boundary',
        request: () =>
          new Request(`http://localhost${PATH}`, { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } }),
        status: 400,
        kind: 'invalid_input',
      },
      { name: 'another method', request: () => json(PATH, {}, 'PUT'), status: 405, kind: 'method_not_allowed' },
    ],
    voice,
  );

  it('and works on afterwards', async () => {
    assert.equal((await voice.handle(upload(PATH))).status, 200);
  });

  const unavailable = voiceService({
    hear: async () => {
      throw new ServiceError('provider_unavailable', 'The recogniser cannot be loaded.', {
        cause: new Error('onnx: bad graph at /secret/path'),
      });
    },
  });
  refusals(
    [
      {
        name: '"when the transcription engine cannot be loaded or is unavailable, then 502 with error_type \'provider_unavailable\'"',
        request: sent({}),
        status: 502,
        kind: 'provider_unavailable',
        message: /^The recogniser cannot be loaded\.$/,
      },
    ],
    unavailable.voice,
  );

  it('one more request than may be under way, with 429 and Retry-After', async () => {
    const leaving = new AbortController();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const busy = voiceService({ hear: async (_audio, { signal }) => (begin(), await forever(signal)) }, {}, { maxRequests: 1 });
    const first = busy.voice.handle(upload(PATH, {}, {}, { signal: leaving.signal }));
    await begun;
    const second = await busy.voice.handle(upload(PATH));
    assert.deepEqual([second.status, second.headers.get('retry-after')], [429, '1']);
    leaving.abort();
    assert.equal((await first).status, 499);
  });
});
