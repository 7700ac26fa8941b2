import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { levelledSpeech } from '../../src/adapters/onnx/levelled-speech.ts';

const RATE = 1000;

/** A tone of this amplitude and the detector's answer to it, for so many seconds. */
function stretch(seconds: number, amplitude: number, probability: number) {
  const samples = Array.from({ length: seconds * RATE }, (_, index) => amplitude * Math.sin(index));
  return { samples, probabilities: Array.from({ length: seconds * 100 }, () => probability) };
}

function levelled(...stretches: readonly ReturnType<typeof stretch>[]) {
  const samples = Float32Array.from(stretches.flatMap((one) => one.samples));
  const probabilities = Float32Array.from(stretches.flatMap((one) => one.probabilities));
  const result = levelledSpeech(samples, RATE, probabilities);
  const peak = (from: number, to: number): number =>
    result.slice(from * RATE, to * RATE).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return { samples, result, peak };
}

describe('levelledSpeech()', () => {
  it('makes soft speech as loud as that beside it', () => {
    const { peak } = levelled(stretch(4, 0.5, 1), stretch(1, 0.001, 0), stretch(4, 0.05, 1));
    assert.ok(Math.abs(peak(0.5, 3) / peak(6, 8.5) - 1) < 0.05, `${peak(0.5, 3)} ${peak(6, 8.5)}`);
  });

  it('amplifies by at most 20 dB, and pauses no more than the speech beside them', () => {
    const { peak } = levelled(stretch(4, 0.5, 1), stretch(4, 0.001, 0), stretch(4, 0.001, 1));
    assert.ok(peak(9, 11) <= 0.0101);
    assert.ok(peak(4, 8) <= 0.0101);
  });

  it('leaves speech that is equally loud, and audio without speech, as it is', () => {
    const even = levelled(stretch(3, 0.2, 1), stretch(1, 0, 0), stretch(3, 0.2, 1));
    for (const [index, sample] of even.samples.entries()) assert.ok(Math.abs(sample - (even.result[index] ?? 0)) < 0.005);
    const noise = levelled(stretch(3, 0.2, 0));
    assert.equal(noise.result, noise.samples);
  });
});
