import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { SpeakerEncoder } from '../../src/ports/speaker-encoder.ts';
import { createScriptedEngines, forever, type Heard } from '../fixtures/scripted-engines.ts';
import { tonesUrl, tonesWav, type Tone } from '../fixtures/tones.ts';
import { until } from '../system/until.ts';
import { refusals } from './voice-refusals.ts';
import { objectOf, upload, voiceService } from './voice-service.ts';

const PATH = '/v1/audio/transcriptions';

/** Two people: the first speaks, the other answers, the first speaks again. */
const TALK: readonly Tone[] = [
  [0, 0.5],
  [500, 2],
  [0, 0.4],
  [900, 3],
  [0, 0.4],
  [500, 2],
];
const WORDS = [
  { start: 0.6, end: 1, text: 'is', confidence: 1 },
  { start: 1.1, end: 2.4, text: 'anybody there', confidence: 1 },
  // Begins before the pause by the recogniser's reckoning.
  { start: 2.4, end: 3.6, text: 'I', confidence: 1 },
  { start: 3.7, end: 5.8, text: 'am', confidence: 1 },
  { start: 6.4, end: 8.2, text: 'good', confidence: 1 },
];
const TIMED: Heard = {
  text: 'is anybody there I am good',
  words: WORDS,
  segments: [{ start: 0.6, end: 8.2, text: 'is anybody there I am good' }],
};
const said = (start: number, end: number, speaker: string, text: string, place: number) => ({
  id: `seg_00${place}`,
  type: 'transcript.text.segment',
  start,
  end,
  text,
  speaker,
});
const SEGMENTS = [said(0.5, 2.5, 'A', 'is anybody there', 0), said(2.9, 5.9, 'B', 'I am', 1), said(6.3, 8.3, 'A', 'good', 2)];

type Fields = Readonly<Record<string, string | readonly string[]>>;

const TALK_WAV = tonesWav(TALK);

function form(fields: Fields = {}, wav = TALK_WAV, signal?: AbortSignal): Request {
  const body = new FormData();
  body.set('file', new File([wav], 'talk.wav', { type: 'audio/wav' }));
  body.set('response_format', 'diarized_json');
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value);
  return new Request(`http://localhost${PATH}`, { method: 'POST', body, ...(signal === undefined ? {} : { signal }) });
}

const known = (names: readonly string[], references: readonly string[]): Fields => ({
  'known_speaker_names[]': names,
  'known_speaker_references[]': references,
});

describe('POST /v1/audio/transcriptions with response_format diarized_json', () => {
  const { voice } = voiceService({ hear: async () => TIMED });

  it("answers OpenAI's fields: who says what, from when to when, by letters as they appear", async () => {
    const response = await voice.handle(form());
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      task: 'transcribe',
      duration: 8.3,
      usage: { type: 'duration', seconds: 8.3 },
      text: TIMED.text,
      segments: SEGMENTS,
    });
  });

  it('says the same with the model of OpenAI that tells speakers apart, a chunking strategy and empty fields', async () => {
    for (const fields of [
      { model: 'gpt-4o-transcribe-diarize', chunking_strategy: 'auto', prompt: '' },
      { chunking_strategy: '{"type":"server_vad","threshold":0.6}' },
      { 'chunking_strategy[type]': 'server_vad', 'chunking_strategy[threshold]': '0.6' },
    ]) {
      assert.deepEqual((await objectOf(await voice.handle(form(fields))))['segments'], SEGMENTS);
    }
  });

  const speakersOf = async (response: Response): Promise<unknown[]> => {
    const { segments } = await objectOf(response);
    return (segments as { speaker: string }[]).map(({ speaker }) => speaker);
  };

  it('calls known speakers by their names and the others by letters that are no names', async () => {
    const two = known(['agent', 'A'], [tonesUrl([[900, 2]]), tonesUrl([[1500, 3]])]);
    assert.deepEqual(await speakersOf(await voice.handle(form(two))), ['B', 'agent', 'B']);
    const unbracketed = { known_speaker_names: 'agent', known_speaker_references: tonesUrl([[500, 2]]) };
    assert.deepEqual(await speakersOf(await voice.handle(form(unbracketed))), ['agent', 'A', 'agent']);
  });

  it('goes on with letters as long as there are speakers: Z is followed by AA', async () => {
    const tones = Array.from({ length: 28 }, (_, index): Tone[] => [
      [(index + 3) * 100, 2],
      [0, 0.5],
    ]).flat();
    const words = Array.from({ length: 28 }, (_, index) => ({ start: index * 2.5, end: index * 2.5 + 2, text: 'so', confidence: 1 }));
    const many = voiceService({ hear: async () => ({ text: 'so', words }) });
    assert.deepEqual((await speakersOf(await many.voice.handle(form({}, tonesWav(tones))))).slice(24), ['Y', 'Z', 'AA', 'AB']);
  });

  it('gives segments of a recogniser that tells no times of words whole to whoever speaks most of their time', async () => {
    const segments = [
      { start: 0.4, end: 3.4, text: 'is anybody there' },
      { start: 3.4, end: 6, text: 'I am' },
      { start: 8.29, end: 8.4, text: 'good' },
    ];
    const whole = voiceService({ hear: async () => ({ text: 'is anybody there I am good', segments }) });
    const { segments: found } = await objectOf(await whole.voice.handle(form()));
    assert.deepEqual(found, [said(0.4, 3.4, 'A', 'is anybody there', 0), said(3.4, 6, 'B', 'I am', 1), said(8.29, 8.4, 'A', 'good', 2)]);
  });

  it('hears each turn on its own where the recogniser tells no times at all, and leaves out those without words', async () => {
    const texts = ['all of it', 'is anybody there', '', 'good'];
    const lengths: number[] = [];
    const untimed = voiceService({
      hear: async ({ samples, sampleRate }) => {
        lengths.push(samples.length / sampleRate);
        return texts[lengths.length - 1] ?? 'too much';
      },
    });
    const body = await objectOf(await untimed.voice.handle(form()));
    assert.deepEqual(body['segments'], [said(0.5, 2.5, 'A', 'is anybody there', 0), said(6.3, 8.3, 'A', 'good', 1)]);
    assert.equal(body['text'], 'is anybody there good');
    assert.deepEqual(lengths, [8.3, 2, 3, 2]);
  });

  it('answers no segments for silence, and gives words that were heard where no speech was found to speaker A', async () => {
    const silent = voiceService({ hear: async () => ({ text: '', segments: [], words: [] }) });
    const nothing = { task: 'transcribe', duration: 1, usage: { type: 'duration', seconds: 1 }, text: '', segments: [] };
    assert.deepEqual(await (await silent.voice.handle(form({}, tonesWav([[0, 1]])))).json(), nothing);
    assert.deepEqual((await objectOf(await voice.handle(form({}, tonesWav([[0, 9]])))))['segments'], [said(0.6, 8.2, 'A', TIMED.text, 0)]);
  });

  it('tells speakers apart while the recogniser still listens, and stops both when the client leaves', async () => {
    const leaving = new AbortController();
    const begun: string[] = [];
    const stopped: string[] = [];
    const wait = async (what: string, signal: AbortSignal | undefined): Promise<never> => {
      begun.push(what);
      signal?.addEventListener('abort', () => stopped.push(what), { once: true });
      return await forever(signal);
    };
    const speakerEncoder = encoderThat((signal) => wait('encoder', signal));
    const busy = voiceService({ hear: (_, { signal }) => wait('recogniser', signal) }, { speakerEncoder }, { maxRequests: 1 });
    const response = busy.voice.handle(form({}, TALK_WAV, leaving.signal));
    await until('both have begun', () => begun.length === 2);
    leaving.abort();
    assert.equal((await response).status, 499);
    assert.deepEqual(stopped.toSorted(), ['encoder', 'recogniser']);
    // Its place is free again.
    assert.equal((await busy.voice.handle(upload(PATH, null))).status, 400);
  });

  it('answers 502 when voices cannot be told apart, and stops the recogniser', async () => {
    let isStopped = false;
    const speakerEncoder = encoderThat(async () => {
      throw new ServiceError('provider_unavailable', 'The speaker encoder cannot be loaded.');
    });
    const broken = voiceService(
      { hear: async (_, { signal }) => (signal?.addEventListener('abort', () => (isStopped = true)), await forever(signal)) },
      { speakerEncoder },
    );
    const response = await broken.voice.handle(form());
    assert.deepEqual([response.status, (await objectOf(response))['error_type'], isStopped], [502, 'provider_unavailable', true]);
    // Other transcriptions need no encoder.
    const plain = voiceService({}, { speakerEncoder });
    assert.equal((await plain.voice.handle(upload(PATH))).status, 200);
  });

  it('answers 504 when it takes longer than VOICE_STT_TOTAL_TIMEOUT_MS', async () => {
    const speakerEncoder = encoderThat((signal) => forever(signal));
    const slow = voiceService({ hear: async () => TIMED }, { speakerEncoder }, { sttTotalTimeoutMs: 100 });
    assert.equal((await slow.voice.handle(form())).status, 504);
  });

  it('publishes nothing and keeps nothing about speakers from one request to the next', async () => {
    const { voice: own, published } = voiceService({ hear: async () => TIMED });
    await own.handle(form(known(['agent'], [tonesUrl([[900, 2]])])));
    assert.deepEqual(await speakersOf(await own.handle(form())), ['A', 'B', 'A']);
    assert.deepEqual(published, []);
  });
});

/** The scripted encoder, which first does something else. */
function encoderThat(first: (signal: AbortSignal | undefined) => Promise<unknown>): SpeakerEncoder {
  const { speakerEncoder } = createScriptedEngines();
  return {
    ...speakerEncoder,
    async encode(pieces, options) {
      await first(options?.signal);
      return await speakerEncoder.encode(pieces, options);
    },
  };
}

describe('POST /v1/audio/transcriptions with diarized_json and stream', () => {
  const events = async (response: Response): Promise<Record<string, unknown>[]> =>
    (await response.text())
      .split('\n\n')
      .filter((event) => event.startsWith('data: '))
      .map((event) => JSON.parse(event.slice(6)) as Record<string, unknown>);

  it('sends the text as it is heard, then a segment for each turn, then the whole', async () => {
    const { voice } = voiceService({ hear: async (_, { onText }) => (onText?.('is anybody there I'), onText?.('am good'), TIMED) });
    const response = await voice.handle(form({ stream: 'true' }));
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.deepEqual(await events(response), [
      { type: 'transcript.text.delta', delta: 'is anybody there I' },
      { type: 'transcript.text.delta', delta: ' am good' },
      ...SEGMENTS,
      { type: 'transcript.text.done', text: TIMED.text, language: 'en', duration: 8.3, usage: { type: 'duration', seconds: 8.3 } },
    ]);
  });

  it('sends a failure to tell speakers apart as an event once text was sent', async () => {
    const heard = Promise.withResolvers<void>();
    const speakerEncoder = encoderThat(async () => {
      await heard.promise;
      throw new ServiceError('provider_unavailable', 'The speaker encoder is gone.');
    });
    const { voice } = voiceService({ hear: async (_, { onText }) => (onText?.('is'), heard.resolve(), TIMED) }, { speakerEncoder });
    const told = await events(await voice.handle(form({ stream: 'true' })));
    assert.deepEqual(
      told.map(({ type, error_type: kind }) => [type, kind]),
      [
        ['transcript.text.delta', undefined],
        ['error', 'provider_unavailable'],
      ],
    );
  });

  it('stops and frees its place when the client leaves', async () => {
    let isStopped = false;
    const speakerEncoder = encoderThat(async (signal) => {
      signal?.addEventListener('abort', () => (isStopped = true), { once: true });
      return await forever(signal);
    });
    const { voice } = voiceService({ hear: async (_, { onText }) => (onText?.('is'), TIMED) }, { speakerEncoder }, { maxRequests: 1 });
    const response = await voice.handle(form({ stream: 'true' }));
    await response.body?.cancel();
    await until('the encoder was stopped', () => isStopped);
    await until('the place is free', async () => (await voice.handle(upload(PATH))).status === 200);
  });
});

describe('POST /v1/audio/transcriptions with diarized_json refuses', () => {
  const { voice, calls } = voiceService({ hear: async () => TIMED }, {}, { maxKnownSpeakers: 2 });
  const good = tonesUrl([[900, 2]]);
  const NAMES = 'known_speaker_names[]';
  const REFERENCES = 'known_speaker_references[]';
  const row = (name: string, fields: Fields, param: string, message = /./) => ({
    name,
    request: () => form(fields),
    status: 400,
    kind: 'invalid_input' as const,
    param,
    message,
  });
  refusals(
    [
      row('names without references', { [NAMES]: 'agent' }, REFERENCES, /names: 1, references: 0/),
      row('references without names', { [REFERENCES]: good }, NAMES, /names: 0, references: 1/),
      row('fewer references than names', known(['a', 'b'], [good]), REFERENCES),
      row('more known speakers than VOICE_MAX_KNOWN_SPEAKERS', known(['a', 'b', 'c'], [good, good, good]), NAMES, /At most 2/),
      row('two speakers of one name', known(['a', 'a'], [good, good]), NAMES, /differ/),
      row('a name that is empty', known([' '], [good]), NAMES),
      row('a name that is too long', known(['a'.repeat(257)], [good]), NAMES),
      row('a reference that is too short', known(['a'], [tonesUrl([[900, 1.9]])]), REFERENCES, /a is 1\.9 seconds long; .* 2 and 10/),
      row('a reference that is too long', known(['a'], [tonesUrl([[900, 10.1]])]), REFERENCES, /10\.1 seconds/),
      row('a reference without speech', known(['a'], [tonesUrl([[0, 3]])]), REFERENCES, /No speech/),
      row('a reference that is no data URL', known(['a'], ['https://example.com/a.wav']), REFERENCES, /data URL/),
      row('a data URL without base64', known(['a'], ['data:audio/wav,abc']), REFERENCES, /base64/),
      row('a data URL of something else', known(['a'], [good.replace('audio/wav', 'text/plain')]), REFERENCES),
      row('a data URL that is cut short', known(['a'], [good.slice(0, 2001)]), REFERENCES),
      row('base64 that is none', known(['a'], ['data:audio/wav;base64,§§']), REFERENCES, /not valid base64/),
      row(
        'a data URL that holds no audio',
        known(['a'], [`data:audio/wav;base64,${btoa('no audio at all')}`]),
        REFERENCES,
        /cannot be read/,
      ),
      row('an empty reference', known(['a'], ['data:audio/wav;base64,']), REFERENCES),
      row('a prompt', { prompt: 'Hello.' }, 'prompt'),
      row('token probabilities', { 'include[]': 'logprobs' }, 'include[]'),
      row('granularities', { 'timestamp_granularities[]': 'word' }, 'timestamp_granularities[]'),
      row('an unknown chunking strategy', { chunking_strategy: 'none' }, 'chunking_strategy'),
      row('an unknown type of chunking', { 'chunking_strategy[type]': 'other' }, 'chunking_strategy'),
      {
        ...row('known speakers with another format', {}, NAMES, /diarized_json only/),
        request: () => upload(PATH, {}, { [NAMES]: 'agent', [REFERENCES]: good }),
      },
    ],
    voice,
  );

  it('all that before anything is transcribed', () => assert.deepEqual(calls.transcribed, []));
});
