import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { speakerTrack } from '../../src/domain/speech/diarization/speaker-track.ts';
import { speechWindows } from '../../src/domain/speech/diarization/speech-windows.ts';
import type { SpeechStretch } from '../../src/ports/voice-activity.ts';

const WINDOW = 1.6;
const HOP = 0.4;
const VOICES = [Float32Array.of(1, 0), Float32Array.of(0, 1)];

/** The track where `share` says how much of each window is the second voice. */
function track(stretches: readonly SpeechStretch[], share: (start: number, end: number) => number) {
  const windows = speechWindows(stretches, WINDOW, HOP);
  const vectors = windows.map(({ start, end }) => {
    const second = share(start, end);
    const length = Math.hypot(second, 1 - second);
    return Float32Array.of((1 - second) / length, second / length);
  });
  return speakerTrack({
    stretches,
    windows,
    vectors,
    voices: VOICES,
    windowSeconds: WINDOW,
    settings: { changeWithinSpeech: 0.05, changeAtPause: 0.02 },
  });
}

const shareOf = (start: number, end: number, [from, to]: readonly [number, number]): number =>
  Math.max(0, Math.min(end, to) - Math.max(start, from)) / (end - start);

describe('speechWindows()', () => {
  it('covers each stretch by windows that overlap and do not leave it', () => {
    const windows = speechWindows(
      [
        { start: 1, end: 1.5 },
        { start: 2, end: 5 },
      ],
      WINDOW,
      HOP,
    );
    assert.deepEqual(windows[0], { stretch: 0, start: 1, end: 1.5 });
    const own = windows.slice(1);
    assert.deepEqual([own[0]?.start, own.at(-1)?.end, own.length], [2, 5, 5]);
    for (const [index, { start, end, stretch }] of own.entries()) {
      assert.equal(stretch, 1);
      assert.ok(Math.abs(end - start - WINDOW) < 1e-9);
      assert.ok(index === 0 || start - (own[index - 1]?.start ?? 0) <= HOP + 1e-9);
    }
  });

  it('takes one window for a stretch as long as a window, and none for none', () => {
    assert.equal(speechWindows([{ start: 0, end: WINDOW }], WINDOW, HOP).length, 1);
    assert.deepEqual(speechWindows([], WINDOW, HOP), []);
  });
});

describe('speakerTrack()', () => {
  it('places a change within a stretch where the windows say it is', async () => {
    const turns = await track([{ start: 1, end: 9 }], (start, end) => shareOf(start, end, [5, 9]));
    assert.deepEqual(
      turns.map(({ voice }) => voice),
      [0, 1],
    );
    assert.ok(Math.abs((turns[0]?.end ?? 0) - 5) <= 0.3, `at ${turns[0]?.end}`);
    assert.deepEqual([turns[0]?.start, turns[1]?.start, turns[1]?.end], [1, turns[0]?.end, 9]);
  });

  it('makes no turn of one window that sounds like somebody else', async () => {
    const turns = await track([{ start: 0, end: 10 }], (start) => (Math.abs(start - 4) < 0.1 ? 0.9 : 0.1));
    assert.deepEqual(turns, [{ start: 0, end: 10, voice: 0 }]);
  });

  it('lets somebody else speak behind every pause, also shortly', async () => {
    const stretches = [
      { start: 0, end: 3 },
      { start: 3.2, end: 4 },
      { start: 4.2, end: 7 },
    ];
    assert.deepEqual(
      (await track(stretches, (start) => Number(start === 3.2))).map(({ voice }) => voice),
      [0, 1, 0],
    );
  });

  it('gives each stretch a turn, also one shorter than a frame, and none without voices', async () => {
    assert.equal(
      (
        await track(
          [
            { start: 0, end: 0.01 },
            { start: 1, end: 3 },
          ],
          () => 0,
        )
      ).length,
      2,
    );
    const input = { stretches: [{ start: 0, end: 1 }], windows: [], vectors: [], voices: [], windowSeconds: WINDOW };
    assert.deepEqual(await speakerTrack({ ...input, settings: { changeWithinSpeech: 0, changeAtPause: 0 } }), []);
  });
});
