import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fromALaw, fromMuLaw, toALaw, toMuLaw } from '../../src/domain/speech/companding.ts';
import { decodeLive, encodeLive } from '../../src/domain/speech/live/audio-format.ts';
import { createListener } from '../../src/domain/speech/live/listener.ts';
import { createSampleBuffer } from '../../src/domain/speech/live/sample-buffer.ts';
import type { TurnEdge } from '../../src/domain/speech/live/turn-detector.ts';
import type { Pcm } from '../../src/ports/speech.ts';
import { sine } from '../fixtures/wav-files.ts';

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);

describe('G.711', () => {
  it('encodes every sample that it decodes as the same byte, but for the two zeros of mu-law', () => {
    assert.deepEqual(
      BYTES.map((byte) => toALaw(fromALaw(byte))),
      BYTES,
    );
    assert.deepEqual(
      BYTES.map((byte) => toMuLaw(fromMuLaw(byte))),
      BYTES.map((byte) => (byte === 0x7f ? 0xff : byte)),
    );
  });

  it('is within its step of any sample, and clips what is beyond full scale', () => {
    for (const [encode, decode] of [
      [toALaw, fromALaw],
      [toMuLaw, fromMuLaw],
    ] as const) {
      for (let sample = -1; sample <= 1; sample += 0.000_37) {
        const error = Math.abs(decode(encode(sample)) - sample);
        assert.ok(error <= Math.max(0.0005, Math.abs(sample) / 24), `${sample} is ${error} off`);
      }
      assert.ok(decode(encode(3)) > 0.95 && decode(encode(-3)) < -0.95);
    }
  });
});

describe('decodeLive() and encodeLive()', () => {
  it('give each format back as it came', () => {
    const bytes = Uint8Array.from({ length: 400 }, (_, index) => (index * 37) % 256);
    for (const format of ['audio/pcm', 'audio/pcmu', 'audio/pcma'] as const) {
      const samples = Float32Array.from(decodeLive(bytes, format), (sample) => sample / 32_768);
      const again = encodeLive(samples, format);
      assert.deepEqual(decodeLive(again, format), decodeLive(bytes, format));
    }
  });
});

describe('createSampleBuffer()', () => {
  it('reads what was appended at its position, as long as it is kept', () => {
    const buffer = createSampleBuffer(8000, 100);
    for (let part = 0; part < 200; part += 1) {
      buffer.append(Int16Array.from({ length: 500 }, (_, index) => (part * 500 + index) % 32_768));
      if (part % 3 === 0) buffer.dropBefore(buffer.end - 1200);
    }
    assert.equal(buffer.end, 100 + 100_000);
    assert.ok(buffer.end - buffer.start <= 2200);
    const { samples } = buffer.read(buffer.end - 3, buffer.end);
    assert.deepEqual(
      Array.from(samples, (sample) => sample * 32_768),
      [99_997, 99_998, 99_999].map((value) => value % 32_768),
    );
    assert.equal(buffer.read(0, buffer.start + 5).samples.length, 5);
  });
});

/** Speech in a stream of 12 s: two tones, at 2 to 4 s and at 7.5 to 8 s. */
function twoTones(sampleRate: number): Int16Array {
  const samples = new Float32Array(12 * sampleRate);
  samples.set(sine(300, sampleRate, 2), 2 * sampleRate);
  samples.set(sine(300, sampleRate, 0.5), 7.5 * sampleRate);
  return Int16Array.from(samples, (sample) => sample * 20_000);
}

/** The edges that a listener tells of, if audio comes in pieces of so many milliseconds. */
async function edgesOf(
  sampleRate: number,
  pieceMs: number,
): Promise<{ readonly edges: TurnEdge[]; readonly pauses: number[]; readonly longest: number; readonly judged: number }> {
  const all = twoTones(sampleRate);
  const buffer = createSampleBuffer(sampleRate);
  const edges: TurnEdge[] = [];
  const pauses: number[] = [];
  let [longest, judged] = [0, 0];
  const listener = createListener({
    buffer,
    async probability({ samples, sampleRate: rate }: Pcm) {
      assert.equal(rate, 16_000);
      longest = Math.max(longest, samples.length / rate);
      judged += 1;
      return Float32Array.from({ length: Math.ceil(samples.length / 160) }, (_, frame) =>
        samples.subarray(frame * 160, (frame + 1) * 160).some((sample) => Math.abs(sample) > 0.1) ? 1 : 0,
      );
    },
    rules: () => ({ threshold: 0.5, silenceMs: 500 }),
    onEdge: (edge) => edges.push(edge),
    onPause: (sinceMs) => pauses.push(sinceMs),
    onSpeech: () => undefined,
    onFailure: (error) => assert.fail(String(error)),
    signal: new AbortController().signal,
  });
  const step = (pieceMs * sampleRate) / 1000;
  for (let from = 0; from < all.length; from += step) {
    buffer.append(all.slice(from, from + step));
    listener.wake();
    for (let turn = 0; turn < 4; turn += 1) await setImmediate();
    buffer.dropBefore((listener.judgedMs * sampleRate) / 1000 - sampleRate);
  }
  return { edges, pauses, longest, judged };
}

describe('createListener()', () => {
  for (const sampleRate of [8000, 24_000]) {
    for (const pieceMs of [20, 100, 730]) {
      it(`finds the turns in audio of ${sampleRate} Hz that comes ${pieceMs} ms at a time, with a bounded look back`, async () => {
        const { edges, pauses, longest, judged } = await edgesOf(sampleRate, pieceMs);
        const wanted = [2000, 4500, 7500, 8500];
        assert.equal(edges.length, 4);
        for (const [index, { atMs }] of edges.entries())
          assert.ok(Math.abs(atMs - (wanted[index] ?? 0)) <= 20, `edge ${index} at ${atMs} ms`);
        // A piece longer than the rest of the silence brings the end with it.
        if (pieceMs > 300) assert.ok(pauses.length <= 2);
        else {
          assert.equal(pauses.length, 2, 'each pause is told of once, before the turn ends');
          assert.ok(Math.abs((pauses[0] ?? 0) - 4000) <= 20 && Math.abs((pauses[1] ?? 0) - 8000) <= 20, pauses.join(', '));
        }
        assert.ok(longest < 4.2, `${longest} s are judged at once`);
        assert.ok(judged <= 9000 / 200 + 3000 / 80 + 4, 'a step is judged at once, which is shorter while somebody speaks');
      });
    }
  }
});
