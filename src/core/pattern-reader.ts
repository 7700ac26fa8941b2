import {
  accepts,
  codeBefore,
  AT_BORDER,
  AT_END,
  AT_START,
  createPatternAutomaton,
  FIRST_LOOK,
  type PatternReading,
  type SpendWork,
} from './pattern-automaton.ts';
import type { ParsedPattern, PatternLook } from './pattern-syntax.ts';

/** Finds out what a pattern asks about each place of a text. */
export type PatternReader = (text: string, spend: SpendWork) => PatternReading;

/**
 * The reader of a pattern. Where a look for more than a letter fits is found out for every place of the text once it is asked for; for a
 * look ahead from the end of the text (A. Barrière and C. Pit-Claudel, "Linear Matching of JavaScript Regular Expressions", 2024). Linear
 * in the length of the text.
 */
export function createPatternReader({ steps, looks, hasBorders }: ParsedPattern): PatternReader {
  const asks = looks.length > 0 || hasBorders || steps.some(({ kind }) => kind === 'start' || kind === 'end');
  const letters = looks.flatMap((look, index) => oneLetter(look, 1 << (FIRST_LOOK + index)) ?? []);
  const others = looks.flatMap(({ steps: own, isAhead }, index) => {
    const bit = 1 << (FIRST_LOOK + index);
    return letters.some((letter) => letter.bit === bit) ? [] : [{ automaton: createPatternAutomaton(own), isAhead, bit }];
  });

  return (text, spend) => {
    spend(text.length);
    if (!asks) return { text, factsAt: noFacts, spend };
    const isBorder = (place: number): boolean => isWord(text.charCodeAt(place - 1)) !== isWord(text.charCodeAt(place));
    const near = (place: number): number => {
      let facts = (place === 0 ? AT_START : 0) | (place === text.length ? AT_END : 0);
      if (hasBorders && isBorder(place)) facts |= AT_BORDER;
      for (const { step, isAhead, bit } of letters) {
        const code = isAhead ? text.codePointAt(place) : codeBefore(text, place);
        if (code !== undefined && accepts(step, code)) facts |= bit;
      }
      return facts;
    };
    if (others.length === 0) return { text, factsAt: near, spend };
    let fitting: Uint32Array | undefined;
    const withOthers = (place: number): number => {
      fitting ??= othersIn(text, near, spend);
      return near(place) | (fitting[place] ?? 0);
    };
    return { text, factsAt: withOthers, spend };
  };

  /** By place, the bits of the other looks that fit there. A look asks only for those before it, which are within it. */
  function othersIn(text: string, near: PatternReading['factsAt'], spend: SpendWork): Uint32Array {
    const fitting = new Uint32Array(text.length + 1);
    const reading: PatternReading = { text, factsAt: (place) => near(place) | (fitting[place] ?? 0), spend };
    for (const { automaton, isAhead, bit } of others) {
      const found: number[] = [];
      automaton.run(reading, { isBackwards: isAhead, onEnd: (place) => found.push(place) });
      for (const place of found) fitting[place] = (fitting[place] ?? 0) | bit;
    }
    return fitting;
  }
}

/** A look for a single character, which can be found out at each place by itself; undefined for any other. */
function oneLetter({ steps, isAhead }: PatternLook, bit: number) {
  const [step, last] = steps;
  return step?.kind === 'character' && last?.kind === 'match' ? { step, isAhead, bit } : undefined;
}

function noFacts(): number {
  return 0;
}

/** Whether a UTF-16 unit belongs to a word; all such characters have one unit, and there is none at either end of a text. */
function isWord(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95;
}
