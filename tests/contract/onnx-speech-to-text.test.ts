import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAudioDecoder } from '../../src/adapters/audio/decoder.ts';
import type { ExecutionProvider, LoadReport } from '../../src/adapters/onnx/runtime.ts';
import { createOnnxSpeechToText, type OnnxSpeechToText, type OnnxSpeechToTextDeps } from '../../src/adapters/onnx/speech-to-text.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import type { TranscriptWord } from '../../src/ports/speech.ts';
import { allowSlowHooks } from '../slow.ts';
import { speak } from '../system/espeak.ts';
import { wordErrors } from '../system/word-error-rate.ts';
import { speechToTextContract } from './speech-to-text-contract.ts';

await allowSlowHooks();

const MODEL = fileURLToPath(new URL('../../models/stt-en/model.onnx', import.meta.url));
const WORDS = fileURLToPath(new URL('../../models/stt-en/words.lm', import.meta.url));
const SECOND = {
  encoderPath: fileURLToPath(new URL('../../models/moonshine-base-en/encoder.onnx.gz', import.meta.url)),
  decoderPath: fileURLToPath(new URL('../../models/moonshine-base-en/decoder.onnx.gz', import.meta.url)),
  tokensPath: fileURLToPath(new URL('../../models/moonshine-base-en/tokens.bin', import.meta.url)),
};
const ACTIVITY = fileURLToPath(new URL('../../models/vad/model.onnx', import.meta.url));
const ENDS = fileURLToPath(new URL('../../models/turns-en/ends.txt', import.meta.url));
const WASM = fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));

function create(provider: ExecutionProvider, deps: Partial<OnnxSpeechToTextDeps> = {}): OnnxSpeechToText {
  return createOnnxSpeechToText({
    model: 'stt-en',
    languages: ['en'],
    modelPath: MODEL,
    languageModelPath: WORDS,
    activityModelPath: ACTIVITY,
    second: SECOND,
    endsPath: ENDS,
    runtime: { provider, wasmPath: WASM },
    workers: 1,
    queueLimit: 16,
    timeoutMs: 30_000,
    resample,
    ...deps,
  });
}

speechToTextContract('the built-in recogniser on the native engine', { create: () => create('native'), maxWordErrorRate: 0.35 });
speechToTextContract('the built-in recogniser on WASM', { create: () => create('wasm'), maxWordErrorRate: 0.35 });

describe('createOnnxSpeechToText()', () => {
  it('hears the same on the native engine and on WASM', async () => {
    const audio = await decodeWav(await speak('what does it say on the clock'), { maxSeconds: 60 });
    await using native = create('native');
    await using wasm = create('wasm');
    assert.equal((await wasm.transcribe(audio)).text, (await native.transcribe(audio)).text);
  });

  it('translates English by transcribing it, and nothing that it does not understand', async () => {
    const audio = await decodeWav(await speak('what does it say on the clock'), { maxSeconds: 60 });
    await using recogniser = create('native');
    assert.deepEqual(await recogniser.transcribe(audio, { translate: true }), await recogniser.transcribe(audio));
    await assert.rejects(recogniser.transcribe(audio, { translate: true, language: 'de' }), { kind: 'invalid_input', param: 'language' });
    await using other = create('native', { languages: ['de'] });
    assert.throws(() => other.check?.({ translate: true }), { kind: 'invalid_input', param: 'model' });
    await assert.rejects(other.transcribe(audio, { translate: true }), { kind: 'invalid_input', param: 'model' });
  });

  it('hears faint recordings of people nearly as well as loud ones', async () => {
    const folder = new URL('../fixtures/audio/people/', import.meta.url);
    await using recogniser = create('native');
    await using decoder = createAudioDecoder({ maxSeconds: 60, maxDecodedBytes: 2 ** 26, workers: 1, queueLimit: 16, timeoutMs: 30_000 });
    let [differences, count] = [0, 0];
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.opus'))) {
      const { samples, sampleRate } = await decoder.decode(new Uint8Array(await readFile(new URL(name, folder))));
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      const { text } = await recogniser.transcribe({ samples, sampleRate });
      // As a 16-bit file has it whose loudest sample is 55 dB below full scale.
      const faint = samples.map((sample) => Math.round((sample / peak) * 60) / 32_768);
      const { errors, words } = wordErrors(text, (await recogniser.transcribe({ samples: faint, sampleRate })).text);
      differences += errors;
      count += words;
    }
    assert.ok(differences / count < 0.1, `${differences} of ${count} words differ`);
  });

  it('hears a recording that begins and ends with its words, and places them within it', async () => {
    const whole = await decodeWav(await speak('please book a table for two people tonight'), { maxSeconds: 60 });
    const { sampleRate } = whole;
    const loud = (sample: number): boolean => Math.abs(sample) > 0.05;
    const samples = whole.samples.slice(whole.samples.findIndex(loud), whole.samples.findLastIndex(loud) + 1);
    await using recogniser = create('native');
    const { text, words } = await recogniser.transcribe({ samples, sampleRate });
    assert.equal(text, 'Please book a table for two people tonight.');
    assert.ok(words?.every(({ start, end }) => start >= 0 && start < end && end <= samples.length / sampleRate));
  });

  it('places the words of people who speak one after the other where it places those of each alone, however soft the voices', async () => {
    const folder = new URL('../fixtures/audio/people/', import.meta.url);
    await using recogniser = create('native');
    await using decoder = createAudioDecoder({ maxSeconds: 60, maxDecodedBytes: 2 ** 26, workers: 1, queueLimit: 16, timeoutMs: 30_000 });
    const clips: Float32Array[] = [];
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.opus')).toSorted()) {
      const { samples } = await resample(await decoder.decode(new Uint8Array(await readFile(new URL(name, folder)))), 16_000);
      clips.push(clips.length % 2 === 0 ? samples : samples.map((sample) => sample / 16));
    }
    const alone: TranscriptWord[] = [];
    let offset = 0;
    for (const samples of clips) {
      const { words = [] } = await recogniser.transcribe({ samples, sampleRate: 16_000 });
      alone.push(...words.map((word) => ({ ...word, start: word.start + offset, end: word.end + offset })));
      offset += samples.length / 16_000;
    }
    const samples = Float32Array.from(clips.flatMap((clip) => [...clip]));
    const { words = [] } = await recogniser.transcribe({ samples, sampleRate: 16_000 });
    const middle = ({ start, end }: TranscriptWord): number => (start + end) / 2;
    const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/\W/g, '');
    const near = words.filter((word) =>
      alone.some((other) => lettersOf(other.text) === lettersOf(word.text) && Math.abs(middle(other) - middle(word)) < 0.1),
    );
    assert.ok(near.length >= 0.95 * words.length, `${near.length} of ${words.length} words stand where they do alone`);
  });

  it('writes expected names where it hears something like them, as they are spelled, and no others', async () => {
    const audio = await decodeWav(await speak('please ask Thornquist about the kubernetes cluster'), { maxSeconds: 60 });
    await using recogniser = create('native');
    const { text } = await recogniser.transcribe(audio);
    const expected = ['Thornquist', 'KuberNetes', 'Wojciech', 'Xiomara', 'Grafana', 'about'];
    const { text: better, words } = await recogniser.transcribe(audio, { expected });
    assert.doesNotMatch(text, /Thornquist|KuberNetes/);
    assert.match(better, /^please ask Thornquist about the KuberNetes cluster/i);
    assert.deepEqual(
      words?.filter(({ text: word }) => expected.includes(word)).map(({ text: word }) => word),
      ['Thornquist', 'about', 'KuberNetes'],
    );
  });

  for (const { said, text } of [
    { said: ['when is the', 'meeting'], text: 'When is the meeting?' },
    { said: ['can you turn on the', 'lights in the kitchen?'], text: 'Can you turn on the lights in the kitchen?' },
    { said: ['What is your name?', 'I am Tom.'], text: 'What is your name? I am Tom.' },
    { said: ['We meet on Thursday.', 'Where do we meet?'], text: 'We meet on Thursday. Where do we meet?' },
  ]) {
    it(`reads «${said.join(' … ')}» as one text, with a segment between each two pauses`, async () => {
      const clips = await Promise.all(said.map(async (part) => resample(await decodeWav(await speak(part), { maxSeconds: 60 }), 16_000)));
      const pause = new Float32Array(1.8 * 16_000);
      const samples = Float32Array.from(clips.flatMap((clip) => [...clip.samples, ...pause]));
      await using recogniser = create('native');
      const heard = await recogniser.transcribe({ samples, sampleRate: 16_000 });
      assert.equal(heard.text, text);
      let end = 0;
      const spans = clips.map((clip) => ({ start: end, end: (end += clip.samples.length / 16_000 + 1.8) }));
      assert.equal(heard.segments?.length, said.length);
      for (const [index, segment] of (heard.segments ?? []).entries()) {
        const span = spans[index] ?? { start: 0, end: 0 };
        assert.ok(segment.start > span.start - 0.2 && segment.end < span.end, JSON.stringify({ segment, span }));
      }
    });
  }

  it('reads a sentence whole that a window has cut off', async () => {
    const before = 'How long do I have to wait? Please turn on the lights in the kitchen. What does it say on the clock? ';
    const parts = [
      `${before}${before}What is your name? My brother and`,
      'my sister want to take the next train to the city because they have to be home before it is dark and the clock says it is late',
    ];
    const clips = await Promise.all(parts.map(async (part) => resample(await decodeWav(await speak(part), { maxSeconds: 60 }), 16_000)));
    const samples = Float32Array.from(clips.flatMap((clip) => [...clip.samples, ...new Float32Array(0.6 * 16_000)]));
    const pauseAt = (clips[0]?.samples.length ?? 0) / 16_000;
    assert.ok(pauseAt > 14 && pauseAt < 19 && samples.length > 20 * 16_000, `the pause is where windows are cut: ${pauseAt} s`);
    await using recogniser = create('native');
    const pieces: string[] = [];
    const { text } = await recogniser.transcribe({ samples, sampleRate: 16_000 }, { onText: (piece) => pieces.push(piece) });
    assert.equal(pieces.join(' '), text);
    assert.match(pieces.at(-1) ?? '', /^My brother and my sister want to take the next train/);
  });

  it('tells which provider it loaded, and why when auto falls back to WASM', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-engine-'));
    await writeFile(join(folder, 'file'), '');
    const reports: LoadReport[] = [];
    const native = { path: WASM, name: 'absent', sha256: '' };
    // A file stands where the cache folder would be, so that it cannot be written.
    const runtime = {
      provider: 'auto',
      wasmPath: WASM,
      native: { binding: native, library: native, cacheFolders: [join(folder, 'file')] },
    } as const;
    await using recogniser = create('auto', { runtime, onLoaded: (report) => reports.push(report) });
    await recogniser.warmUp();
    assert.deepEqual(
      reports.map(({ provider }) => provider),
      ['wasm'],
    );
    assert.match(reports[0]?.reason ?? '', /EEXIST|ENOTDIR/);
    assert.ok((reports[0]?.milliseconds ?? 0) > 0);
    await rm(folder, { recursive: true });
  });

  it('fails with provider_unavailable while the model cannot be loaded, and tries again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-engine-'));
    const modelPath = join(folder, 'model.onnx');
    const audio = await decodeWav(await speak('hello'), { maxSeconds: 60 });
    await using recogniser = create('auto', { modelPath });
    const silence = { samples: new Float32Array(32_000), sampleRate: 16_000 };
    for (const attempt of [recogniser.transcribe(audio), recogniser.transcribe(silence), recogniser.warmUp()]) {
      await assert.rejects(attempt, (error) => error instanceof ServiceError && error.kind === 'provider_unavailable');
    }
    await symlink(MODEL, modelPath);
    assert.notEqual((await recogniser.transcribe(audio)).text, '');
    await rm(folder, { recursive: true });
  });

  it('takes the model names that OpenAI clients send, and refuses others', async () => {
    const audio = await decodeWav(await speak('hello'), { maxSeconds: 60 });
    await using recogniser = create('auto');
    for (const model of [
      'default',
      'whisper-1',
      'gpt-transcribe',
      'gpt-4o-transcribe',
      'gpt-4o-mini-transcribe-2025-12-15',
      'gpt-4o-transcribe-diarize',
    ]) {
      assert.notEqual((await recogniser.transcribe(audio, { model })).text, '', model);
    }
    await assert.rejects(
      recogniser.transcribe(audio, { model: 'whisper-2' }),
      (error) =>
        error instanceof ServiceError && error.kind === 'invalid_input' && error.param === 'model' && /use stt-en/.test(error.message),
    );
  });

  it('refuses a language it was not trained on and names those it was', async () => {
    await using recogniser = create('auto');
    const audio = { samples: new Float32Array(16_000), sampleRate: 16_000 };
    await assert.rejects(
      recogniser.transcribe(audio, { language: 'de-DE' }),
      (error) =>
        error instanceof ServiceError && error.kind === 'invalid_input' && error.param === 'language' && /supports en/.test(error.message),
    );
  });
});
