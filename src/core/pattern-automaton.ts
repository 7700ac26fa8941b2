import type { PatternProgram, PatternStep } from './pattern-syntax.ts';

/** Called with the work that matching does, in steps of an automaton; what it throws ends the match. */
export type SpendWork = (work: number) => void;

/** Limit on the cached state sets of a pattern, and on the transitions of each; any more are computed anew. */
const MAX_KNOWN = 512;
/** Limit on the states in all cached sets of a pattern. */
const MAX_HELD = 65_536;
/** What is known of a place in a text besides the looks around it, which take the bits above. */
export const AT_START = 1;
export const AT_END = 2;
export const AT_BORDER = 4;
export const FIRST_LOOK = 3;
/** Over any code point. */
const CODES = 0x20_0000;

/** The set of states the automaton may be in at one place of a text. */
export interface Front {
  /** The states that wait for a character; none if no further text can match. */
  readonly places: readonly number[];
  /** Whether a match may end here. */
  readonly accepts: boolean;
  /** Whether anything here hangs on what is around the place, such as the end of the text. */
  readonly asks: boolean;
  readonly next: Map<number, Front>;
}

/** A text, with what is known of each place in it, by UTF-16 index. */
export interface PatternReading {
  readonly text: string;
  readonly factsAt: (place: number) => number;
  readonly spend: SpendWork;
}

/** Follows all ways through a pattern at once (K. Thompson, "Regular Expression Search Algorithm", 1968) and caches where they lead. */
export interface PatternAutomaton {
  /** The front at a place with these facts, before any character. */
  begin(facts: number): Front;
  /** The front behind a character, at a place with these facts. */
  after(front: Front, code: number, facts: number, spend: SpendWork): Front;
  /** Whether a match ends anywhere in a text, or calls `onEnd` for each place where one does; backwards, where one begins. */
  run(reading: PatternReading, options?: { readonly isBackwards?: boolean; readonly onEnd?: (place: number) => void }): boolean;
}

/** The automaton of a program. With `isAnchored` a match begins where the automaton does, otherwise behind any character too. */
export function createPatternAutomaton(
  program: PatternProgram,
  { isAnchored = false }: { readonly isAnchored?: boolean } = {},
): PatternAutomaton {
  const work = program.reduce((sum, step) => sum + (step.kind === 'character' ? 1 + step.ranges.length + step.properties.length : 1), 0);
  let known = new Map<string, Front>();
  let held = 0;
  const begun = new Map<number, Front>();

  /** Follows all steps that consume no character (epsilon closure). */
  function frontOf(starts: readonly number[], facts: number): Front {
    const seen = new Set<number>();
    const places: number[] = [];
    const pending = [...starts];
    let accepts = false;
    let asks = false;
    while (pending.length > 0) {
      const place = pending.pop() ?? 0;
      if (seen.has(place)) continue;
      seen.add(place);
      const step = program[place];
      if (step === undefined) continue;
      if (step.kind === 'match') accepts = true;
      else if (step.kind === 'split') pending.push(...step.to);
      else if (step.kind === 'character') places.push(place);
      else {
        asks = true;
        if (holds(step, facts)) pending.push(place + 1);
      }
    }
    places.sort((a, b) => a - b);
    const key = `${accepts ? 1 : 0}${asks ? 1 : 0} ${places.join(' ')}`;
    const same = known.get(key);
    if (same !== undefined) return same;
    if (known.size >= MAX_KNOWN || held > MAX_HELD) [known, held] = [new Map(), 0];
    const front: Front = { places, accepts, asks, next: new Map() };
    known.set(key, front);
    held += places.length;
    return front;
  }

  function after(front: Front, code: number, facts: number, spend: SpendWork): Front {
    const key = facts * CODES + code;
    const before = front.next.get(key);
    if (before !== undefined) return before;
    spend(work);
    const starts = front.places.filter((place) => accepts(program[place], code)).map((place) => place + 1);
    const next = frontOf(isAnchored ? starts : [...starts, 0], facts);
    if (front.next.size < MAX_KNOWN) front.next.set(key, next);
    return next;
  }

  function begin(facts: number): Front {
    const before = begun.get(facts);
    if (before !== undefined) return before;
    const front = frontOf([0], facts);
    if (begun.size < MAX_KNOWN) begun.set(facts, front);
    return front;
  }

  return {
    begin,
    after,
    run({ text, factsAt, spend }, { isBackwards = false, onEnd } = {}) {
      let at = isBackwards ? text.length : 0;
      let front = begin(factsAt(at));
      for (;;) {
        if (front.accepts) {
          if (onEnd === undefined) return true;
          onEnd(at);
        }
        if (at === (isBackwards ? 0 : text.length)) return false;
        const code = (isBackwards ? codeBefore(text, at) : text.codePointAt(at)) ?? 0;
        at += (isBackwards ? -1 : 1) * unitsOf(code);
        front = after(front, code, factsAt(at), spend);
      }
    },
  };
}

/** Whether a step consumes this character. */
export function accepts(step: PatternStep | undefined, code: number): boolean {
  if (step?.kind !== 'character') return false;
  const { ranges, properties, negated } = step;
  const isIn =
    ranges.some(([from, to]) => code >= from && code <= to) || properties.some((property) => property.test(String.fromCodePoint(code)));
  return isIn !== negated;
}

/** UTF-16 code units of a code point. */
export function unitsOf(code: number): 1 | 2 {
  return code > 0xffff ? 2 : 1;
}

/** The code point that ends at an index; undefined at the start of the text. */
export function codeBefore(text: string, at: number): number | undefined {
  if (at === 0) return undefined;
  const pair = at > 1 ? (text.codePointAt(at - 2) ?? 0) : 0;
  return pair > 0xffff ? pair : text.charCodeAt(at - 1);
}

/** Whether a step that consumes no character may be passed. */
function holds(step: Exclude<PatternStep, { readonly kind: 'character' | 'split' | 'match' }>, facts: number): boolean {
  if (step.kind === 'start') return (facts & AT_START) !== 0;
  if (step.kind === 'end') return (facts & AT_END) !== 0;
  const bit = step.kind === 'border' ? AT_BORDER : 1 << (FIRST_LOOK + step.look);
  return ((facts & bit) !== 0) !== step.negated;
}
