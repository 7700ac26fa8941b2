import { contentWords } from '../../core/content-words.ts';
import type { FactCandidate, FactChanges, MemoryFact, MemoryTurn } from '../../ports/memory.ts';
import { objectsOf } from './ended-facts.ts';
import { factId } from './fact-id.ts';
import { isDenial, overlap, tellingWords } from './words.ts';

/** A known fact and its similarity to a candidate: a cosine, or 1 if none was measured. */
export interface KnownFact {
  readonly fact: MemoryFact;
  readonly cosine: number;
}

/** Two facts are the same if they share this many words, or if they are this similar and share about half of the words. */
const SAME_WORDS = 0.85;
const SAME_MEANING = 0.92;
const SIMILAR_WORDS = 0.5;
const NONE: ReadonlySet<string> = new Set();
/** Slots whose name does not tell what their facts say: to deny one value says nothing of another. */
const HAS_VALUES = /^(?:home|work|origin|name|birthday|age|(?:my|favourite|plan|i|count):.*)$|:(?:name|home|work|age)$/;
/** Verbs that make a denial of what stands behind them. */
const DENIALS: ReadonlySet<string> = new Set(['stopp', 'quit', 'gave', 'given', 'up']);

/** Whether two texts say the same: no number, name or negation differs, and nearly all words or the meaning agree. */
export function saySame(one: string, other: string, cosine: number): boolean {
  if (overlap(tellingWords(one), tellingWords(other)) < 1) return false;
  const shared = overlap(contentWords(one), contentWords(other));
  return shared >= SAME_WORDS || (cosine >= SAME_MEANING && shared >= SIMILAR_WORDS);
}

/** Whether two texts say the opposite of the same: one denies what the other says, and nothing else differs. */
function areOpposite(one: MemoryFact, other: FactCandidate): boolean {
  if (isDenial(one.text) === isDenial(other.text) || one.date !== other.date) return false;
  const telling = [one.text, other.text].map((text) => new Set([...tellingWords(text)].filter((word) => word !== 'not')));
  const words = [one.text, other.text].map((text) => new Set([...contentWords(text)].filter((word) => !DENIALS.has(word))));
  return overlap(telling[0] ?? NONE, telling[1] ?? NONE) === 1 && overlap(words[0] ?? NONE, words[1] ?? NONE) >= SAME_WORDS;
}

/** Whether two facts of one slot cannot both hold. A denial only contradicts what it speaks of: "I no longer live in Rome". */
function areRivals(one: MemoryFact, other: FactCandidate): boolean {
  if (one.slot === undefined || one.slot !== other.slot) return false;
  if (isDenial(one.text) || !isDenial(other.text) || !HAS_VALUES.test(one.slot)) return true;
  const shared = contentWords(one.slot.replace(':', ' '));
  const [told, denied] = [one, other].map(({ text }) => [...objectsOf(text)].filter((word) => !shared.has(word)));
  return told?.length === 0 || denied?.length === 0 || denied?.some((word) => told?.includes(word)) === true;
}

/** What to do with one candidate. */
export type Verdict =
  | { readonly type: 'new'; readonly replaces: readonly MemoryFact[]; readonly by?: MemoryFact }
  | { readonly type: 'again'; readonly fact: MemoryFact };

/**
 * Compares a candidate with valid facts. If it is known, it confirms the fact; in the same slot, as its opposite, or if the
 * extractor says so, it supersedes earlier facts. A candidate that is older than the known fact of its slot is kept as history.
 */
function judge(candidate: FactCandidate, saidAt: Date, known: readonly KnownFact[]): Verdict {
  const named = new Set(candidate.replaces);
  const isSame = ({ fact, cosine }: KnownFact): boolean =>
    fact.date === candidate.date && saySame(fact.text, candidate.text, named.has(fact.id) ? 0 : cosine);
  const same = known.find(isSame);
  if (same !== undefined) return { type: 'again', fact: same.fact };
  const rivals = known
    .map(({ fact }) => fact)
    .filter((fact) => named.has(fact.id) || areRivals(fact, candidate) || areOpposite(fact, candidate));
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
      const { replaces: _, ...given } = candidate;
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
