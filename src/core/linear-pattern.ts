import { createPatternAutomaton, type SpendWork } from './pattern-automaton.ts';
import { createPatternReader } from './pattern-reader.ts';
import { parsePattern } from './pattern-syntax.ts';

/** A pattern matched in time linear in the length of the text, whatever the pattern and the text. */
export interface LinearPattern {
  /** Whether the pattern matches anywhere in a text; `^` and `$` anchor it to the text's ends. */
  test(text: string, spend?: SpendWork): boolean;
}

/**
 * Compiles a pattern: literals, `.`, classes, `\d \w \s \p{…}` and their opposites, groups, `|`, `* + ? {n,m}`, `^`, `$`, `\b`, `\B` and
 * looks ahead and behind. There are no back-references. Throws a SyntaxError that says what is wrong.
 */
export function compileLinearPattern(source: string, { ignoreCase = false }: { readonly ignoreCase?: boolean } = {}): LinearPattern {
  const parsed = parsePattern(source, { ignoreCase });
  const automaton = createPatternAutomaton(parsed.steps);
  const read = createPatternReader(parsed);
  return { test: (text, spend = () => undefined) => automaton.run(read(text, spend)) };
}
