/** The detector judges frames of this many milliseconds. */
export const FRAME_MS = 10;

/** How speech is told from silence in live audio. */
export interface TurnRules {
  /** A frame with at least this probability of speech begins a run, 0 to 1. */
  readonly threshold: number;
  /** So many milliseconds without speech end a turn. */
  readonly silenceMs: number;
}

/** Where a turn began or ended, in milliseconds from the first frame; `sinceMs`: since when nobody spoke when it ended. */
export type TurnEdge =
  | { readonly type: 'started'; readonly atMs: number }
  | { readonly type: 'stopped'; readonly atMs: number; readonly sinceMs: number };

/** Follows the probabilities of speech, of which each frame of 10 ms has one, and tells where turns begin and end. */
export interface TurnDetector {
  readonly isSpeaking: boolean;
  hear(probabilities: Float32Array, rules: TurnRules): TurnEdge[];
  /** What `hear` would tell, without hearing it. */
  foresee(probabilities: Float32Array, rules: TurnRules): TurnEdge[];
  /** Since when nobody speaks, within a turn that goes on; undefined before `PAUSE_MS` of it. As `foresee`, without hearing it. */
  pausedSince(probabilities: Float32Array, rules: TurnRules): number | undefined;
  /** Where speech ended so far in a turn that goes on; undefined while there is none. As `foresee`, without hearing it. */
  spokenUntil(probabilities: Float32Array, rules: TurnRules): number | undefined;
  /** Goes on as if nothing had been heard, at this frame. */
  restart(frame: number): void;
}

/** Silence of so many milliseconds within a turn is a pause. */
export const PAUSE_MS = 200;

/** A run continues while its frames are at most so much less likely than its first one. */
const HYSTERESIS = 0.15;
/** A run of so many frames is the beginning of a turn; a shorter one may be a click or a cough. */
const FRAMES_OF_SPEECH = 10;
/** Within a turn a run of so many frames is speech. */
const FRAMES_OF_VOICE = 5;

interface State {
  frame: number;
  /** How many frames in a row may be speech. */
  run: number;
  isSpeaking: boolean;
  quietSince: number;
}

export function createTurnDetector(): TurnDetector {
  let state = silentAt(0);
  return {
    get isSpeaking() {
      return state.isSpeaking;
    },
    hear: (probabilities, rules) => follow(state, probabilities, rules),
    foresee: (probabilities, rules) => follow({ ...state }, probabilities, rules),
    pausedSince(probabilities, rules) {
      const later = { ...state };
      follow(later, probabilities, rules);
      const isPaused = later.isSpeaking && later.run === 0 && (later.frame - later.quietSince) * FRAME_MS >= PAUSE_MS;
      return isPaused ? later.quietSince * FRAME_MS : undefined;
    },
    spokenUntil(probabilities, rules) {
      const later = { ...state };
      follow(later, probabilities, rules);
      return later.isSpeaking ? later.quietSince * FRAME_MS : undefined;
    },
    restart(frame) {
      state = silentAt(frame);
    },
  };
}

function silentAt(frame: number): State {
  return { frame, run: 0, isSpeaking: false, quietSince: frame };
}

function follow(state: State, probabilities: Float32Array, { threshold, silenceMs }: TurnRules): TurnEdge[] {
  const edges: TurnEdge[] = [];
  for (const probability of probabilities) {
    state.run = probability >= (state.run > 0 ? threshold - HYSTERESIS : threshold) ? state.run + 1 : 0;
    state.frame += 1;
    if (state.run >= FRAMES_OF_VOICE) state.quietSince = state.frame;
    if (!state.isSpeaking && state.run >= FRAMES_OF_SPEECH) {
      state.isSpeaking = true;
      edges.push({ type: 'started', atMs: (state.frame - state.run) * FRAME_MS });
    } else if (state.isSpeaking && state.run === 0 && (state.frame - state.quietSince) * FRAME_MS >= silenceMs) {
      state.isSpeaking = false;
      edges.push({ type: 'stopped', atMs: state.frame * FRAME_MS, sinceMs: state.quietSince * FRAME_MS });
    }
  }
  return edges;
}
