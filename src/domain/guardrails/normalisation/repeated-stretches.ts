/** How far what is remembered of a place depends on the text around it, in UTF-16 code units. */
export interface Surroundings {
  readonly back: number;
  readonly ahead: number;
}

/** A stretch of a text that repeats its first `period` characters. */
export interface RepeatedStretch {
  readonly period: number;
}

/** Finds out where a text repeats itself, at places given in order. */
export interface RepeatedStretches {
  /** The stretch around a place if its surroundings are known to be the same one period before. */
  around(place: number): RepeatedStretch | undefined;
}

/** Remembers what depends on the surroundings of a place alone: it is the same whole periods later in a stretch that repeats itself. */
export interface StretchMemory<Kind, Value> {
  /** What is remembered of a kind at a place and at those like it, empty at first; undefined where the text does not repeat itself. */
  at(place: number, kind: Kind): Value | undefined;
}

/** Creates the memory of a text, with `empty` for what is not remembered yet. Places are given in order. */
export function createStretchMemory<Kind, Value>(text: string, surroundings: Surroundings, empty: () => Value): StretchMemory<Kind, Value> {
  const stretches = createRepeatedStretches(text, surroundings);
  const known = new Map<number, Map<Kind, Value>>();
  let current: RepeatedStretch | undefined;
  return {
    at(place, kind) {
      const stretch = stretches.around(place);
      if (stretch !== current) known.clear();
      current = stretch;
      if (stretch === undefined) return undefined;
      const key = place % stretch.period;
      let there = known.get(key);
      if (there === undefined) known.set(key, (there = new Map<Kind, Value>()));
      let value = there.get(kind);
      if (value === undefined) there.set(kind, (value = empty()));
      return value;
    },
  };
}

/** Length in UTF-16 code units above which remembering pays. */
const LONG = 65_536;

/** The memory of a long text; undefined for a text so short that anew is as fast. */
export function rememberStretches<Kind, Value>(
  text: string,
  surroundings: Surroundings,
  empty: () => Value,
): StretchMemory<Kind, Value> | undefined {
  return text.length > LONG ? createStretchMemory(text, surroundings, empty) : undefined;
}

/** Whether a value at a place is of a kind, by `judge`, or as remembered for a value of the same length in the same surroundings. */
export type JudgeOnce<Kind> = (start: number, end: number, kind: Kind, judge: () => boolean) => boolean;

/** Judges values of a text, which in a long one that repeats itself are judged once. Places are given in order. */
export function judgeOnce<Kind>(text: string, surroundings: Surroundings): JudgeOnce<Kind> {
  const memory = rememberStretches<Kind, Verdict>(text, surroundings, noVerdict);
  return (start, end, kind, judge) => {
    const before = memory?.at(start, kind);
    if (before === undefined) return judge();
    if (before.length !== end - start) {
      before.is = judge();
      before.length = end - start;
    }
    return before.is;
  };
}

/** The verdict on a value of some length; of no length at first. */
interface Verdict {
  length: number;
  is: boolean;
}

function noVerdict(): Verdict {
  return { length: 0, is: false };
}

/** Characters that are looked for again, and the longest period. */
const SAMPLE = 32;
const MAX_PERIOD = 512;
/** Distance between places from which a repetition is looked for. */
const STEP = 4096;

/**
 * Looks for stretches that repeat themselves for longer than the surroundings of a place. Reads most characters twice at most, so it
 * is linear in the length of the text.
 */
export function createRepeatedStretches(text: string, { back, ahead }: Surroundings): RepeatedStretches {
  let stretch: RepeatedStretch | undefined;
  /** From `from` up to `to` every character is the same as one period before. */
  let from = 0;
  let to = 0;
  let next = 0;

  function look(place: number): void {
    next = place + STEP;
    const behind = text.slice(place + 1, place + 1 + MAX_PERIOD + SAMPLE);
    const distance = behind.indexOf(text.slice(place, place + SAMPLE));
    if (distance < 0) return;
    stretch = { period: distance + 1 };
    from = place + stretch.period;
    to = from;
  }

  return {
    around(place) {
      if (stretch === undefined && place >= next) look(place);
      const end = place + ahead;
      if (stretch === undefined || place - back < from || end > text.length) return undefined;
      const { period } = stretch;
      while (to < end && text.charCodeAt(to) === text.charCodeAt(to - period)) to += 1;
      if (to >= end) return stretch;
      stretch = undefined;
      return undefined;
    },
  };
}
