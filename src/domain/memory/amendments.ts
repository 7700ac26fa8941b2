import type { FactCandidate, MemoryFact } from '../../ports/memory.ts';
import { sentencesOf } from './words.ts';

/** "Sorry, I meant Stavanger, not Bergen." */
const MEANT =
  /\b(?:i meant?|make that|it['’]?s|it is|it was|that['’]?s)(?: to say)? ([^,.;:!?]{1,60}?),? (?:and )?not ([^,.;:!?]{1,60})[.!]*$/iu;
/** "Jonas moved to Munich in October." */
const NAMED_HOME =
  /^(\p{Lu}\p{L}+)(?: \p{Lu}\p{L}+)? (?:has |have |now |just |recently )*(?:moved|relocated|lives|settled) (?:back )?(?:to|in)\b/u;
const NAMED_WORK =
  /^(\p{Lu}\p{L}+)(?: \p{Lu}\p{L}+)? (?:has |now |just |recently )*(?:(?:works|started|started working) (?:at|for|as)|joined)\b/u;

/** What a sentence changes about a known fact; alone it says nothing about the user. */
export interface Amendment {
  /** A word of the fact. */
  readonly word: string;
  /** What the word must be instead; absent if the whole sentence takes the fact's place. */
  readonly by?: string;
  /** How the slot of the fact ends. */
  readonly slotEnd?: string;
}

/** The sentences of a text that correct a word, or tell news of somebody by name. */
export function amendmentsOf(text: string): (Amendment & { readonly sentence: string })[] {
  return sentencesOf(text).flatMap((sentence): (Amendment & { readonly sentence: string })[] => {
    const [, by, word] = MEANT.exec(sentence) ?? [];
    if (by !== undefined && word !== undefined) return [{ sentence, word: word.trim(), by: by.trim() }];
    const [, dweller] = NAMED_HOME.exec(sentence) ?? [];
    if (dweller !== undefined) return [{ sentence, word: dweller, slotEnd: ':home' }];
    const [, worker] = NAMED_WORK.exec(sentence) ?? [];
    return worker === undefined ? [] : [{ sentence, word: worker, slotEnd: ':work' }];
  });
}

/** A candidate that amends a known fact, as a fact that supersedes the latest such one; undefined if there is none. */
export function amended({ amends, ...candidate }: FactCandidate, known: readonly MemoryFact[]): FactCandidate | undefined {
  if (amends === undefined) return candidate;
  const { word, by, slotEnd = '' } = amends;
  const [fact] = known
    .filter(({ text, slot = '' }) => places(text, word).length > 0 && slot.endsWith(slotEnd))
    .toSorted((one, other) => other.lastSaidAt.getTime() - one.lastSaidAt.getTime());
  if (fact === undefined) return undefined;
  const { kind, slot, importance } = fact;
  const text = by === undefined ? candidate.text.replace(word, () => introduced(fact.text, word)) : replaced(fact.text, word, by);
  return { ...candidate, text, kind, importance, replaces: [fact.id], ...(slot === undefined ? {} : { slot }) };
}

/** A name with the words that say whose it is: "My brother Jonas". */
function introduced(text: string, name: string): string {
  const [at = 0] = places(text, name);
  const whose = /\bmy (?:\p{L}+ ){1,3}$/iu.exec(text.slice(0, at))?.[0] ?? '';
  return whose.slice(0, 1).toUpperCase() + whose.slice(1) + name;
}

function replaced(text: string, word: string, by: string): string {
  return places(text, word)
    .toReversed()
    .reduce((left, at) => left.slice(0, at) + by + left.slice(at + word.length), text);
}

/** Where a word stands as a whole one, whatever its case. */
function places(text: string, word: string): number[] {
  const lower = text.toLowerCase();
  const wanted = word.toLowerCase();
  if (lower.length !== text.length || wanted === '') return [];
  const found: number[] = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    const around = `${text.charAt(at - 1)} ${text.charAt(at + wanted.length)}`;
    if (!/[\p{L}\p{N}]/u.test(around)) found.push(at);
  }
  return found;
}
