import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe, it } from 'node:test';
import { ServiceError, type ErrorKind } from '../../src/core/errors.ts';
import type { AudioDecoder } from '../../src/ports/audio-decoder.ts';

export interface AudioDecoderSubject {
  /** Makes the adapter under test. */
  readonly create: (limits: { readonly maxSeconds: number; readonly maxDecodedBytes: number }) => AudioDecoder & AsyncDisposable;
}

/** Files below tests/fixtures/audio that hold the same sentence. */
export const ENCODED = [
  'question.mp3',
  'question.flac',
  'question-flac.ogg',
  'question-vorbis.ogg',
  'question-opus.ogg',
  'question.webm',
  'question.m4a',
];

/** Files with the sentence in formats of telephones, call centres and studios. Some are decoded in blocks, which blurs their ends. */
export const RARELY_ENCODED = [
  'question.aiff',
  'question.au',
  'question-speex.ogg',
  'question.caf',
  'question.wma',
  'question-vorbis.webm',
  'question-adpcm.wav',
  'question-rf64.wav',
];

/** Seconds of the sentence. */
const SPOKEN_SECONDS = 1.887;

/** The bytes of a file below tests/fixtures/audio. */
export async function encoded(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(`../fixtures/audio/${name}`, import.meta.url)));
}

function fails(kind: ErrorKind, message: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ServiceError, String(error));
    assert.deepEqual([error.kind, error.param], [kind, 'file'], error.message);
    assert.match(error.message, message);
    return true;
  };
}

/** What every AudioDecoder keeps to. */
export function audioDecoderContract(name: string, { create }: AudioDecoderSubject): void {
  describe(`${name} as an AudioDecoder`, () => {
    const decoder = create({ maxSeconds: 60, maxDecodedBytes: 2 ** 26 });
    const strict = create({ maxSeconds: 1, maxDecodedBytes: 2 ** 26 });
    const small = create({ maxSeconds: 60, maxDecodedBytes: 50_000 });
    after(async () => {
      for (const one of [decoder, strict, small]) await one[Symbol.asyncDispose]();
    });

    for (const file of ENCODED) {
      it(`decodes ${file} to mono of the right length, and leaves the bytes as they were`, async () => {
        const bytes = await encoded(file);
        const before = bytes.slice();
        const { samples, sampleRate } = await decoder.decode(bytes);
        assert.ok(Math.abs(samples.length / sampleRate - SPOKEN_SECONDS) < 0.02, `${samples.length / sampleRate} s`);
        assert.ok(samples.every((sample) => sample >= -1 && sample <= 1));
        const power = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
        assert.ok(power > 0.07 && power < 0.1, `its mean level is ${power}`);
        assert.deepEqual(bytes, before);
      });

      it(`refuses ${file} cut in half`, async () => {
        const bytes = await encoded(file);
        await assert.rejects(decoder.decode(bytes.subarray(0, bytes.length / 2)), fails('invalid_input', /cut short/));
      });

      it(`refuses ${file} when it is longer than allowed`, async () => {
        await assert.rejects(strict.decode(await encoded(file)), fails('payload_too_large', /limit of 1 seconds/));
      });

      it(`refuses ${file} when it unpacks to more than allowed`, async () => {
        await assert.rejects(small.decode(await encoded(file)), fails('payload_too_large', /limit of 50000 bytes/));
      });
    }

    it('reads a file by its content after ID3 tags', async () => {
      const tag = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 0, ...new Uint8Array(128)]);
      const tagged = new Uint8Array([...tag, ...(await encoded('question.mp3'))]);
      assert.ok((await decoder.decode(tagged)).samples.length > 20_000);
    });

    for (const file of RARELY_ENCODED) {
      it(`decodes ${file}, and refuses it cut in half or longer than allowed`, async () => {
        const bytes = await encoded(file);
        const { samples, sampleRate } = await decoder.decode(bytes);
        assert.ok(Math.abs(samples.length / sampleRate - SPOKEN_SECONDS) < 0.05, `${samples.length / sampleRate} s`);
        await assert.rejects(decoder.decode(bytes.subarray(0, bytes.length / 2)), fails('invalid_input', /cut short/));
        await assert.rejects(strict.decode(bytes), fails('payload_too_large', /limit of 1 seconds/));
      });
    }

    it('refuses WMA of which little is missing, and reads a broadcast one, whose header was written before its end was known', async () => {
      const bytes = await encoded('question.wma');
      const cut = bytes.slice(0, -100);
      await assert.rejects(decoder.decode(cut), fails('invalid_input', /cut short: it declares/));
      // The first flag of its File Properties object.
      const flags = Buffer.from(cut).indexOf('a1dcab8c47a9cf11', 'hex') + 88;
      cut[flags] = (cut[flags] ?? 0) | 1;
      const heard = await decoder.decode(cut);
      assert.ok(heard.samples.length / heard.sampleRate > 1);
    });

    it('decodes AMR, from which telephones leave pauses out', async () => {
      const { samples, sampleRate } = await decoder.decode(await encoded('question.amr'));
      assert.ok(samples.length / sampleRate > 1.6 && samples.length / sampleRate < SPOKEN_SECONDS, `${samples.length / sampleRate} s`);
      for (const rest of ['', '\x3c', '\x3cno frame', 'x'.repeat(5000)]) {
        await assert.rejects(
          decoder.decode(new TextEncoder().encode(`#!AMR\n${rest}`)),
          fails('invalid_input', /holds no audio|cut short|broken/),
        );
      }
    });

    it('refuses a codec that it does not read, and names its container', async () => {
      const swapped = await encoded('question-adpcm.wav');
      // WAVE_FORMAT_DIALOGIC_OKI_ADPCM instead of WAVE_FORMAT_ADPCM.
      swapped[20] = 0x10;
      await assert.rejects(decoder.decode(swapped), fails('invalid_input', /WAV with a codec of its own, whose codec is not read/));
    });

    it('decodes AAC in bare frames, whose length nothing declares', async () => {
      const { samples, sampleRate } = await decoder.decode(await encoded('question.aac'));
      assert.ok(Math.abs(samples.length / sampleRate - SPOKEN_SECONDS) < 0.1, `${samples.length / sampleRate} s`);
    });

    it('refuses what it does not read, and says what it reads', async () => {
      const texts = [
        '',
        'x',
        'hello, this is no audio at all',
        'OggS and more of it',
        '#!SILK_V3',
        'FORM',
        'FORM....8SVX',
        'RIFF....AVI ',
        'caf',
        '.sn',
      ];
      for (const text of texts) {
        await assert.rejects(
          decoder.decode(new TextEncoder().encode(text)),
          fails('invalid_input', /WAV, MP3, FLAC, Ogg .* and WebM .*M4A, MP4, .*Matroska.*ADPCM/),
        );
      }
    });

    it('refuses the right beginning with nothing sound behind it', async () => {
      const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251);
      for (const file of ENCODED) {
        const bytes = await encoded(file);
        const broken = new Uint8Array([...bytes.subarray(0, 100), ...noise]);
        await assert.rejects(decoder.decode(broken), (error) => error instanceof ServiceError && error.status < 500, file);
      }
    });

    it('goes on with the next file after broken ones, cancelled ones and many at once', async () => {
      const bytes = await encoded('question.mp3');
      await assert.rejects(decoder.decode(bytes.subarray(0, 200)));
      await assert.rejects(decoder.decode(bytes, { signal: AbortSignal.abort() }), { name: 'AbortError' });
      const all = await Promise.all(Array.from({ length: 5 }, () => decoder.decode(bytes)));
      assert.equal(new Set(all.map(({ samples }) => samples.length)).size, 1);
    });
  });
}
