import type { FactExtractor } from '../../ports/memory.ts';
import { classify } from './classify.ts';
import { withResolvedDate } from './resolve-dates.ts';
import { statementsOf } from './statements.ts';

/** What is said to be worth remembering counts at least so much. */
const ORDERED_IMPORTANCE = 0.95;
const MAX_LENGTH = 500;

/**
 * Reads facts out of English sentences without a model: who a user is, where they live and work, whom they know, what
 * they like, what they did and plan. A fact is the sentence itself, its relative dates resolved. At most `maxFacts` a
 * turn, the most important ones.
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
