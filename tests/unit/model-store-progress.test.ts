import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { showProgress, type ProgressOutput } from '../../src/main/pull-progress.ts';
import { createManualClock } from '../fixtures/manual-system.ts';

const plan = {
  kind: 'plan',
  commit: 'c'.repeat(40),
  licence: '',
  dtypes: { model: 'q8' },
  files: 2,
  bytes: 1_000_000,
  presentBytes: 0,
} as const;
const progress = (doneBytes: number) => ({ kind: 'progress', path: 'onnx/model_quantized.onnx', doneBytes, bytes: 1_000_000 }) as const;

function shown(output: Partial<ProgressOutput>): {
  readonly text: () => string;
  readonly show: ReturnType<typeof showProgress>;
  readonly advance: (ms: number) => void;
} {
  let text = '';
  const clock = createManualClock();
  const show = showProgress({
    id: 'acme/x',
    knownLicence: 'MIT',
    elapsed: clock.elapsed,
    output: { ...output, write: (piece) => void (text += piece) },
  });
  return { text: () => text, show, advance: clock.advance };
}

describe('the progress of a pull', () => {
  it('is a line for every tenth where there is no terminal', () => {
    const { text, show } = shown({});
    show.onProgress(plan);
    for (let bytes = 0; bytes <= 1_000_000; bytes += 10_000) show.onProgress(progress(bytes));
    show.done();
    const lines = text().trimEnd().split('\n');
    assert.deepEqual(lines.slice(0, 3), ['acme/x at cccccccccccc: 2 files, 1.0 MB', 'licence: MIT', 'number format: model q8']);
    assert.equal(lines.length, 3 + 10);
    assert.equal(lines[3], 'acme/x: 10 %, 0.1 MB of 1.0 MB');
    assert.doesNotMatch(text(), /\r/);
  });

  it('is one line that is drawn over on a terminal, never wider than it, ten times a second at most', () => {
    const { text, show, advance } = shown({ isTTY: true, columns: 60 });
    show.onProgress(plan);
    const before = text().length;
    show.onProgress(progress(100_000));
    show.onProgress(progress(200_000));
    advance(1000);
    show.onProgress(progress(500_000));
    show.onProgress(progress(1_000_000));
    show.done();
    const drawn = text().slice(before);
    const bars = drawn.split('\r').slice(1);
    assert.equal(bars.length, 3);
    assert.match(bars[1] ?? '', /^\[#{12}-{12}\] 50 % 0\.5 MB of 1\.0 MB, 0\.5 MB\/s/);
    assert.ok(bars.every((bar) => bar.replace('\u001B[K', '').trimEnd().length < 60));
    assert.ok(drawn.endsWith('\n') && drawn.indexOf('\n') === drawn.length - 1);
  });
});
