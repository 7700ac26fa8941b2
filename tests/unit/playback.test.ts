import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPlayback } from '../../src/domain/speech/live/playback.ts';
import { createManualClock } from '../fixtures/manual-system.ts';

describe('createPlayback()', () => {
  it('takes what is sent to be played at once, one piece behind the other, in real time', () => {
    const clock = createManualClock();
    clock.advance(50);
    const playback = createPlayback(clock);
    assert.deepEqual([playback.isPlaying, playback.endsAt], [false, 50]);
    playback.sent(1000);
    clock.advance(400);
    playback.sent(500);
    assert.equal(playback.endsAt, 1550, 'the second piece comes behind the first');
    clock.advance(1099);
    assert.equal(playback.isPlaying, true);
    clock.advance(1);
    assert.equal(playback.isPlaying, false);
    clock.advance(1000);
    assert.equal(playback.endsAt, 1550);
    playback.sent(200);
    assert.equal(playback.endsAt, 2750, 'behind a gap it is played when it comes');
  });

  it('is over when the client stops', () => {
    const clock = createManualClock();
    const playback = createPlayback(clock);
    playback.sent(1000);
    clock.advance(300);
    playback.stopped();
    assert.deepEqual([playback.isPlaying, playback.endsAt], [false, 300]);
    clock.advance(500);
    playback.stopped();
    assert.equal(playback.endsAt, 300, 'it stops once');
  });
});
