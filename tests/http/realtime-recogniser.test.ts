import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createOnnxSpeechToText } from '../../src/adapters/onnx/speech-to-text.ts';
import { createOnnxVoiceActivity } from '../../src/adapters/onnx/voice-activity.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import { tone } from '../fixtures/scripted-engines.ts';
import { allowSlowHooks } from '../slow.ts';
import { speak } from '../system/espeak.ts';
import { ask, audioOf, openLive, typesOf, type LiveClient } from './live-client.ts';
import { objectOf, textOf, upload, voiceService } from './voice-service.ts';

await allowSlowHooks();

const PLACES = 4;
const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed';
const REFUSED = 'conversation.item.input_audio_transcription.failed';
const pathOf = (name: string): string => fileURLToPath(new URL(`../../models/${name}`, import.meta.url));
const ENGINE = {
  runtime: { provider: 'auto', wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
  workers: 1,
  queueLimit: PLACES,
  timeoutMs: 30_000,
  resample,
} as const;

/** The built-in recogniser, at which few may wait. */
function recogniser() {
  return createOnnxSpeechToText({
    ...ENGINE,
    model: 'stt-en',
    languages: ['en'],
    modelPath: pathOf('stt-en/model.onnx'),
    languageModelPath: pathOf('stt-en/words.lm'),
    activityModelPath: pathOf('vad/model.onnx'),
    second: {
      encoderPath: pathOf('moonshine-base-en/encoder.onnx.gz'),
      decoderPath: pathOf('moonshine-base-en/decoder.onnx.gz'),
      tokensPath: pathOf('moonshine-base-en/tokens.bin'),
    },
    endsPath: pathOf('turns-en/ends.txt'),
  });
}

/** Words in live audio. */
async function spoken(wav: Uint8Array<ArrayBuffer>): Promise<string> {
  const { samples } = await resample(await decodeWav(wav, { maxSeconds: 60 }), 24_000);
  return new Uint8Array(Int16Array.from(samples, (sample) => sample * 32_767).buffer).toBase64();
}

function append(client: LiveClient, audio: string): void {
  client.send({ type: 'input_audio_buffer.append', audio });
}

describe('a live turn with pauses', () => {
  it('is heard, and asked, as one text', async () => {
    await using speechToText = recogniser();
    await using detector = createOnnxVoiceActivity({ ...ENGINE, model: 'vad', modelPath: pathOf('vad/model.onnx'), stretches: {} });
    const service = voiceService({}, { speechToText, speechProbability: (audio, signal) => detector.probabilities(audio, { signal }) });
    const client = await openLive(service);
    const input = { turn_detection: { type: 'server_vad', silence_duration_ms: 2500 } };
    client.send({ type: 'session.update', session: { audio: { input } } });
    append(client, audioOf(0.5, 'silence'));
    for (const part of ['When is the', 'meeting?']) {
      append(client, await spoken(await speak(part)));
      append(client, audioOf(1.8, 'silence'));
    }
    append(client, audioOf(2, 'silence'));
    assert.equal((await client.next(TRANSCRIBED))['transcript'], 'When is the meeting?');
    await client.next('response.done');
    assert.deepEqual(service.calls.streamed.at(-1)?.request.messages, [{ role: 'user', content: 'When is the meeting?' }]);
  });
});

describe('what is said into an answer that is played', () => {
  it('interrupts it if it is more than the sounds of somebody who listens, and is heard from its beginning', async () => {
    await using speechToText = recogniser();
    await using detector = createOnnxVoiceActivity({ ...ENGINE, model: 'vad', modelPath: pathOf('vad/model.onnx'), stretches: {} });
    await Promise.all([speechToText.warmUp(), detector.warmUp()]);
    let asked = 0;
    let answered = 0;
    async function counted<T>(work: Promise<T>): Promise<T> {
      asked += 1;
      return await work.finally(() => (answered += 1));
    }
    const service = voiceService(
      { speak: async () => [tone(1)] },
      {
        speechToText: { ...speechToText, transcribe: (audio, options) => counted(speechToText.transcribe(audio, options)) },
        speechProbability: (audio, signal) => counted(detector.probabilities(audio, { signal })),
      },
    );
    const client = await openLive(service);
    await ask(client, 'Tell me something.');
    /** Resolves once the engines have nothing more to do. */
    const say = async (words: string): Promise<void> => {
      append(client, await spoken(await speak(words)));
      append(client, audioOf(1.5, 'silence'));
      for (let rested = 0; rested < 50; rested = asked === answered ? rested + 1 : 0) await setTimeout(2);
    };
    append(client, audioOf(1, 'silence'));
    for (const words of ['Yeah.', 'Okay.', 'I see.', 'All right.']) await say(words);
    assert.ok(!typesOf(client.events).includes('input_audio_buffer.speech_started'));
    assert.ok(service.calls.streamed.length === 1 && asked > 4);
    for (const words of ['Stop.', 'What time is it?']) {
      await say(words);
      assert.equal((await client.next(TRANSCRIBED))['transcript'], words);
      await client.next('response.done');
    }
  });
});

describe('the places at the recogniser', () => {
  it('are shared between live sessions and recordings, however many turns one session commits at once', async () => {
    await using speechToText = recogniser();
    await speechToText.warmUp();
    const service = voiceService({}, { speechToText });
    const wav = await speak('Please turn on the lights in the kitchen.');
    const said = await spoken(wav);
    const [greedy, modest] = [await openLive(service), await openLive(service)];
    const commit = async (client: LiveClient, times: number): Promise<void> => {
      client.send({ type: 'session.update', session: { audio: { input: { turn_detection: null } } } });
      for (let turn = 0; turn < times; turn += 1) {
        append(client, said);
        client.send({ type: 'input_audio_buffer.commit' });
      }
      for (let turn = 0; turn < times; turn += 1) await client.next('input_audio_buffer.committed');
    };
    await commit(greedy, 4 * PLACES);
    await greedy.next(REFUSED);
    const recording = service.voice.handle(upload('/v1/audio/transcriptions', { bytes: wav }));
    await commit(modest, 1);
    const response = await recording;
    assert.equal(response.status, 200);
    const text = textOf(await objectOf(response), 'text');
    assert.match(text, /lights in the kitchen/);
    assert.ok(!typesOf(modest.events).includes(REFUSED));
    assert.equal(textOf(await modest.next(TRANSCRIBED), 'transcript'), text);
  });
});
