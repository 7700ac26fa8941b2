import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resample } from '../../src/domain/speech/resample.ts';
import { sine } from '../fixtures/wav-files.ts';

/** Power in dB of what is left in the middle of the signal, where no edge shows, relative to a full sine of the amplitude. */
function levelInDb(samples: Float32Array, amplitude: number): number {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  const power = middle.reduce((sum, value) => sum + value * value, 0) / middle.length;
  return 10 * Math.log10(power / ((amplitude * amplitude) / 2) + 1e-20);
}

/** dB by which `samples` differ from the same tone sampled at the target rate. */
function errorInDb(samples: Float32Array, frequency: number, sampleRate: number, seconds: number): number {
  const wanted = sine(frequency, sampleRate, seconds);
  return levelInDb(
    samples.map((value, n) => value - (wanted[n] ?? 0)),
    0.5,
  );
}

const PAIRS: readonly (readonly [number, number])[] = [
  [8000, 16_000],
  [11_025, 16_000],
  [22_050, 16_000],
  [44_100, 16_000],
  [48_000, 16_000],
  [96_000, 16_000],
  [16_000, 22_050],
  [44_099, 16_000],
  [12_345, 16_000],
];

describe('resample()', () => {
  for (const [from, to] of PAIRS) {
    const nyquist = Math.min(from, to) / 2;

    it(`from ${from} to ${to} Hz keeps tones up to 0.85 of the lower Nyquist frequency within 0.1 dB and in phase`, async () => {
      for (const share of [0.02, 0.25, 0.5, 0.75, 0.85]) {
        const frequency = nyquist * share;
        const { samples, sampleRate } = await resample({ samples: sine(frequency, from, 0.25), sampleRate: from }, to);
        assert.equal(sampleRate, to);
        const level = levelInDb(samples, 0.5);
        assert.ok(Math.abs(level) < 0.1, `${frequency} Hz came out ${level} dB`);
        const error = errorInDb(samples, frequency, to, 0.25);
        assert.ok(error < -60, `${frequency} Hz differs by ${error} dB`);
      }
    });

    if (from > to) {
      it(`from ${from} to ${to} Hz keeps what would alias at least 60 dB down`, async () => {
        for (const frequency of [nyquist * 1.001, nyquist * 1.2, (nyquist + from / 2) / 2, (from / 2) * 0.98]) {
          const { samples } = await resample({ samples: sine(frequency, from, 0.25), sampleRate: from }, to);
          const level = levelInDb(samples, 0.5);
          assert.ok(level < -60, `${frequency} Hz came out ${level} dB`);
        }
      });
    }
  }

  it('keeps the duration', async () => {
    const { samples } = await resample({ samples: new Float32Array(44_100), sampleRate: 44_100 }, 16_000);
    assert.equal(samples.length, 16_000);
  });

  it('keeps a constant constant', async () => {
    const { samples } = await resample({ samples: new Float32Array(4410).fill(0.5), sampleRate: 44_100 }, 16_000);
    const middle = samples.subarray(400, 1200);
    assert.ok(middle.every((value) => Math.abs(value - 0.5) < 1e-5));
  });

  it('gives the very same audio when the rate is right already', async () => {
    const pcm = { samples: sine(440, 16_000, 0.1), sampleRate: 16_000 };
    assert.equal(await resample(pcm, 16_000), pcm);
  });

  it('takes clips shorter than its filter, and empty ones', async () => {
    for (const length of [0, 1, 2, 7]) {
      const { samples } = await resample({ samples: new Float32Array(length).fill(1), sampleRate: 48_000 }, 16_000);
      assert.equal(samples.length, Math.ceil(length / 3));
      assert.ok(samples.every(Number.isFinite));
    }
  });

  it('lets other events run all the while it works on a long clip', async () => {
    let events = 0;
    const timer = setInterval(() => (events += 1), 1);
    await resample({ samples: new Float32Array(44_100 * 60), sampleRate: 44_100 }, 16_000);
    clearInterval(timer);
    assert.ok(events > 10, `only ${events} other events ran`);
  });

  it('stops when its signal aborts', async () => {
    const leaving = new AbortController();
    const work = resample({ samples: new Float32Array(44_100 * 60), sampleRate: 44_100 }, 16_000, leaving.signal);
    leaving.abort(new DOMException('left', 'AbortError'));
    await assert.rejects(work, { name: 'AbortError' });
  });
});
