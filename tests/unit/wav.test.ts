import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { pcm16, wavFile } from '../../src/domain/speech/encode-wav.ts';
import { isCodedWav, isWav, readWavHeader } from '../../src/domain/speech/wav-header.ts';
import { sine, wavBytes, type SampleFormat, type WavSpec } from '../fixtures/wav-files.ts';

const SAMPLES = [0, 0.25, -0.5, 0.75, -1];

async function decoded(spec: WavSpec): Promise<number[]> {
  return [...(await decodeWav(wavBytes(spec), { maxSeconds: 60 })).samples];
}

describe('decodeWav()', () => {
  const formats: readonly SampleFormat[] = ['u8', 's16', 's24', 's32', 'f32', 'f64'];
  for (const format of formats) {
    for (const extensible of [false, true]) {
      it(`reads ${format} samples${extensible ? ' behind an extensible header' : ''} exactly`, async () => {
        assert.deepEqual(await decoded({ format, extensible, channels: [SAMPLES] }), SAMPLES);
      });
    }
  }

  for (const sampleRate of [4000, 8000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000]) {
    it(`keeps a sample rate of ${sampleRate} Hz`, async () => {
      const pcm = await decodeWav(wavBytes({ sampleRate, channels: [SAMPLES] }), { maxSeconds: 60 });
      assert.equal(pcm.sampleRate, sampleRate);
    });
  }

  it('mixes stereo down to the mean of its channels', async () => {
    assert.deepEqual(
      await decoded({
        format: 's24',
        channels: [
          [1 - 2 ** -23, 0.5, 0],
          [0, 0.25, -1],
        ],
      }),
      [0.5 - 2 ** -24, 0.375, -0.5],
    );
  });

  it('turns a channel round that is wired the wrong way, also a fainter one, and over an offset that both have', async () => {
    const voice = [...sine(440, 16_000, 0.1, 0.3)];
    for (const share of [1, 0.5]) {
      const inverted = voice.map((sample) => 0.3 - sample * share);
      const samples = await decoded({ format: 's24', channels: [voice.map((sample) => 0.3 + sample), inverted] });
      // The offset is turned round, too.
      const [least, most] = [Math.min(...samples), Math.max(...samples)];
      assert.ok(Math.abs(most - least - 0.3 * (1 + share)) < 0.01, `${least} to ${most} at ${share}`);
    }
  });

  it('keeps both voices of a talk with a speaker on each channel, at the level that each has in the mean', async () => {
    const silence = Array.from({ length: 1600 }, () => 0);
    const [one, other] = [[...sine(440, 16_000, 0.1)], [...sine(550, 16_000, 0.1)]];
    const samples = await decoded({
      format: 's24',
      channels: [
        [...one, ...silence],
        [...silence, ...other],
      ],
    });
    assert.ok([...one, ...other].every((sample, at) => Math.abs((samples[at] ?? 0) - sample / 2) < 0.001));
  });

  it('does not let silent channels make the others faint, as in surround sound with speech in the middle', async () => {
    const [voice, silence] = [[...sine(440, 16_000, 0.1)], Array.from({ length: 1600 }, () => 0)];
    const samples = await decoded({ format: 's24', channels: [silence, silence, voice, silence, silence, silence] });
    assert.ok(voice.every((sample, at) => Math.abs((samples[at] ?? 0) - sample) < 0.001));
  });

  it('skips chunks it does not know, odd ones with their padding', async () => {
    const extraChunks = [
      { tag: 'fact', bytes: [5, 0, 0, 0] },
      { tag: 'LIST', bytes: [1, 2, 3] },
    ];
    assert.deepEqual(await decoded({ extraChunks, channels: [SAMPLES] }), [...SAMPLES]);
  });

  it('reads a view into a larger buffer at an odd offset', async () => {
    const file = wavBytes({ format: 's16', channels: [SAMPLES] });
    const shifted = new Uint8Array(file.length + 3);
    shifted.set(file, 3);
    assert.deepEqual([...(await decodeWav(shifted.subarray(3), { maxSeconds: 60 })).samples], SAMPLES);
  });

  const streaming: readonly [string, Partial<WavSpec>][] = [
    ['0', { declaredDataSize: 0, declaredRiffSize: 0 }],
    ['0 under a RIFF size of 36', { declaredDataSize: 0, declaredRiffSize: 36 }],
    ['0xFFFFFFFF', { declaredDataSize: 0xffff_ffff, declaredRiffSize: 0xffff_ffff }],
    ['0x7FFFF000', { declaredDataSize: 0x7fff_f000, declaredRiffSize: 0x7fff_f024 }],
  ];
  for (const [name, sizes] of streaming) {
    it(`reads to the end when a streaming writer declared a data size of ${name}`, async () => {
      assert.deepEqual(await decoded({ ...sizes, channels: [SAMPLES] }), SAMPLES);
    });
  }

  it('does not mind a byte rate of stereo in a mono file, as recorders in browsers write it', async () => {
    assert.deepEqual(await decoded({ channels: [SAMPLES], sampleRate: 16_000, lies: { byteRate: 64_000 } }), SAMPLES);
  });

  it('bounds float samples to full scale and turns NaN into silence', async () => {
    assert.deepEqual(await decoded({ format: 'f32', channels: [[2, -3, Number.NaN, Infinity, -Infinity, 0.5]] }), [1, -1, 0, 1, -1, 0.5]);
  });

  it('refuses audio that is longer than the limit as payload_too_large', async () => {
    const file = wavBytes({ sampleRate: 8000, channels: [Array.from({ length: 8001 }, () => 0)] });
    await assert.rejects(decodeWav(file, { maxSeconds: 1 }), { kind: 'payload_too_large', param: 'file' });
  });

  it('stops when its signal aborts', async () => {
    const file = wavFile([pcm16(new Float32Array(4_000_000))], 48_000);
    const leaving = new AbortController();
    const work = decodeWav(file, { maxSeconds: 600, signal: leaving.signal });
    leaving.abort(new DOMException('left', 'AbortError'));
    await assert.rejects(work, { name: 'AbortError' });
  });

  it('lets other events run while it decodes a long file', async () => {
    const file = wavFile([pcm16(new Float32Array(12_000_000))], 48_000);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await decodeWav(file, { maxSeconds: 600 });
    clearInterval(timer);
    assert.ok(ticks >= 3, `only ${ticks} timer events ran`);
  });
});

describe('readWavHeader() refuses with invalid_input naming file', () => {
  const whole = wavBytes({ channels: [Array.from({ length: 100 }, () => 0.1)] });
  const noData = whole.slice(0, 36);
  const bad: readonly [string, Uint8Array, RegExp][] = [
    ['no bytes', new Uint8Array(0), /not a RIFF/],
    ['random bytes', Uint8Array.from({ length: 100 }, (_, n) => (n * 37) % 256), /not a RIFF/],
    ['an AVI file', Uint8Array.from([...whole.subarray(0, 8), ...new TextEncoder().encode('AVI '), ...whole.subarray(12)]), /not a RIFF/],
    ['a file cut in half', whole.subarray(0, whole.length / 2), /cut short/],
    ['a file without its last byte', whole.subarray(0, -1), /cut short/],
    ['a file cut inside its header', whole.subarray(0, 30), /cut short/],
    ['no data chunk', noData, /no data chunk/],
    ['samples before the format', Uint8Array.from([...whole.subarray(0, 12), ...whole.subarray(36)]), /no fmt chunk/],
    ['no samples', wavBytes({ channels: [[]] }), /no audio/],
    ['zero channels', wavBytes({ channels: [SAMPLES], lies: { channels: 0 } }), /0 channels/],
    ['40000 channels', wavBytes({ channels: [SAMPLES], lies: { channels: 40_000 } }), /40000 channels/],
    ['a sample rate of zero', wavBytes({ channels: [SAMPLES], lies: { sampleRate: 0 } }), / 0 Hz/],
    ['a sample rate of 4 GHz', wavBytes({ channels: [SAMPLES], lies: { sampleRate: 4_000_000_000 } }), /4000000000 Hz/],
    ['an unknown codec', wavBytes({ channels: [SAMPLES], lies: { tag: 0x55 } }), /codec 85/],
    ['12 bits a sample', wavBytes({ channels: [SAMPLES], lies: { bits: 12 } }), /12 bits/],
    ['a block align that contradicts', wavBytes({ channels: [SAMPLES], lies: { blockAlign: 4 } }), /block align/],
    [
      'a chunk longer than the file',
      wavBytes({ channels: [SAMPLES], extraChunks: [{ tag: 'LIST', bytes: [1, 2] }] }).subarray(0, 45),
      /cut short/,
    ],
  ];
  for (const [name, bytes, message] of bad) {
    it(name, () => {
      assert.throws(
        () => readWavHeader(bytes),
        (error) => error instanceof ServiceError && error.kind === 'invalid_input' && error.param === 'file' && message.test(error.message),
      );
    });
  }

  it('whatever single byte of the header is changed, or it reads the file', () => {
    for (let at = 0; at < 44; at += 1) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const changed = Uint8Array.from(whole);
        changed[at] = value;
        try {
          assert.ok(readWavHeader(changed).frames > 0);
        } catch (error) {
          assert.ok(error instanceof ServiceError && error.kind === 'invalid_input', `byte ${at} = ${value}: ${String(error)}`);
        }
      }
    }
  });
});

describe('isCodedWav()', () => {
  it('tells codecs that are not decoded here from plain samples and from headers that say too little', () => {
    const coded = (tag: number): boolean => isCodedWav(wavBytes({ channels: [SAMPLES], lies: { tag } }));
    assert.deepEqual([0, 2, 0x11, 0x31, 0x55].map(coded), [true, true, true, true, true]);
    assert.deepEqual([1, 3, 6, 7].map(coded), [false, false, false, false]);
    const extensible = wavBytes({ extensible: true, channels: [SAMPLES] });
    const late = wavBytes({ channels: [SAMPLES], lies: { tag: 2 }, extraChunks: [{ tag: 'LIST', bytes: [1, 2, 3] }] });
    assert.deepEqual([isCodedWav(extensible), isCodedWav(late)], [false, true]);
    for (let length = 12; length < 36; length += 1)
      assert.equal(isCodedWav(wavBytes({ channels: [SAMPLES], lies: { tag: 2 } }).subarray(0, length)), false);
  });
});

describe('wavFile()', () => {
  it('writes a header whose sizes, rate and format agree with the samples', () => {
    const bytes = wavFile([pcm16(sine(440, 22_050, 0.1))], 22_050);
    const view = new DataView(bytes.buffer);
    assert.ok(isWav(bytes));
    assert.equal(view.getUint32(4, true), bytes.length - 8);
    assert.equal(view.getUint32(28, true), 44_100);
    assert.equal(view.getUint32(40, true), bytes.length - 44);
    const { dataOffset, frames, ...format } = readWavHeader(bytes);
    assert.deepEqual(format, { encoding: 'integer', channels: 1, sampleRate: 22_050, bitsPerSample: 16, frameBytes: 2 });
    assert.deepEqual([dataOffset, frames], [44, 2205]);
  });

  it('gives back every 16-bit sample exactly after decoding', async () => {
    const samples = Float32Array.from({ length: 65_536 }, (_, n) => (n - 32_768) / 32_768);
    const pcm = await decodeWav(wavFile([pcm16(samples)], 16_000), { maxSeconds: 60 });
    assert.deepEqual(pcm.samples, samples);
  });

  it('clips samples beyond full scale', async () => {
    const pcm = await decodeWav(wavFile([pcm16(Float32Array.of(3, -3, 1))], 8000), { maxSeconds: 60 });
    assert.deepEqual([...pcm.samples], [32_767 / 32_768, -1, 32_767 / 32_768]);
  });
});
