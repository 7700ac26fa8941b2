import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { OpenAI, toFile } from 'openai';
import type { TranscriptionCreateParams, TranscriptionDiarized, TranscriptionDiarizedSegment } from 'openai/resources/audio/transcriptions';
import { createAudioDecoder } from '../../src/adapters/audio/decoder.ts';
import { pcm16, wavFile } from '../../src/domain/speech/encode-wav.ts';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';

await allowSlowHooks();

/** Three people, each of whom speaks once. */
const TALK = new URL('../fixtures/audio/three-speakers.ogg', import.meta.url);
const TURNS = [
  { start: 1.7, end: 3.9 },
  { start: 6.2, end: 11.1 },
  { start: 12.8, end: 18 },
];

/** The recording, and parts of it in another order as WAV. */
async function recording() {
  await using decoder = createAudioDecoder({
    maxSeconds: 60,
    maxDecodedBytes: 2 ** 26,
    workers: 1,
    queueLimit: 1,
    timeoutMs: 30_000,
    ffmpeg: '',
  });
  const bytes = new Uint8Array(await readFile(TALK));
  const { samples, sampleRate } = await decoder.decode(bytes);
  const part = (start: number, end: number): Float32Array => samples.slice(start * sampleRate, end * sampleRate);
  const wav = (...parts: readonly Float32Array[]): Uint8Array<ArrayBuffer> => {
    const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
    parts.reduce((at, one) => (joined.set(one, at), at + one.length), 0);
    return wavFile([pcm16(joined)], sampleRate);
  };
  return { bytes, part, wav, url: (audio: Uint8Array<ArrayBuffer>) => `data:audio/wav;base64,${audio.toBase64()}` };
}

describe('speakers told apart, through the official openai client', () => {
  let parley: ParleyProcess;
  let client: OpenAI;
  before(
    async () => {
      parley = await startParley();
      client = new OpenAI({ baseURL: `${parley.voice}/v1`, apiKey: 'unused', maxRetries: 0 });
    },
    { timeout: 120_000 },
  );
  after(() => parley[Symbol.asyncDispose]());

  const common = { model: 'gpt-4o-transcribe-diarize', response_format: 'diarized_json', chunking_strategy: 'auto' } as const;

  /** The client has no signature of its own for this format. */
  async function diarized(
    own: Partial<TranscriptionCreateParams> & Pick<TranscriptionCreateParams, 'file'>,
  ): Promise<TranscriptionDiarized> {
    const body: TranscriptionCreateParams = { ...common, ...own };
    const answer = await client.audio.transcriptions.create(body);
    if (typeof answer === 'object' && 'task' in answer) return answer;
    throw new Error('the answer has no speakers');
  }

  const speakersOf = (segments: readonly TranscriptionDiarizedSegment[]): string[] => segments.map(({ speaker }) => speaker);

  it('gives each of three people a letter and the words of their turn', async () => {
    const { bytes } = await recording();
    const file = await toFile(bytes, 'talk.ogg', { type: 'audio/ogg' });
    const { duration, task, text, segments } = await diarized({ file });
    assert.deepEqual([task, Math.round(duration), text], ['transcribe', 19, segments.map((segment) => segment.text).join(' ')]);
    assert.deepEqual(speakersOf(segments), ['A', 'B', 'C']);
    for (const [index, { start, end, type }] of segments.entries()) {
      const turn = TURNS[index];
      assert.equal(type, 'transcript.text.segment');
      assert.ok(Math.abs(start - (turn?.start ?? NaN)) < 0.3 && Math.abs(end - (turn?.end ?? NaN)) < 0.3, `${start} to ${end}`);
    }
  });

  it('knows people again, and by the names and recordings that are sent along', async () => {
    const { part, wav, url } = await recording();
    // The third, the second, the third, the second, and the first.
    const audio = wav(
      part(12.8, 15.5),
      part(0, 0.5),
      part(6.2, 8.7),
      part(0, 0.5),
      part(15.5, 18),
      part(0, 0.5),
      part(8.7, 11.2),
      part(0, 0.5),
      part(1.6, 4),
    );
    const file = await toFile(audio, 'talk.wav', { type: 'audio/wav' });
    const { segments } = await diarized({ file });
    assert.deepEqual(speakersOf(segments), ['A', 'B', 'A', 'B', 'C']);
    const known = {
      known_speaker_names: ['agent', 'customer'],
      known_speaker_references: [url(wav(part(6.2, 8.7))), url(wav(part(12.8, 15.5)))],
    };
    const { segments: named } = await diarized({ ...known, file });
    assert.deepEqual(speakersOf(named), ['customer', 'agent', 'customer', 'agent', 'A']);
  });

  it('streams the text and then who said what', async () => {
    const { bytes } = await recording();
    const file = await toFile(bytes, 'talk.ogg', { type: 'audio/ogg' });
    let text = '';
    const speakers: string[] = [];
    const types: string[] = [];
    for await (const event of await client.audio.transcriptions.create({ ...common, file, stream: true })) {
      types.push(event.type);
      if (event.type === 'transcript.text.delta') text += event.delta;
      if (event.type === 'transcript.text.segment') speakers.push(event.speaker);
      if (event.type === 'transcript.text.done') assert.equal(event.text, text);
    }
    assert.deepEqual(speakers, ['A', 'B', 'C']);
    assert.equal(types.at(-1), 'transcript.text.done');
  });

  it('refuses a reference that is too short, and names the field', async () => {
    const { bytes, part, wav, url } = await recording();
    const file = await toFile(bytes, 'talk.ogg', { type: 'audio/ogg' });
    const known = { known_speaker_names: ['agent'], known_speaker_references: [url(wav(part(6.2, 7.2)))] };
    await assert.rejects(
      diarized({ ...known, file }),
      (error) =>
        error instanceof OpenAI.APIError &&
        error.status === 400 &&
        error.param === 'known_speaker_references[]' &&
        /1\.0 seconds/.test(error.message),
    );
  });

  it('has figures of the encoder among its metrics', async () => {
    const metrics = await (await fetch(`${parley.voice}/metrics`)).text();
    assert.match(metrics, /model="speaker"/);
  });
});
