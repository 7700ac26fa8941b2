import type { FactCandidate, FactChanges, MemoryFact, MemoryTurn } from '../../ports/memory.ts';
import { factId } from './fact-id.ts';
import { contentWords, overlap, tellingWords } from './words.ts';

/** A known fact and its similarity to a candidate: a cosine, or 1 if none was measured. */
export interface KnownFact {
  readonly fact: MemoryFact;
  readonly cosine: number;
}

/** Two facts are the same if they share this many words, or if they are this similar and share about half of the words. */
const SAME_WORDS = 0.85;
const SAME_MEANING = 0.9;
const SIMILAR_WORDS = 0.5;

/** Whether two texts say the same: no number, name or negation differs, and nearly all words or the meaning agree. */
export function saySame(one: string, other: string, cosine: number): boolean {
  if (overlap(tellingWords(one), tellingWords(other)) < 1) return false;
  const shared = overlap(contentWords(one), contentWords(other));
  return shared >= SAME_WORDS || (cosine >= SAME_MEANING && shared >= SIMILAR_WORDS);
}

/** What to do with one candidate. */
export type Verdict =
  | { readonly type: 'new'; readonly replaces: readonly MemoryFact[]; readonly by?: MemoryFact }
  | { readonly type: 'again'; readonly fact: MemoryFact };

/**
 * Compares a candidate with valid facts. If it is known, it confirms the fact; in the same slot, or if the extractor says so, it
 * supersedes earlier facts. A candidate that is older than the known fact of its slot is kept as history.
 */
function judge(candidate: FactCandidate, saidAt: Date, known: readonly KnownFact[]): Verdict {
  const same = known.find(({ fact, cosine }) => fact.date === candidate.date && saySame(fact.text, candidate.text, cosine));
  if (same !== undefined) return { type: 'again', fact: same.fact };
  const named = new Set(candidate.replaces);
  const rivals = known.map(({ fact }) => fact).filter(({ id, slot }) => named.has(id) || (slot !== undefined && slot === candidate.slot));
  const later = rivals.find(({ validFrom }) => validFrom > saidAt);
  if (later !== undefined) return { type: 'new', replaces: [], by: later };
  return { type: 'new', replaces: rivals };
}

/** The facts of one turn and their effects, built up candidate by candidate. */
export interface Reconciliation {
  readonly changes: FactChanges;
  take(candidate: FactCandidate, known: readonly KnownFact[]): void;
}

/** Starts without changes; ids are derived from the turn's, so that processing it twice gives the same facts. */
export function reconciliation(turn: MemoryTurn): Reconciliation {
  const added: MemoryFact[] = [];
  const confirmed: string[] = [];
  const superseded: { id: string; by: string; until: Date }[] = [];
  let count = 0;
  return {
    changes: { added, confirmed, superseded },
    take(candidate, known) {
      const gone = new Set(superseded.map(({ id }) => id));
      const holding = [...known, ...added.map((fact) => ({ fact, cosine: 0 }))].filter(({ fact }) => !gone.has(fact.id));
      const verdict = judge(candidate, turn.saidAt, holding);
      if (verdict.type === 'again') {
        if (!added.some(({ id }) => id === verdict.fact.id)) confirmed.push(verdict.fact.id);
        return;
      }
      const { replaces: _, amends: __, ...given } = candidate;
      const fact: MemoryFact = {
        id: factId(turn.id, (count += 1)),
        owner: turn.owner,
        thread: turn.thread,
        ...given,
        validFrom: turn.saidAt,
        timesSaid: 1,
        lastSaidAt: turn.saidAt,
        ...(verdict.by === undefined ? {} : { validUntil: verdict.by.validFrom, supersededBy: verdict.by.id }),
      };
      added.push(fact);
      superseded.push(...verdict.replaces.map(({ id }) => ({ id, by: fact.id, until: turn.saidAt })));
    },
  };
}
