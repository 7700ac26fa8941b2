import { ServiceError } from '../../../core/errors.ts';
import { compilePatternSearch, type PatternSearch, type PatternSpan } from '../../../core/pattern-search.ts';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop.ts';
import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import { LONG_TEXT } from '../first-stage.ts';
import type { NamedPattern } from '../policy/check-settings.ts';
import { CONTEXT_REACH, createContextTest } from './pattern-context.ts';

const NAME = 'patterns';
/** Limit on the steps that all patterns together take for a text which is not so long that others get their turn meanwhile. */
const MOST_WORK = 40_000_000;
/** Limit on the findings of one pattern in a text. */
const MOST_FOUND = 100_000;

interface Compiled {
  readonly name: string;
  readonly score: number;
  readonly search: PatternSearch;
  /** Whether a match is near one of the words that the pattern asks for. */
  readonly isInContext: ((text: string, span: PatternSpan) => boolean) | undefined;
}

/**
 * Finds what matches the patterns of a policy; the category is the pattern's name. Takes time linear in the length of a text, whatever
 * text and patterns; long texts are read in turns with other work. Throws a SyntaxError for a pattern that cannot be searched for. A
 * text of up to 65,536 characters that takes too many steps, and one with more than 100,000 matches of a pattern, fails the check.
 */
export function createPatternDetector(patterns: readonly NamedPattern[]): Detector {
  const compiled = patterns.map(({ name, pattern, ignoreCase = false, context = [], score = 1 }): Compiled => {
    const search = compilePatternSearch(pattern, { ignoreCase });
    return { name, score, search, isInContext: context.length === 0 ? undefined : createContextTest(context) };
  });

  /** Pauses where others may get their turn. */
  function* find({ id, text, isCut = false }: GuardPart): Generator<void, readonly Finding[]> {
    let left = text.length > LONG_TEXT ? Infinity : MOST_WORK;
    const spend = (work: number): void => {
      left -= work;
      if (left < 0) throw new ServiceError('timeout', 'the patterns take too many steps for this text');
    };
    const findings: Finding[] = [];
    for (const { name, score, search, isInContext } of compiled) {
      const spans = yield* search.find(text, { spend, isCut });
      if (spans.length > MOST_FOUND) throw new ServiceError('payload_too_large', `more than ${MOST_FOUND} matches of a pattern`);
      for (const span of spans) {
        if (isInContext?.(text, span) === false) continue;
        findings.push({ detector: NAME, category: name, part: id, start: span.start, end: span.end, score });
      }
    }
    return findings.toSorted((a, b) => a.start - b.start);
  }

  return {
    name: NAME,
    directions: ['input', 'output'],
    readsWebCodes: true,
    inspect(part) {
      const steps = find(part);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      return step.value;
    },
    async inspectAside(part, signal) {
      const steps = find(part);
      let step = steps.next();
      while (step.done !== true) {
        await yieldToEventLoop();
        signal.throwIfAborted();
        step = steps.next();
      }
      return step.value;
    },
    tail: (text) =>
      compiled.reduce(
        (least, { search, isInContext }) => Math.min(least, search.openFrom(text, isInContext === undefined ? 0 : CONTEXT_REACH)),
        text.length,
      ),
  };
}
