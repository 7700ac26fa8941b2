/** The detector judges frames of this many milliseconds. */
export const FRAME_MS = 10;

/** How speech is told from silence in live audio. */
export interface TurnRules {
  /** A frame with at least this probability of speech begins a run, 0 to 1. */
  readonly threshold: number;
  /** So many milliseconds without speech end a turn. */
  readonly silenceMs: number;
}

/** Where a turn began or ended, in milliseconds from the first frame. */
export interface TurnEdge {
  readonly type: 'started' | 'stopped';
  readonly atMs: number;
}

/** Follows the probabilities of speech, of which each frame of 10 ms has one, and tells where turns begin and end. */
export interface TurnDetector {
  readonly isSpeaking: boolean;
  hear(probabilities: Float32Array, rules: TurnRules): TurnEdge[];
  /** Goes on as if nothing had been heard, at this frame. */
  restart(frame: number): void;
}

/** A run continues while its frames are at most so much less likely than its first one. */
const HYSTERESIS = 0.15;
/** A run of so many frames is the beginning of a turn; a shorter one may be a click or a cough. */
const FRAMES_OF_SPEECH = 10;
/** Within a turn a run of so many frames is speech. */
const FRAMES_OF_VOICE = 5;

export function createTurnDetector(): TurnDetector {
  let frame = 0;
  let run = 0;
  let isSpeaking = false;
  let quietSince = 0;

  return {
    get isSpeaking() {
      return isSpeaking;
    },
    hear(probabilities, { threshold, silenceMs }) {
      const edges: TurnEdge[] = [];
      for (const probability of probabilities) {
        run = probability >= (run > 0 ? threshold - HYSTERESIS : threshold) ? run + 1 : 0;
        frame += 1;
        if (run >= FRAMES_OF_VOICE) quietSince = frame;
        if (!isSpeaking && run >= FRAMES_OF_SPEECH) {
          isSpeaking = true;
          edges.push({ type: 'started', atMs: (frame - run) * FRAME_MS });
        } else if (isSpeaking && run === 0 && (frame - quietSince) * FRAME_MS >= silenceMs) {
          isSpeaking = false;
          edges.push({ type: 'stopped', atMs: frame * FRAME_MS });
        }
      }
      return edges;
    },
    restart(at) {
      frame = at;
      run = 0;
      isSpeaking = false;
      quietSince = at;
    },
  };
}
