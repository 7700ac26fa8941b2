import { actualSentences } from '../../core/actual-words.ts';
import { namedRelations, RELATION } from '../../core/relations.ts';
import type { FactCandidate, FactExtractor, MemoryFact, MemoryTurn } from '../../ports/memory.ts';
import { classify } from './classify.ts';
import { corrected, isCorrection, onlyCorrects } from './corrections.ts';
import { endedFacts } from './ended-facts.ts';
import { isParting } from './partners.ts';
import { withResolvedDate } from './resolve-dates.ts';
import { statementsOf } from './statements.ts';
import { capitalised } from './words.ts';

/** Least importance of a fact that the user asks to remember. */
const ORDERED_IMPORTANCE = 0.95;
const MAX_LENGTH = 500;
/** "My brother moved". */
const UNNAMED = new RegExp(
  `^My ${RELATION}(?= (?:now |recently |has |just |no longer )*(?:lives|moved|works|started|joined|is living|turned)\\b)`,
  'u',
);

/**
 * Extracts facts from English sentences without a model: who users are, where they live and work, whom they know, what they like, did
 * and plan. A fact is the sentence itself with its relative dates resolved. At most `maxFacts` per turn, the most important ones. What
 * is known tells who is meant by a name, what a correction corrects, and what has ended.
 */
export function createRuleExtractor({ maxFacts }: { readonly maxFacts: number }): FactExtractor {
  return {
    wantsKnown: true,

    async extract(turn, { known }) {
      if (turn.speaker === 'assistant') return [];
      const found: FactCandidate[] = [];
      let people = peopleIn(known);
      for (const sentence of actualSentences(turn.text)) {
        const correction = isCorrection(sentence) ? correctionIn(sentence, turn, known, found) : undefined;
        if (correction !== undefined) {
          found.splice(correction.place, 1, correction.fact);
          people = peopleIn([...known, ...found]);
        } else if (!onlyCorrects(sentence)) {
          for (const [name, relation] of namedRelations([sentence])) people.set(name, relation);
          found.push(...told(sentence, turn, known, people));
        }
      }
      return found.toSorted((left, right) => right.importance - left.importance).slice(0, maxFacts);
    },
  };
}

/** The people whom facts introduce by name. */
function peopleIn(facts: readonly { readonly text: string }[]): Map<string, string> {
  return namedRelations(facts.map(({ text }) => text));
}

/** The facts that a sentence tells. */
function told(
  sentence: string,
  { saidAt }: MemoryTurn,
  known: readonly MemoryFact[],
  people: ReadonlyMap<string, string>,
): FactCandidate[] {
  return statementsOf(sentence, MAX_LENGTH, new Set(people.keys())).map(({ text, isOrdered }) => {
    // Who is parted from is called a partner no more.
    const said = isParting(text) ? text : withRelation(text, people);
    const dated = withResolvedDate(said, saidAt);
    const found = classify(withName(said, people), dated.date, saidAt.toISOString().slice(0, 10));
    const ended = endedFacts(said, known, saidAt).map(({ id }) => id);
    return {
      ...dated,
      ...found,
      importance: isOrdered ? Math.max(found.importance, ORDERED_IMPORTANCE) : found.importance,
      ...(ended.length === 0 ? {} : { replaces: ended }),
    };
  });
}

/** What a sentence corrects, with its place among what the turn said before; behind it if a known fact is corrected. */
function correctionIn(sentence: string, turn: MemoryTurn, known: readonly MemoryFact[], before: readonly FactCandidate[]) {
  const { owner, thread, saidAt } = turn;
  const base = { owner, thread, validFrom: saidAt, timesSaid: 1, lastSaidAt: saidAt };
  const newest = before.map((one, place): MemoryFact => ({ ...base, ...one, id: `${turn.id}:${place}` })).toReversed();
  const fact = corrected(sentence, turn, [...newest, ...known]);
  if (fact === undefined) return undefined;
  const place = before.findIndex((_, index) => fact.replaces?.includes(`${turn.id}:${index}`) === true);
  return { fact, place: place === -1 ? before.length : place };
}

/** A sentence about somebody who is known by name, with what that is to the speaker: "My brother Jonas moved". */
function withRelation(sentence: string, people: ReadonlyMap<string, string>): string {
  const named = /^(\p{Lu}[\p{L}'’-]*?)(?=['’]s \p{Ll}| \p{Ll})/u.exec(sentence)?.[1] ?? '';
  const relation = people.get(named.toLowerCase());
  return relation === undefined ? sentence : `My ${relation} ${sentence}`;
}

/** A sentence about the only one of a kind who is known by name, with that name, so that it is about the same person. */
function withName(sentence: string, people: ReadonlyMap<string, string>): string {
  const [begin, kind = ''] = UNNAMED.exec(sentence) ?? [];
  const names = [...people].filter(([, relation]) => relation === kind.toLowerCase());
  const [name] = names.length === 1 ? (names[0] ?? []) : [];
  if (begin === undefined || name === undefined) return sentence;
  return `${begin} ${capitalised(name)}${sentence.slice(begin.length)}`;
}
