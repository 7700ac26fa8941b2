import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { readWavHeader } from '../../src/domain/speech/wav-header.ts';
import type { TextToSpeech } from '../../src/ports/speech.ts';
import { voiceSettings } from '../../src/voice/config.ts';
import { tone } from '../fixtures/scripted-engines.ts';
import { toneWav } from '../fixtures/wav-files.ts';
import { get, json, objectOf, textOf, upload, voiceService, type FileToSend } from './voice-service.ts';

const TRANSCRIPTIONS = '/v1/audio/transcriptions';
const SPEECH = '/v1/audio/speech';
const TURNS = '/v1/voice/turns';
const HELLO = { model: 'any', input: 'Hello there.' };

/** One test a row of a table in the specification. */
function rows(table: readonly (readonly [row: string, holds: () => Promise<void>])[]): void {
  for (const [row, holds] of table) it(`"${row}"`, holds);
}

/** The answer to an upload, and what the recogniser was told. */
async function transcribed(fields: Readonly<Record<string, string>> = {}, file: FileToSend | null = {}) {
  const { voice, calls } = voiceService();
  const response = await voice.handle(upload(TRANSCRIPTIONS, file, fields));
  return { status: response.status, body: await objectOf(response), told: calls.transcribed[0] };
}

/** The answer to a text, its bytes, and what the synthesiser was told. */
async function spoken(body: object, textToSpeech?: TextToSpeech) {
  const { voice, calls } = voiceService({ speak: async () => [tone(0.25)] }, textToSpeech === undefined ? {} : { textToSpeech });
  const response = await voice.handle(json(SPEECH, body));
  return { status: response.status, headers: response.headers, bytes: await response.bytes(), told: calls.spoken };
}

/** The status and the field at fault of a speech request that must be refused. */
async function refused(body: object) {
  const answer = await objectOf(await voiceService().voice.handle(json(SPEECH, body)));
  const { error } = answer as { error?: { type: string; param: string | null } };
  return [error?.type, error?.param];
}

describe('Voice Service Specification', () => {
  it('"This document covers the voice service: speech-to-text over HTTP, text-to-speech over HTTP, two health probes, and lifecycle events published to a message bus."', async () => {
    const { voice, published } = voiceService();
    const requests = [upload(TRANSCRIPTIONS), json(SPEECH, HELLO), get('/health'), get('/health/deep'), upload(TURNS)];
    for (const request of requests) assert.equal((await voice.handle(request)).status, 200, request.url);
    assert.ok(published.length > 0 && published.every(({ subject }) => subject.startsWith('platform.voice.')));
  });

  it('"The default published port is 8803, and the base address is {base_url}."', async () => {
    assert.equal(voiceSettings.port.fallback, 8803);
    for (const base of ['http://127.0.0.1:8803', 'https://voice.example']) {
      const response = await voiceService().voice.handle(new Request(`${base}/health`));
      assert.deepEqual(await objectOf(response), { status: 'ok' }, base);
    }
  });
});

describe('What the voice service does', () => {
  it('"Exposes a shallow liveness probe and a deep readiness probe."', async () => {
    const rooms = { name: 'test', ping: () => Promise.reject(new Error('connection refused')) };
    const { voice } = voiceService({}, { rooms });
    const [shallow, deep] = await Promise.all(
      ['/health', '/health/deep'].map(async (path) => await objectOf(await voice.handle(get(path)))),
    );
    assert.deepEqual([shallow?.['status'], deep?.['status']], ['ok', 'degraded']);
  });

  it('"Publishes lifecycle events about voice sessions and turns to a message bus."', async () => {
    const bus = createInMemoryBus();
    const heard = bus.subscribe('platform.voice.>', { signal: new AbortController().signal });
    const { voice } = voiceService({}, { bus });
    const id = textOf(await objectOf(await voice.handle(json('/v1/voice/sessions', {}))), 'id');
    assert.equal((await voice.handle(upload(TURNS, {}, { session_id: id }))).status, 200);
    await voice.handle(get(`/v1/voice/sessions/${id}`, 'DELETE'));
    await bus[Symbol.asyncDispose]();
    const subjects = (await Array.fromAsync(heard)).map(({ subject }) => subject);
    assert.deepEqual(subjects, ['platform.voice.session.started', 'platform.voice.turn.completed', 'platform.voice.session.ended']);
  });
});

describe('Transcription request (multipart/form-data)', () => {
  rows([
    [
      'file | file | yes | Any audio/* MIME type',
      async () => {
        const missing = await transcribed({}, null);
        assert.deepEqual([missing.status, missing.told], [400, undefined]);
        for (const type of ['audio/wav', 'audio/webm', 'audio/anything']) assert.equal((await transcribed({}, { type })).status, 200, type);
      },
    ],
    [
      'model | string | no | Speech-to-text model name. When absent, the model configured at startup is used',
      async () => {
        const [absent, named] = [await transcribed(), await transcribed({ model: 'scripted-stt' })];
        assert.deepEqual([absent.status, absent.told?.options.model], [200, undefined]);
        assert.deepEqual([named.status, named.told?.options.model], [200, 'scripted-stt']);
      },
    ],
    [
      'language | string | no | BCP-47 language code',
      async () => {
        const [absent, named, wrong] = [
          await transcribed(),
          await transcribed({ language: 'pt-BR' }),
          await transcribed({ language: 'p_t' }),
        ];
        assert.deepEqual([absent.status, absent.told?.options.language], [200, undefined]);
        assert.deepEqual([named.status, named.told?.options.language], [200, 'pt-BR']);
        assert.deepEqual([wrong.status, wrong.told], [400, undefined]);
      },
    ],
    [
      'response_format | string | no | Default json',
      async () => {
        const [absent, asked] = [await transcribed(), await transcribed({ response_format: 'json' })];
        assert.deepEqual(Object.keys(absent.body).toSorted(), ['duration', 'language', 'text']);
        assert.deepEqual(absent.body, asked.body);
      },
    ],
  ]);
});

describe('Transcription response (JSON)', () => {
  rows([
    ['text | string | Transcript', async () => assert.equal((await transcribed()).body['text'], 'what time is it')],
    [
      'language | string | Language code of the transcript',
      async () => {
        assert.equal((await transcribed()).body['language'], 'en');
        assert.equal((await transcribed({ language: 'de' })).body['language'], 'de');
      },
    ],
    [
      'duration | number | Audio duration',
      async () => {
        for (const [seconds, sampleRate] of [
          [0.25, 16_000],
          [1.5, 8000],
        ] as const) {
          assert.equal((await transcribed({}, { bytes: toneWav({ seconds, sampleRate }) })).body['duration'], seconds);
        }
      },
    ],
  ]);
});

describe('Speech request (application/json)', () => {
  rows([
    [
      'model | string | yes | none | Passed through; the single configured model is used regardless',
      async () => {
        assert.deepEqual(await refused({ input: 'Hello.' }), ['invalid_input', 'model']);
        assert.deepEqual(await refused({ input: 'Hello.', model: 7 }), ['invalid_input', 'model']);
        const [first, second] = [await spoken({ ...HELLO, model: 'tts-1' }), await spoken({ ...HELLO, model: 'of another house' })];
        assert.deepEqual([first.status, second.status], [200, 200]);
        assert.deepEqual([first.bytes, first.told], [second.bytes, second.told]);
      },
    ],
    [
      'input | string | yes | none | Text to synthesize; must not be empty',
      async () => {
        assert.equal((await spoken({ model: 'any', input: 'Say this.' })).told[0]?.text, 'Say this.');
        for (const body of [{}, { input: '' }, { input: 5 }]) {
          assert.deepEqual(await refused({ model: 'any', ...body }), ['invalid_input', 'input'], JSON.stringify(body));
        }
      },
    ],
    [
      "voice | string | no | 'default' | Voice name",
      async () => {
        // Its default voice speaks shorter than any other.
        const textToSpeech: TextToSpeech = {
          model: 'two-voices',
          voices: [],
          async *synthesize(_text, { voice = 'default' } = {}) {
            yield tone(voice === 'default' ? 0.1 : 0.2);
          },
        };
        const durations = await Promise.all(
          [{}, { voice: 'default' }, { voice: 'de' }].map(async (body) => {
            return (await spoken({ ...HELLO, ...body }, textToSpeech)).headers.get('x-duration-seconds');
          }),
        );
        assert.deepEqual(durations, ['0.1', '0.1', '0.2']);
        assert.deepEqual(await refused({ ...HELLO, voice: 1 }), ['invalid_input', 'voice']);
      },
    ],
    [
      "response_format | string | no | 'wav' | Output format; wav",
      async () => {
        const [absent, asked] = [await spoken(HELLO), await spoken({ ...HELLO, response_format: 'wav' })];
        assert.deepEqual([absent.headers.get('content-type'), asked.headers.get('content-type')], ['audio/wav', 'audio/wav']);
        assert.deepEqual(absent.bytes, asked.bytes);
        assert.deepEqual(await refused({ ...HELLO, response_format: 'ogg' }), ['invalid_input', 'response_format']);
      },
    ],
  ]);
});

describe('Speech response headers', () => {
  rows([
    ['Content-Type | audio/wav', async () => assert.equal((await spoken(HELLO)).headers.get('content-type'), 'audio/wav')],
    [
      'X-Duration-Seconds | Duration of the synthesized audio, in seconds',
      async () => {
        const { headers, bytes } = await spoken(HELLO);
        const { samples, sampleRate } = await decodeWav(bytes, { maxSeconds: 10 });
        assert.ok(Math.abs(Number(headers.get('x-duration-seconds')) - samples.length / sampleRate) < 0.001);
        assert.equal(headers.get('x-duration-seconds'), '0.25');
      },
    ],
    [
      'X-Sample-Rate | Sample rate of the output WAV',
      async () => {
        const { headers, bytes } = await spoken(HELLO);
        assert.deepEqual([Number(headers.get('x-sample-rate')), readWavHeader(bytes).sampleRate], [22_050, 22_050]);
      },
    ],
  ]);

  it('"The body is a raw WAV byte stream."', async () => {
    const { bytes } = await spoken(HELLO);
    const tag = (at: number): string => new TextDecoder().decode(bytes.subarray(at, at + 4));
    assert.deepEqual([tag(0), tag(8)], ['RIFF', 'WAVE']);
    assert.equal(new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true), bytes.length - 8);
    assert.equal((await decodeWav(bytes, { maxSeconds: 10 })).samples.length, Math.round(22_050 * 0.25));
  });
});

describe('POST /v1/audio/speech, as specified', () => {
  it('"Request: JSON as in the speech request table."', async () => {
    const whole = { model: 'any', input: 'Hello there.', voice: 'de', response_format: 'wav' };
    const { status, told } = await spoken(whole);
    assert.deepEqual([status, told], [200, [{ text: 'Hello there.', voice: 'de', speed: undefined }]]);
    const form = new Request(`http://localhost${SPEECH}`, { method: 'POST', body: new URLSearchParams({ model: 'any', input: 'Hello.' }) });
    assert.equal((await voiceService().voice.handle(form)).status, 415);
  });
});

describe('Authentication of the voice service', () => {
  it('"No credential, header or scheme is described.": none is asked for', async () => {
    const { voice } = voiceService();
    for (const request of [upload(TRANSCRIPTIONS), json(SPEECH, HELLO), get('/health'), get('/health/deep')]) {
      assert.ok(!request.headers.has('authorization') && !request.headers.has('x-api-key'));
      const response = await voice.handle(request);
      assert.deepEqual([response.status, response.headers.get('www-authenticate')], [200, null], request.url);
    }
  });
});

describe('Versioning of the voice service', () => {
  it('"Audio routes carry the path prefix /v1."', async () => {
    const { voice } = voiceService();
    for (const [prefix, status] of [
      ['/v1', 200],
      ['', 404],
      ['/v2', 404],
    ] as const) {
      assert.equal((await voice.handle(upload(`${prefix}/audio/transcriptions`))).status, status);
      assert.equal((await voice.handle(json(`${prefix}/audio/speech`, HELLO))).status, status);
    }
  });
});
