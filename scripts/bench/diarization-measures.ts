import type { SpeakerTurn } from '../../src/domain/speech/diarization/speaker-names.ts';

/** Seconds of errors, and of the speech they are a share of. */
export interface DiarizationErrors {
  readonly missed: number;
  readonly invented: number;
  /** Speech of one speaker that is said to be another's, under the best naming of the found speakers. */
  readonly confused: number;
  readonly speech: number;
}

const STEP_SECONDS = 0.01;

/** Not counted on either side of a true beginning or end, as is usual. */
const COLLAR_SECONDS = 0.25;

/** The parts of the diarization error rate; nobody may speak at the same time as somebody else in the truth. */
export function diarizationErrors(truth: readonly SpeakerTurn[], found: readonly SpeakerTurn[], seconds: number): DiarizationErrors {
  const [actual, given] = [frames(truth, seconds), frames(found, seconds)];
  for (const { start, end } of truth) for (const edge of [start, end]) blank(actual, edge);
  const shared = new Map<string, Map<string, number>>();
  let [missed, invented, both, speech] = [0, 0, 0, 0];
  for (const [index, speaker] of actual.entries()) {
    const other = given[index];
    if (speaker === IGNORED) continue;
    if (speaker !== undefined) speech += 1;
    if (speaker === undefined && other !== undefined) invented += 1;
    if (speaker !== undefined && other === undefined) missed += 1;
    if (speaker === undefined || other === undefined) continue;
    both += 1;
    const row = shared.get(speaker) ?? new Map<string, number>();
    shared.set(speaker, row.set(other, (row.get(other) ?? 0) + 1));
  }
  const confused = both - bestNaming([...shared.values()], new Set());
  return {
    missed: missed * STEP_SECONDS,
    invented: invented * STEP_SECONDS,
    confused: confused * STEP_SECONDS,
    speech: speech * STEP_SECONDS,
  };
}

/** What is said to speak within the collar. */
const IGNORED = '';

type Frame = string | undefined;

function frames(turns: readonly SpeakerTurn[], seconds: number): Frame[] {
  const result: Frame[] = Array.from({ length: Math.ceil(seconds / STEP_SECONDS) });
  for (const { start, end, speaker } of turns) result.fill(speaker, Math.round(start / STEP_SECONDS), Math.round(end / STEP_SECONDS));
  return result;
}

function blank(actual: Frame[], edge: number): void {
  const [from, to] = [edge - COLLAR_SECONDS, edge + COLLAR_SECONDS].map((time) => Math.max(0, Math.round(time / STEP_SECONDS)));
  actual.fill(IGNORED, from, to);
}

/** The most frames that agree when every true speaker has one found speaker at most. */
function bestNaming([row, ...others]: readonly Map<string, number>[], taken: ReadonlySet<string>): number {
  if (row === undefined) return 0;
  let most = bestNaming(others, taken);
  for (const [speaker, count] of row) {
    if (!taken.has(speaker)) most = Math.max(most, count + bestNaming(others, new Set([...taken, speaker])));
  }
  return most;
}

/** The diarization error rate of several recordings. */
export function errorRate(errors: readonly DiarizationErrors[]): number {
  const sum = (of: (one: DiarizationErrors) => number): number => errors.reduce((total, one) => total + of(one), 0);
  return sum(({ missed, invented, confused }) => missed + invented + confused) / sum(({ speech }) => speech);
}
