import type { FactCandidate, FactExtractor } from '../../ports/memory.ts';
import { amendmentsOf } from './amendments.ts';
import { classify } from './classify.ts';
import { withResolvedDate } from './resolve-dates.ts';
import { statementsOf, unquoted } from './statements.ts';

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
      const amendments = amendmentsOf(text).filter(({ sentence }) => sentence.length <= MAX_LENGTH);
      const said = new Set(amendments.map(({ sentence }) => sentence));
      const changes = amendments.map(({ sentence, ...amends }): FactCandidate => {
        const dated = withResolvedDate(sentence, saidAt);
        return { ...dated, kind: 'other', importance: ORDERED_IMPORTANCE, amends };
      });
      const facts = statementsOf(text, MAX_LENGTH)
        .filter(({ text: statement }) => !said.has(statement))
        .map((statement) => {
          const dated = withResolvedDate(statement.text, saidAt);
          const found = classify(unquoted(statement.text), dated.date, today);
          return {
            ...dated,
            ...found,
            importance: statement.isOrdered ? Math.max(found.importance, ORDERED_IMPORTANCE) : found.importance,
          };
        })
        .toSorted((left, right) => right.importance - left.importance);
      return [...facts, ...changes].slice(0, maxFacts);
    },
  };
}
