import type { FactExtractor } from '../../ports/memory.ts';
import { classify } from './classify.ts';
import { withResolvedDate } from './resolve-dates.ts';
import { statementsOf } from './statements.ts';

/** Least importance of a fact that the user asks to remember. */
const ORDERED_IMPORTANCE = 0.95;
const MAX_LENGTH = 500;

/**
 * Extracts facts from English sentences without a model: who users are, where they live and work, whom they know, what they like, did
 * and plan. A fact is the sentence itself with its relative dates resolved. At most `maxFacts` per turn, the most important ones.
 */
export function createRuleExtractor({ maxFacts }: { readonly maxFacts: number }): FactExtractor {
  return {
    wantsKnown: false,

    async extract({ text, speaker, saidAt }) {
      if (speaker === 'assistant') return [];
      const today = saidAt.toISOString().slice(0, 10);
      return statementsOf(text, MAX_LENGTH)
        .map((statement) => {
          const dated = withResolvedDate(statement.text, saidAt);
          const found = classify(statement.text, dated.date, today);
          return {
            ...dated,
            ...found,
            importance: statement.isOrdered ? Math.max(found.importance, ORDERED_IMPORTANCE) : found.importance,
          };
        })
        .toSorted((left, right) => right.importance - left.importance)
        .slice(0, maxFacts);
    },
  };
}
