import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { after, describe, it } from 'node:test';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createAudioDecoder } from '../../src/adapters/audio/decoder.ts';
import { createOnnxSpeechToText } from '../../src/adapters/onnx/speech-to-text.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { joinedBytes } from '../../src/core/joined-bytes.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import { allowSlowHooks } from '../slow.ts';
import { speak } from '../system/espeak.ts';
import { wordErrors } from '../system/word-error-rate.ts';
import { audioDecoderContract, ENCODED, encoded, RARELY_ENCODED } from './audio-decoder-contract.ts';

await allowSlowHooks();

const POOL = { workers: 1, queueLimit: 16, timeoutMs: 20_000, ffmpeg: 'ffmpeg' };
const at = (file: string): string => fileURLToPath(new URL(`../../models/${file}`, import.meta.url));

audioDecoderContract('createAudioDecoder()', { create: (limits) => createAudioDecoder({ ...POOL, ...limits }) });

describe('createAudioDecoder()', () => {
  const decoder = createAudioDecoder({ ...POOL, maxSeconds: 600, maxDecodedBytes: 2 ** 26 });
  after(() => decoder[Symbol.asyncDispose]());

  it('refuses a few bytes whose header declares hours, before it unpacks them', async () => {
    const flac = await encoded('question.flac');
    // STREAMINFO's 36-bit number of samples.
    flac.set([(flac[21] ?? 0) | 15, 255, 255, 255, 255], 21);
    const opus = await encoded('question-opus.ogg');
    // The granule position of the last page.
    const last = Buffer.from(opus).lastIndexOf('OggS');
    opus.set([0, 0, 0, 0, 255, 255, 0, 0], last + 6);
    for (const bytes of [flac, opus]) {
      await assert.rejects(decoder.decode(bytes), (error) => error instanceof ServiceError && error.kind === 'payload_too_large');
    }
  });

  it('stops a file that holds more than its header declares', async () => {
    await using strict = createAudioDecoder({ ...POOL, maxSeconds: 5, maxDecodedBytes: 2 ** 26 });
    const mp3 = await encoded('question.mp3');
    const repeated = new Uint8Array(mp3.length * 4);
    for (let index = 0; index < 4; index += 1) repeated.set(mp3, index * mp3.length);
    await assert.rejects(strict.decode(repeated), (error) => error instanceof ServiceError && error.kind === 'payload_too_large');
    await using small = createAudioDecoder({ ...POOL, maxSeconds: 5, maxDecodedBytes: 50_000 });
    const flac = await encoded('question.flac');
    // No samples in STREAMINFO: the writer did not know.
    flac.set([(flac[21] ?? 0) & 0xf0, 0, 0, 0, 0], 21);
    await assert.rejects(small.decode(flac), (error) => error instanceof ServiceError && error.kind === 'payload_too_large');
  });

  it('refuses what ffmpeg would decode where it is not installed or turned off, says so, and reads the rest', async () => {
    for (const [ffmpeg, said] of [
      ['ffmpeg-that-is-not-here', /is not installed \(Debian: apt-get install ffmpeg\); WAV/],
      ['', /VOICE_FFMPEG is empty; WAV/],
    ] as const) {
      await using without = createAudioDecoder({ ...POOL, ffmpeg, maxSeconds: 600, maxDecodedBytes: 2 ** 26 });
      for (const file of ['question.m4a', 'question.aac', 'question.amr', ...RARELY_ENCODED]) {
        await assert.rejects(without.decode(await encoded(file)), (error) => {
          assert.ok(error instanceof ServiceError && error.kind === 'invalid_input', String(error));
          assert.match(error.message, said);
          return true;
        });
      }
      assert.ok((await without.decode(await encoded('question.mp3'))).samples.length > 0);
    }
  });

  it('reads MP3 between the padding and tags that other programs leave around it, but not with a hole in it', async () => {
    const mp3 = await encoded('question.mp3');
    const whole = (await decoder.decode(mp3)).samples.length;
    const zeros = new Uint8Array(5000);
    const tag = new TextEncoder().encode(`APETAGEX${'cover art '.repeat(500)}`);
    for (const parts of [
      [zeros, mp3],
      [mp3, zeros],
      [mp3, tag, zeros],
    ]) {
      assert.equal((await decoder.decode(joinedBytes(parts))).samples.length, whole);
    }
    const half = mp3.length / 2;
    await assert.rejects(decoder.decode(joinedBytes([mp3.subarray(0, half), zeros, mp3.subarray(half)])), { kind: 'invalid_input' });
  });

  it('hears a stereo recording with one channel wired the wrong way round, in every format', async () => {
    const tone = ['-f', 'lavfi', '-i', 'aevalsrc=0.5*sin(880*PI*t)|-0.5*sin(880*PI*t):s=48000:d=0.5'];
    for (const [format, ...more] of [
      ['mp3'],
      ['flac'],
      ['ogg', '-c:a', 'libopus'],
      ['webm'],
      ['adts'],
      ['mp4', '-movflags', 'frag_keyframe'],
    ]) {
      const { stdout } = await promisify(execFile)('ffmpeg', [...tone, ...more, '-f', format ?? '', 'pipe:1'], { encoding: 'buffer' });
      const { samples, sampleRate } = await decoder.decode(new Uint8Array(stdout));
      const middle = samples.slice(0.1 * sampleRate, 0.4 * sampleRate);
      const level = Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
      assert.ok(Math.abs(level - 0.5 * Math.SQRT1_2) < 0.05, `${level} in ${format}`);
    }
  });

  it('says of a video without sound that it has none', async () => {
    const picture = ['-f', 'lavfi', '-i', 'color=size=32x32:duration=0.2', '-c:v', 'mpeg4'];
    const { stdout } = await promisify(execFile)('ffmpeg', [...picture, '-movflags', 'frag_keyframe', '-f', 'mp4', 'pipe:1'], {
      encoding: 'buffer',
    });
    await assert.rejects(decoder.decode(new Uint8Array(stdout)), { kind: 'invalid_input', param: 'file', message: /without sound/ });
  });

  it('leaves no file behind for ffmpeg, whether it decodes, fails or is cancelled', async () => {
    const left = async (): Promise<number> => (await readdir(tmpdir())).filter((name) => name.startsWith('parley-audio-')).length;
    const before = await left();
    const m4a = await encoded('question.m4a');
    const cancelled = new AbortController();
    const results = Promise.allSettled([
      decoder.decode(m4a),
      decoder.decode(m4a.subarray(0, 1000)),
      decoder.decode(m4a, { signal: cancelled.signal }),
    ]);
    setTimeout(() => cancelled.abort(), 150);
    await results;
    // A cancelled run ends a moment after its caller has been told.
    for (let round = 0; round < 100 && (await left()) > before; round += 1) await setTimeoutAsync(20);
    assert.equal(await left(), before);
  });

  it('ends a worker that takes too long', async () => {
    await using hurried = createAudioDecoder({ ...POOL, timeoutMs: 1, maxSeconds: 600, maxDecodedBytes: 2 ** 26 });
    await assert.rejects(
      hurried.decode(await encoded('question.flac')),
      (error) => error instanceof ServiceError && error.kind === 'timeout',
    );
  });

  it('lets the recogniser hear in every format what it hears in WAV', async () => {
    await using recogniser = createOnnxSpeechToText({
      model: 'stt-en',
      languages: ['en'],
      modelPath: at('stt-en/model.onnx'),
      languageModelPath: at('stt-en/words.lm'),
      activityModelPath: at('vad/model.onnx'),
      runtime: { provider: 'auto', wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
      workers: 1,
      queueLimit: 16,
      timeoutMs: 30_000,
      resample,
    });
    const wav = await decodeWav(await speak('what does it say on the clock'), { maxSeconds: 60 });
    const { text } = await recogniser.transcribe(wav);
    assert.notEqual(text, '');
    for (const file of [...ENCODED, ...RARELY_ENCODED, 'question.amr']) {
      const heard = await recogniser.transcribe(await decoder.decode(await encoded(file)));
      const { errors, words } = wordErrors(text, heard.text);
      assert.ok(errors / words <= 0.2, `"${heard.text}" in ${file}, "${text}" in WAV`);
    }
  });
});
