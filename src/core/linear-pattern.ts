import { codeOf, parsePattern, type PatternProgram, type PatternStep } from './pattern-syntax.ts';

/** Called with the work that matching does, in steps of an automaton; what it throws ends the match. */
export type SpendWork = (work: number) => void;

/** A pattern matched in time linear in the length of the text, whatever the pattern and the text. */
export interface LinearPattern {
  /** Whether the pattern matches anywhere in a text; `^` and `$` anchor it to the text's ends. */
  test(text: string, spend?: SpendWork): boolean;
}

/** Limit on the cached state sets of a pattern, and on the transitions of each; any more are computed anew. */
const MAX_KNOWN = 512;
/** What is known of a place in the text besides the looks around it, which take the bits above. */
const AT_START = 1;
const AT_END = 2;
const AT_BORDER = 4;
const FIRST_LOOK = 3;
/** Over any code point. */
const CODES = 0x20_0000;

/** The set of states the automaton may be in at one place of a text. */
interface Front {
  readonly places: readonly number[];
  readonly accepts: boolean;
  readonly next: Map<number, Front>;
}

/** A text, with what is known of each place in it: before each character, and at its end. */
interface Reading {
  readonly codes: Uint32Array;
  readonly facts: Uint32Array;
  readonly spend: SpendWork;
}

/** An automaton over a reading, from either end. */
interface Automaton {
  /** Whether the pattern ends anywhere, or calls `onEnd` for each place where it does. */
  run(reading: Reading, options?: { readonly isBackwards?: boolean; readonly onEnd?: (place: number) => void }): boolean;
}

/**
 * Compiles a pattern: literals, `.`, classes, `\d \w \s \p{…}` and their opposites, groups, `|`, `* + ? {n,m}`, `^`, `$`, `\b`, `\B` and
 * looks ahead and behind. There are no back-references. Throws a SyntaxError that says what is wrong. Simulates the NFA (K. Thompson,
 * "Regular Expression Search Algorithm", 1968) and caches its transitions. Where a look fits is found out beforehand for every place of
 * the text, for a look ahead from the end of the text (A. Barrière and C. Pit-Claudel, "Linear Matching of JavaScript Regular
 * Expressions", 2024).
 */
export function compileLinearPattern(source: string, { ignoreCase = false }: { readonly ignoreCase?: boolean } = {}): LinearPattern {
  const { steps, looks, hasBorders } = parsePattern(source, { ignoreCase });
  const whole = createAutomaton(steps);
  const around = looks.map(({ steps: inner, isAhead }) => ({ automaton: createAutomaton(inner), isAhead }));

  return {
    test(text, spend = () => undefined) {
      const reading = read(text, hasBorders, spend);
      for (const [index, { automaton, isAhead }] of around.entries()) {
        const bit = 1 << (FIRST_LOOK + index);
        const found: number[] = [];
        automaton.run(reading, { isBackwards: isAhead, onEnd: (place) => found.push(place) });
        for (const place of found) reading.facts[place] = (reading.facts[place] ?? 0) | bit;
      }
      return whole.run(reading);
    },
  };
}

function read(text: string, hasBorders: boolean, spend: SpendWork): Reading {
  spend(text.length);
  const codes = Uint32Array.from(text, codeOf);
  const facts = new Uint32Array(codes.length + 1);
  facts[0] = AT_START;
  facts[codes.length] = (facts[codes.length] ?? 0) | AT_END;
  if (!hasBorders) return { codes, facts, spend };
  for (let place = 0; place <= codes.length; place += 1) {
    if (isWord(codes[place - 1]) !== isWord(codes[place])) facts[place] = (facts[place] ?? 0) | AT_BORDER;
  }
  return { codes, facts, spend };
}

function createAutomaton(program: PatternProgram): Automaton {
  const work = program.reduce((sum, step) => sum + (step.kind === 'character' ? 1 + step.ranges.length + step.properties.length : 1), 0);
  let known = new Map<string, Front>();

  /** Follows all steps that consume no character (epsilon closure). */
  function frontOf(starts: readonly number[], facts: number): Front {
    const seen = new Set<number>();
    const places: number[] = [];
    const pending = [...starts];
    let accepts = false;
    while (pending.length > 0) {
      const place = pending.pop() ?? 0;
      if (seen.has(place)) continue;
      seen.add(place);
      const step = program[place];
      if (step === undefined) continue;
      if (step.kind === 'match') accepts = true;
      else if (step.kind === 'split') pending.push(...step.to);
      else if (step.kind === 'character') places.push(place);
      else if (holds(step, facts)) pending.push(place + 1);
    }
    places.sort((a, b) => a - b);
    const key = `${accepts ? 1 : 0} ${places.join(' ')}`;
    const same = known.get(key);
    if (same !== undefined) return same;
    if (known.size >= MAX_KNOWN) known = new Map();
    const front: Front = { places, accepts, next: new Map() };
    known.set(key, front);
    return front;
  }

  function after(front: Front, code: number, facts: number, spend: SpendWork): Front {
    const key = facts * CODES + code;
    const before = front.next.get(key);
    if (before !== undefined) return before;
    spend(work);
    const starts = front.places.filter((place) => accepts(program[place], code)).map((place) => place + 1);
    // A match may start after any character.
    const next = frontOf([...starts, 0], facts);
    if (front.next.size < MAX_KNOWN) front.next.set(key, next);
    return next;
  }

  return {
    run({ codes, facts, spend }, { isBackwards = false, onEnd } = {}) {
      const { length } = codes;
      const at = (count: number): number => (isBackwards ? length - count : count);
      let front = frontOf([0], facts[at(0)] ?? 0);
      for (let count = 0; ; count += 1) {
        if (front.accepts) {
          if (onEnd === undefined) return true;
          onEnd(at(count));
        }
        if (count === length) return false;
        front = after(front, codes[isBackwards ? length - 1 - count : count] ?? 0, facts[at(count + 1)] ?? 0, spend);
      }
    },
  };
}

/** Whether a step that consumes no character may be passed. */
function holds(step: Exclude<PatternStep, { readonly kind: 'character' | 'split' | 'match' }>, facts: number): boolean {
  if (step.kind === 'start') return (facts & AT_START) !== 0;
  if (step.kind === 'end') return (facts & AT_END) !== 0;
  const bit = step.kind === 'border' ? AT_BORDER : 1 << (FIRST_LOOK + step.look);
  return ((facts & bit) !== 0) !== step.negated;
}

function accepts(step: PatternStep | undefined, code: number): boolean {
  if (step?.kind !== 'character') return false;
  const { ranges, properties, negated } = step;
  const isIn =
    ranges.some(([from, to]) => code >= from && code <= to) || properties.some((property) => property.test(String.fromCodePoint(code)));
  return isIn !== negated;
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && /\w/.test(String.fromCodePoint(code));
}
