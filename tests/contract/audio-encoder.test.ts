import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createAudioDecoder } from '../../src/adapters/audio/decoder.ts';
import { createFfmpegEncoder } from '../../src/adapters/audio/ffmpeg-encoder.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { pcm16 } from '../../src/domain/speech/encode-wav.ts';
import { COMPRESSED_FORMATS } from '../../src/ports/audio-encoder.ts';
import { sine } from '../fixtures/wav-files.ts';
import { until } from '../system/until.ts';

const SAMPLE_RATE = 22_050;
const HALF_SECOND = pcm16(sine(440, SAMPLE_RATE, 0.5));

/** Half seconds of a tone. `state` says how many were taken, and whether the source was left. */
function halfSeconds(count: number, failure?: Error) {
  const state = { taken: 0, left: false };
  async function* samples(): AsyncGenerator<Uint8Array, void> {
    try {
      for (; state.taken < count; state.taken += 1) {
        // Later, as a synthesis is.
        await new Promise((resolve) => setTimeout(resolve, 5));
        yield HALF_SECOND;
      }
      if (failure !== undefined) throw failure;
    } finally {
      state.left = true;
    }
  }
  return { samples: samples(), state };
}

async function joined(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(parts));
}

describe('createFfmpegEncoder()', () => {
  const encoder = createFfmpegEncoder('ffmpeg');
  const decoder = createAudioDecoder({
    workers: 1,
    queueLimit: 16,
    timeoutMs: 20_000,
    ffmpeg: 'ffmpeg',
    maxSeconds: 60,
    maxDecodedBytes: 2 ** 26,
  });
  after(() => {
    encoder[Symbol.dispose]();
    return decoder[Symbol.asyncDispose]();
  });

  for (const format of COMPRESSED_FORMATS) {
    it(`makes ${format} of speech that is decoded to the same length and level`, async () => {
      const { samples, state } = halfSeconds(4);
      const bytes = await joined(await encoder.encode(samples, { format, sampleRate: () => SAMPLE_RATE }));
      assert.ok(bytes.length < 4 * HALF_SECOND.length * (format === 'flac' ? 0.8 : 0.4), `${bytes.length} bytes`);
      const pcm = await decoder.decode(bytes);
      // Frames of MP3 and AAC are padded, which is only declared in headers that cannot be written into a stream.
      assert.ok(Math.abs(pcm.samples.length / pcm.sampleRate - 2) < 0.15, `${pcm.samples.length / pcm.sampleRate} s`);
      const level = Math.sqrt(pcm.samples.reduce((sum, sample) => sum + sample * sample, 0) / pcm.samples.length);
      const expected = Math.sqrt(sine(440, SAMPLE_RATE, 0.5).reduce((sum, sample) => sum + sample * sample, 0) / (SAMPLE_RATE / 2));
      assert.ok(Math.abs(level / expected - 1) < 0.1, `${level} instead of ${expected}`);
      assert.ok(state.left);
    });

    it(`gives ${format} before the speech has ended, and ends it when nobody takes more`, async () => {
      const { samples, state } = halfSeconds(10_000);
      const parts = await encoder.encode(samples, { format, sampleRate: () => SAMPLE_RATE });
      const { value } = await parts.next();
      assert.ok(value instanceof Uint8Array && value.length > 0);
      await parts.return();
      assert.ok(state.left && state.taken < 10_000, JSON.stringify(state));
    });
  }

  for (const format of COMPRESSED_FORMATS) {
    it(`keeps the beginning of speech in ${format}`, async () => {
      // A click is at the very beginning, behind which all is quiet.
      const click = new Float32Array(SAMPLE_RATE);
      click.set(sine(1000, SAMPLE_RATE, 0.01));
      async function* samples(): AsyncGenerator<Uint8Array, void> {
        yield pcm16(click);
      }
      const pcm = await decoder.decode(await joined(await encoder.encode(samples(), { format, sampleRate: () => SAMPLE_RATE })));
      const loudest = pcm.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      assert.ok(loudest > 0.2, `the loudest is ${loudest}`);
      assert.ok(pcm.samples.length / pcm.sampleRate > 0.999, `${pcm.samples.length / pcm.sampleRate} s`);
    });
  }

  it('gives what half a second of speech becomes before there is more', async () => {
    for (const format of COMPRESSED_FORMATS) {
      const more = Promise.withResolvers<void>();
      async function* samples(): AsyncGenerator<Uint8Array, void> {
        yield HALF_SECOND;
        await more.promise;
      }
      const parts = await encoder.encode(samples(), { format, sampleRate: () => SAMPLE_RATE });
      assert.ok(((await parts.next()).value?.length ?? 0) > 0, format);
      more.resolve();
      assert.ok((await joined(parts)).length > 0 || format === 'flac', format);
    }
  });

  it('leaves nothing running when nothing is taken', async () => {
    const { samples, state } = halfSeconds(10_000);
    const parts = await encoder.encode(samples, { format: 'opus', sampleRate: () => SAMPLE_RATE });
    await parts.return();
    assert.ok(state.left);
  });

  it('passes on the error of a synthesis that fails half-way', async () => {
    const { samples } = halfSeconds(6, new ServiceError('timeout', 'Too slow.'));
    const said = encoder.encode(samples, { format: 'flac', sampleRate: () => SAMPLE_RATE }).then(joined);
    await assert.rejects(said, { kind: 'timeout', message: 'Too slow.' });
  });

  it('throws provider_unavailable where ffmpeg is missing or cannot encode, and leaves the synthesis', async () => {
    for (const [ffmpeg, message] of [
      ['ffmpeg-that-is-not-here', /mp3 is encoded by ffmpeg, which is not installed \(Debian: apt-get install ffmpeg\)/],
      ['false', /ffmpeg could not encode mp3/],
    ] as const) {
      const { samples, state } = halfSeconds(10_000);
      await samples.next();
      await assert.rejects(createFfmpegEncoder(ffmpeg).encode(samples, { format: 'mp3', sampleRate: () => SAMPLE_RATE }), (error) => {
        assert.ok(error instanceof ServiceError, String(error));
        assert.deepEqual([error.kind, error.param], ['provider_unavailable', 'response_format']);
        assert.match(error.message, message);
        return true;
      });
      await until('the synthesis was left', () => state.left);
    }
  });

  it('keeps an encoder ready for the next speech, until it has waited too long or is disposed of', async () => {
    const encoders = async (): Promise<number> => {
      const { stdout } = await promisify(execFile)('pgrep', ['-P', String(process.pid), '-f', 'au -i pipe:0']).catch(() => ({
        stdout: '',
      }));
      return stdout.split('\n').length - 1;
    };
    const ready = createFfmpegEncoder('ffmpeg', 500);
    const before = await encoders();
    for (let round = 0; round < 2; round += 1) {
      const bytes = await joined(await ready.encode(halfSeconds(2).samples, { format: 'mp3', sampleRate: () => SAMPLE_RATE }));
      assert.ok(bytes.length > 0);
      assert.equal(await encoders(), before + 1);
    }
    await until('it has waited too long', async () => (await encoders()) === before);
    await joined(await ready.encode(halfSeconds(2).samples, { format: 'mp3', sampleRate: () => SAMPLE_RATE }));
    ready[Symbol.dispose]();
    await until('it is disposed of', async () => (await encoders()) === before);
  });

  it('offers no format when it is turned off', () => {
    assert.deepEqual(createFfmpegEncoder('').formats, []);
    assert.deepEqual(encoder.formats, ['mp3', 'opus', 'aac', 'flac']);
  });
});
