import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutAtQuiet } from '../../src/adapters/onnx/windows.ts';

const SAMPLE_RATE = 1000;

/** Loud audio with silence from `from` to `to` seconds. */
function loudBut(seconds: number, from: number, to: number): Float32Array {
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) =>
    index >= from * SAMPLE_RATE && index < to * SAMPLE_RATE ? 0 : index % 2 === 0 ? 0.5 : -0.5,
  );
}

describe('cutAtQuiet()', () => {
  it('leaves audio of at most the limit whole', () => {
    const samples = loudBut(30, 0, 0);
    const windows = [...cutAtQuiet({ samples, sampleRate: SAMPLE_RATE }, 30)];
    assert.deepEqual(
      windows.map((window) => window.samples.length),
      [30_000],
    );
  });

  it('cuts inside the quiet place before the limit', () => {
    const [first] = [...cutAtQuiet({ samples: loudBut(40, 24, 24.5), sampleRate: SAMPLE_RATE }, 30)];
    const end = (first?.samples.length ?? 0) / SAMPLE_RATE;
    assert.ok(end > 24 && end < 24.5, `cut at ${end} s`);
  });

  it('loses no sample and keeps every window within the limit', () => {
    const samples = Float32Array.from({ length: 100_123 }, (_, index) => Math.sin(index * index));
    const windows = [...cutAtQuiet({ samples, sampleRate: SAMPLE_RATE }, 30)];
    assert.deepEqual(
      windows.flatMap((window) => [...window.samples]),
      [...samples],
    );
    for (const window of windows) assert.ok(window.samples.length <= 30_000);
  });

  it('gives one empty window for no samples', () => {
    const windows = [...cutAtQuiet({ samples: new Float32Array(0), sampleRate: SAMPLE_RATE }, 30)];
    assert.deepEqual(
      windows.map((window) => window.samples.length),
      [0],
    );
  });
});
