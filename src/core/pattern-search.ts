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
/** Most characters that a look ahead or behind may read. */
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
  if (looks.some((look) => look.most > MOST_LOOKED))
    throw new SyntaxError(`a look ahead or behind reads more than ${MOST_LOOKED} characters`);
  const automaton = createPatternAutomaton(steps, { isAnchored: true });
  const anywhere = createPatternAutomaton(steps);
  const fromEnd = createPatternAutomaton(parsed.stepsBackwards);
  const read = createPatternReader(parsed);
  const mayBegin = beginningsOf(steps);
  const asksForStart = steps.some(({ kind }) => kind === 'start');
  /** All in UTF-16 units, of which a character has up to two. */
  const waited = Math.min(MOST_WAITED, 2 * most);
  const behind = looks.reduce((furthest, look) => Math.max(furthest, look.isAhead ? 0 : 2 * look.most), hasBorders || asksForStart ? 2 : 0);
  const ahead = looks.reduce((furthest, look) => Math.max(furthest, look.isAhead ? 2 * look.most : 0), 0);

  /** What begins at an index. */
  function matchAt(start: number, { text, facts, spend }: PatternReading): Try {
    let front = automaton.begin(facts?.[start] ?? 0);
    let isOpen = front.asks && start + ahead >= text.length;
    let [at, last, end] = [start, start, 0];
    while (at < text.length && at - last < waited && front.places.length > 0) {
      const code = text.codePointAt(at) ?? 0;
      at += unitsOf(code);
      front = automaton.after(front, code, facts?.[at] ?? 0, spend);
      if (front.asks && at + ahead >= text.length) isOpen = true;
      if (front.accepts && at - last <= waited) last = end = at;
    }
    spend(1 + at - start);
    if (at === text.length && at - last < waited && front.places.length > 0) isOpen = true;
    return { end, isOpen, steps: at - start };
  }

  /** How far a match at an index reaches together with those that overlap it, or one another; rather too far than not far enough. */
  function coveredFrom(start: number, first: number, { text, facts, spend }: PatternReading): Pick<Try, 'end' | 'isOpen'> {
    let at = start + unitsOf(text.codePointAt(start) ?? 0);
    let front = anywhere.begin(facts?.[at] ?? 0);
    let end = first;
    for (;;) {
      const isBegun = front.places.length > anywhere.begin(facts?.[at] ?? 0).places.length;
      if (at >= end && (at - end >= waited || !isBegun) && !(front.asks && at + ahead >= text.length)) return { end, isOpen: false };
      if (at >= text.length) return { end, isOpen: true };
      const code = text.codePointAt(at) ?? 0;
      at += unitsOf(code);
      front = anywhere.after(front, code, facts?.[at] ?? 0, spend);
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
      for (let at = isCut ? behind : 0; at < text.length;) {
        const code = text.codePointAt(at) ?? 0;
        if (left < 0) {
          yield;
          left = PAUSE;
        }
        const { end, steps: taken } = mayBegin(code) && marks?.[at] !== 0 ? matchAt(at, reading) : NONE;
        if (end > 0) found.push({ start: at, end });
        else if (marks === undefined && (vain += taken) > VAIN + VAIN_SHARE * at) marks = beginnings(reading);
        at = end > 0 ? end : at + unitsOf(code);
      }
      return found;
    },
    openFrom(text, judged = 0) {
      const reading = read(text, nothing);
      for (let at = 0; at < text.length;) {
        const code = text.codePointAt(at) ?? 0;
        const { end, isOpen } = mayBegin(code) ? matchAt(at, reading) : NONE;
        if (isOpen) return at;
        if (end === 0) {
          at += unitsOf(code);
          continue;
        }
        const covered = coveredFrom(at, end, reading);
        if (covered.isOpen || covered.end + judged > text.length) return at;
        at = covered.end;
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

/** Whether a match may begin with a character. */
function beginningsOf(program: PatternProgram): (code: number) => boolean {
  const first = firstSteps(program);
  const isFirst = (code: number): boolean => first.some((step) => accepts(step, code));
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => (isFirst(code) ? 1 : 0));
  return (code) => (code < 128 ? ascii[code] === 1 : isFirst(code));
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
