import type { Clock } from '../../../ports/system.ts';

/**
 * When a client has played what it was sent, as far as that can be told from here: it is taken to play everything at once, one piece
 * behind the other, in real time, until it says that it has stopped.
 */
export interface Playback {
  /** Whether something that was sent is still being played. */
  readonly isPlaying: boolean;
  /** When all of it has been played, on the clock; before anything was sent, and of what was stopped, the time when that became so. */
  readonly endsAt: number;
  /** Audio of so many milliseconds was sent. */
  sent(milliseconds: number): void;
  /** The client has stopped playing, or does so now. */
  stopped(): void;
}

export function createPlayback(clock: Pick<Clock, 'elapsed'>): Playback {
  let endsAt = clock.elapsed();
  return {
    get isPlaying() {
      return clock.elapsed() < endsAt;
    },
    get endsAt() {
      return endsAt;
    },
    sent(milliseconds) {
      endsAt = Math.max(endsAt, clock.elapsed()) + milliseconds;
    },
    stopped() {
      endsAt = Math.min(endsAt, clock.elapsed());
    },
  };
}
