import { accepts, createPatternAutomaton, unitsOf, type PatternReading, type SpendWork } from './pattern-automaton.ts';
import { createPatternReader } from './pattern-reader.ts';
import { parsePattern, type PatternProgram, type PatternStep } from './pattern-syntax.ts';

/** A match: UTF-16 indexes, `end` exclusive. */
export interface PatternSpan {
  readonly start: number;
  readonly end: number;
}

/** Where a pattern matches in texts. */
export interface PatternSearch {
  /**
   * The matches from left to right, none within another: of those that begin first the longest. Pauses after every `PAUSE` steps of work.
   * What `spend` throws ends the search. `isCut` says that the text goes on before its start: matches at the very start that hang on what
   * is there are left out.
   */
  find(text: string, options?: { readonly spend?: SpendWork; readonly isCut?: boolean }): Generator<void, readonly PatternSpan[]>;
  /**
   * Index from which more text may still change what is found; the text's length if it cannot. Before it no match is cut. `judged` is how
   * many UTF-16 units behind a match the caller reads to judge it.
   */
  openFrom(text: string, judged?: number): number;
  /** Instructions of the compiled pattern. */
  readonly size: number;
}

/**
 * Most UTF-16 units from where a match begins to where it may first end, and from there to where it may next end. So `\S+` may be as long
 * as it likes, and what is waited for in vain is waited for no longer.
 */
export const MOST_WAITED = 256;
/** Most characters that all looks ahead and behind of a pattern may read together, as one may be within another. */
export const MOST_LOOKED = 32;
/** Steps of work between two pauses. */
export const PAUSE = 131_072;
/** Steps in vain, for each unit of the text read so far and at least, from which on it is worth finding out where matches begin. */
const VAIN_SHARE = 4;
const VAIN = 4096;

/**
 * Compiles a pattern of the syntax of `compileLinearPattern` to be searched for. The time is at most proportional to the length of the
 * text, whatever text and pattern. Throws a SyntaxError that says what is wrong, also for a pattern that matches the empty text, matches
 * nothing short enough, or looks too far.
 */
export function compilePatternSearch(source: string, { ignoreCase = false }: { readonly ignoreCase?: boolean } = {}): PatternSearch {
  const parsed = parsePattern(source, { ignoreCase });
  const { steps, looks, least, most, hasBorders } = parsed;
  if (least === 0) throw new SyntaxError('the pattern matches the empty text');
  if (least > MOST_WAITED) throw new SyntaxError(`the pattern matches only texts of more than ${MOST_WAITED} characters`);
  const looked = looks.reduce((sum, look) => sum + look.most, 0);
  if (looked > MOST_LOOKED) throw new SyntaxError(`the looks ahead and behind read more than ${MOST_LOOKED} characters together`);
  const automaton = createPatternAutomaton(steps, { isAnchored: true });
  const anywhere = createPatternAutomaton(steps);
  const fromEnd = createPatternAutomaton(parsed.stepsBackwards);
  const read = createPatternReader(parsed);
  const nextBeginning = beginningsOf(steps);
  const asksForStart = steps.some(({ kind }) => kind === 'start');
  /** All in UTF-16 units, of which a character has up to two. */
  const waited = Math.min(MOST_WAITED, 2 * most);
  const behind = Math.max(2 * looked, hasBorders || asksForStart ? 2 : 0);
  const ahead = looks.some(({ isAhead }) => isAhead) ? 2 * looked : 0;

  /** What begins at an index. */
  function matchAt(start: number, { text, factsAt, spend }: PatternReading): Try {
    let front = automaton.begin(factsAt(start));
    let isOpen = front.asks && start + ahead >= text.length;
    let [at, last, end] = [start, start, 0];
    while (at < text.length && at - last < waited && front.places.length > 0) {
      const code = text.codePointAt(at) ?? 0;
      at += unitsOf(code);
      front = automaton.after(front, code, factsAt(at), spend);
      if (front.asks && at + ahead >= text.length) isOpen = true;
      if (front.accepts && at - last <= waited) last = end = at;
    }
    spend(1 + at - start);
    if (at === text.length && at - last < waited && front.places.length > 0) isOpen = true;
    return { end, isOpen, steps: at - start };
  }

  /** How far a match at an index reaches together with those that overlap it, or one another; rather too far than not far enough. */
  function coveredFrom(start: number, first: number, { text, factsAt, spend }: PatternReading): Pick<Try, 'end' | 'isOpen'> {
    let at = behindCode(text, start);
    let front = anywhere.begin(factsAt(at));
    let end = first;
    for (;;) {
      const isBegun = front.places.length > anywhere.begin(factsAt(at)).places.length;
      if (at >= end && (at - end >= waited || !isBegun) && !(front.asks && at + ahead >= text.length)) return { end, isOpen: false };
      if (at >= text.length) return { end, isOpen: true };
      const code = text.codePointAt(at) ?? 0;
      at += unitsOf(code);
      front = anywhere.after(front, code, factsAt(at), spend);
      if (front.accepts) end = Math.max(end, at);
    }
  }

  /** 1 at every index at which a match of any length begins. */
  function beginnings(reading: PatternReading): Uint8Array {
    const marks = new Uint8Array(reading.text.length + 1);
    fromEnd.run(reading, {
      isBackwards: true,
      onEnd: (place) => {
        marks[place] = 1;
      },
    });
    return marks;
  }

  return {
    size: steps.length,
    *find(text, { spend = nothing, isCut = false } = {}) {
      let left = PAUSE;
      let vain = 0;
      let marks: Uint8Array | undefined;
      const reading = read(text, (work) => {
        left -= work;
        spend(work);
      });
      const found: PatternSpan[] = [];
      for (let at = nextBeginning(text, isCut ? behind : 0); at < text.length;) {
        if (left < 0) {
          yield;
          left = PAUSE;
        }
        const { end, steps: taken } = marks?.[at] === 0 ? NONE : matchAt(at, reading);
        if (end > 0) found.push({ start: at, end });
        else if (marks === undefined && (vain += taken) > VAIN + VAIN_SHARE * at) marks = beginnings(reading);
        at = nextBeginning(text, end > 0 ? end : behindCode(text, at));
      }
      return found;
    },
    openFrom(text, judged = 0) {
      const reading = read(text, nothing);
      for (let at = nextBeginning(text, 0); at < text.length;) {
        const { end, isOpen } = matchAt(at, reading);
        if (isOpen) return at;
        const covered = end === 0 ? undefined : coveredFrom(at, end, reading);
        if (covered !== undefined && (covered.isOpen || covered.end + judged > text.length)) return at;
        at = nextBeginning(text, covered?.end ?? behindCode(text, at));
      }
      return text.length;
    },
  };
}

/** What came of looking for a match at one index. */
interface Try {
  /** End of the longest match; 0 if there is none. */
  readonly end: number;
  /** Whether more text may change that. */
  readonly isOpen: boolean;
  /** UTF-16 units read. */
  readonly steps: number;
}

const NONE: Try = { end: 0, isOpen: false, steps: 0 };

function nothing(): void {}

/** The index behind the character at an index. */
function behindCode(text: string, at: number): number {
  return at + unitsOf(text.codePointAt(at) ?? 0);
}

/** Finds the first index from another on with a character that a match may begin with; the text's length if there is none. */
function beginningsOf(program: PatternProgram): (text: string, from: number) => number {
  const first = firstSteps(program);
  const isFirst = (code: number): boolean => first.some((step) => accepts(step, code));
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => (isFirst(code) ? 1 : 0));
  return (text, from) => {
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit < 128) {
        if (ascii[unit] === 1) return at;
        continue;
      }
      const code = text.codePointAt(at) ?? 0;
      if (isFirst(code)) return at;
      if (code > 0xffff) at += 1;
    }
    return text.length;
  };
}

/** The steps that may consume the first character, whatever is around it. */
function firstSteps(program: PatternProgram): readonly PatternStep[] {
  const seen = new Set<number>();
  const pending = [0];
  const first: PatternStep[] = [];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const step = program[place];
    if (step === undefined || seen.has(place)) continue;
    seen.add(place);
    if (step.kind === 'character') first.push(step);
    else if (step.kind === 'split') pending.push(...step.to);
    else if (step.kind !== 'match') pending.push(place + 1);
  }
  return first;
}
