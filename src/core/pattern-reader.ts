import {
  AT_BORDER,
  AT_END,
  AT_START,
  codeBefore,
  createPatternAutomaton,
  FIRST_LOOK,
  unitsOf,
  type PatternReading,
  type SpendWork,
} from './pattern-automaton.ts';
import type { ParsedPattern } from './pattern-syntax.ts';

/** Finds out what a pattern asks about each place of a text. */
export type PatternReader = (text: string, spend: SpendWork) => PatternReading;

/**
 * The reader of a pattern. Where a look fits is found out beforehand for every place of the text, for a look ahead from the end of the
 * text (A. Barrière and C. Pit-Claudel, "Linear Matching of JavaScript Regular Expressions", 2024). Linear in the length of the text.
 */
export function createPatternReader({ steps, looks, hasBorders }: ParsedPattern): PatternReader {
  const asks = looks.length > 0 || hasBorders || steps.some(({ kind }) => kind === 'start' || kind === 'end');
  const around = looks.map((look) => ({ automaton: createPatternAutomaton(look.steps), isAhead: look.isAhead }));

  return (text, spend) => {
    spend(text.length);
    if (!asks) return { text, facts: undefined, spend };
    const facts = new Uint32Array(text.length + 1);
    facts[0] = AT_START;
    facts[text.length] = (facts[text.length] ?? 0) | AT_END;
    if (hasBorders) addBorders(text, facts);
    const reading = { text, facts, spend };
    for (const [index, { automaton, isAhead }] of around.entries()) {
      const bit = 1 << (FIRST_LOOK + index);
      const found: number[] = [];
      automaton.run(reading, { isBackwards: isAhead, onEnd: (place) => found.push(place) });
      for (const place of found) facts[place] = (facts[place] ?? 0) | bit;
    }
    return reading;
  };
}

function addBorders(text: string, facts: Uint32Array): void {
  for (let place = 0; place <= text.length;) {
    const code = text.codePointAt(place);
    if (isWord(codeBefore(text, place)) !== isWord(code)) facts[place] = (facts[place] ?? 0) | AT_BORDER;
    place += unitsOf(code ?? 0);
  }
}

function isWord(code = 0): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95;
}
