import { contentWords } from '../../core/content-words.ts';
import type { FactCandidate, MemoryFact, MemoryTurn } from '../../ports/memory.ts';
import { classify } from './classify.ts';
import { withResolvedDate } from './resolve-dates.ts';
import { capitalised, overlap } from './words.ts';

const INTERJECTION =
  "(?:(?:no|oh|ah|er|um|hm+|sorry|my mistake|my bad|oops|whoops|wait|hold on|hang on|actually|correction|excuse me|pardon|i misspoke|scratch that|strike that|i take that back|let me correct (?:that|myself)|that was wrong|that['’]s wrong|i was wrong)[\\s,.!:;…–—-]+)";
const LEAD = `${INTERJECTION}*`;
const LEAD1 = `${INTERJECTION}+`;
const MEANT =
  "(?:i (?:really |actually )?(?:meant|mean)(?: to (?:say|write))?|(?:it|that|she|he|(?:his|her|its|their) (?:\\p{L}+ ){1,2}?)(?:['’]s| ?is| ?was| ?should be)|make (?:it|that)|should be)";
const WORD = String.raw`[^\s,;:]*[^\s,;:.!?]`;
const SHORT = `(${WORD}(?: ${WORD}){0,4})`;
/** "I meant Stavanger, not Bergen". */
const RIGHT_FIRST = new RegExp(`^(?:${LEAD}${MEANT}|${LEAD1}) ?${SHORT},? (?:and )?(?:not|instead of|rather than) ${SHORT}[.!]*$`, 'iu');
/** "It's not Bergen, it's Stavanger", "not Bergen but Stavanger". */
const WRONG_FIRST = new RegExp(`^${LEAD}(?:${MEANT} )?not ${SHORT}(?:[,;:.]| [–—-])? ?(?:${MEANT}|but|rather) ${SHORT}[.!]*$`, 'iu');
/** "I meant Wednesday". */
const RIGHT_ONLY = new RegExp(`^${LEAD}(?:i meant|i mean|make that|make it) ${SHORT}[.!]*$`, 'i');
/** "Correction: the meeting is on Friday". */
const WHOLE =
  /^(?:(?:scratch that|strike that|that was wrong|that['’]s wrong|sorry|oops|whoops|wait|no|actually|correction|update|my mistake|my bad)[\s,.!:;–—-]+)+(?=\p{L}.* (?:is|are|was|starts|begins|leaves|will|has|lives|works)\b)/iu;

/** What is a sentence, and no value. */
const SENTENCE = /\b(?:i|i['’]m|we|is|are|was|were|have|has)\b|\b(?:my|our) \p{L}+ \p{L}/iu;

/** Kinds of values of which one can only be taken for another of its kind. */
const VALUES: readonly RegExp[] = [
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/gi,
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/gi,
  /\b\d{1,2}(?::\d{2})? ?(?:am|pm)\b|\b\d{1,2}:\d{2}\b/gi,
  /\b\d+(?:[.,]\d+)?\b/g,
];
const VERB = /^(.*?) (?:is|are|was|were|starts|begins|leaves|will|has|lives|works)\b/i;
const PRONOUN = /^(?:he|i|it|she|that|there|these|they|this|those|we|what|you)$/i;
const EXPLICIT = new RegExp(`^${LEAD1}|\\bi (?:really |actually )?(?:meant|mean)\\b`, 'i');
const MAX_LENGTH = 300;

/** Whether a sentence only names what is to be said instead, and tells nothing without what it corrects. */
export function onlyCorrects(sentence: string): boolean {
  const [right] = valuesOf(sentence) ?? [];
  return right !== undefined && !SENTENCE.test(right);
}

/** Whether a sentence is told as a correction, of whatever it is. */
export function isCorrection(sentence: string): boolean {
  return valuesOf(sentence) !== undefined || (sentence.length <= MAX_LENGTH && WHOLE.test(sentence));
}

/**
 * A sentence that corrects a known fact: the fact as it should be. Undefined if it corrects nothing that is known for certain. Without a
 * word of correction ("sorry", "I meant") only what was said last is corrected.
 */
export function corrected(sentence: string, turn: MemoryTurn, known: readonly MemoryFact[]): FactCandidate | undefined {
  // Sorting keeps the order of what was said at the same time: the newest first.
  const newestFirst = known.toSorted((left, right) => right.lastSaidAt.getTime() - left.lastSaidAt.getTime());
  const [right, wrong] = valuesOf(sentence) ?? [];
  if (right === undefined) return retold(sentence, newestFirst, turn);
  if (SENTENCE.test(right)) return undefined;
  const last = newestFirst.filter(({ thread }) => thread === turn.thread).slice(0, 1);
  if (wrong === undefined) return replacedByKind(last, right, turn);
  const isExplicit = EXPLICIT.test(sentence);
  if (!isExplicit && !areAlike(right, wrong)) return undefined;
  return replaced(isExplicit ? newestFirst : last, right, new RegExp(`(?<![\\p{L}\\p{N}])${escaped(wrong)}(?![\\p{L}\\p{N}])`, 'iu'), turn);
}

/** What is right, and what it is to replace if the sentence says so. */
function valuesOf(sentence: string): readonly (string | undefined)[] | undefined {
  if (sentence.length > MAX_LENGTH) return undefined;
  const [, right, wrong] = RIGHT_FIRST.exec(sentence) ?? [];
  if (right !== undefined) return [right, wrong];
  const [, first, second] = WRONG_FIRST.exec(sentence) ?? [];
  if (first !== undefined) return [second, first];
  const [, only] = RIGHT_ONLY.exec(sentence) ?? [];
  return only === undefined ? undefined : [only];
}

/** Whether both are values of the same kind, or names. */
function areAlike(one: string, other: string): boolean {
  const both = [one, other];
  return both.every((text) => /^\p{Lu}/u.test(text)) || VALUES.some((kind) => both.every((text) => text.match(kind)?.length === 1));
}

function replaced(known: readonly MemoryFact[], right: string, wrong: RegExp, turn: MemoryTurn): FactCandidate | undefined {
  const fact = known.find((one) => wrong.test(asSaid(one)));
  return fact === undefined ? undefined : candidate(capitalised(asSaid(fact).replace(wrong, () => right)), turn, fact);
}

/** The last fact of the conversation, if it holds one value of the same kind. */
function replacedByKind([fact]: readonly MemoryFact[], right: string, turn: MemoryTurn): FactCandidate | undefined {
  const kind = VALUES.find((pattern) => right.match(pattern)?.length === 1);
  if (fact === undefined || kind === undefined) return undefined;
  const said = asSaid(fact);
  return said.match(kind)?.length === 1
    ? candidate(
        said.replace(kind, () => right),
        turn,
        fact,
      )
    : undefined;
}

/** A fact that is told again with another value. Where none is known, only "correction" makes a fact of it. */
function retold(sentence: string, known: readonly MemoryFact[], turn: MemoryTurn): FactCandidate | undefined {
  const begin = sentence.length > MAX_LENGTH ? undefined : WHOLE.exec(sentence)?.[0];
  if (begin === undefined) return undefined;
  const text = sentence.slice(begin.length);
  const subject = subjectOf(text);
  const fact = known.find((one) => subject.size > 0 && one.kind !== 'event' && overlap(subject, subjectOf(asSaid(one))) === 1);
  return fact !== undefined || /^correction/i.test(begin) ? candidate(capitalised(text), turn, fact) : undefined;
}

/** The content words of what a sentence speaks of, before its verb; none for a pronoun, which may stand for anything. */
function subjectOf(text: string): Set<string> {
  const subject = VERB.exec(text)?.[1] ?? '';
  return PRONOUN.test(subject) ? new Set() : contentWords(subject);
}

function candidate(text: string, turn: MemoryTurn, fact: MemoryFact | undefined): FactCandidate {
  const dated = withResolvedDate(text, turn.saidAt);
  const { slot, ...found } = classify(text, dated.date, turn.saidAt.toISOString().slice(0, 10));
  // The value that was wrong may be in the slot: "taste:tea".
  const kept = slot ?? fact?.slot;
  return {
    ...dated,
    ...found,
    ...(fact === undefined ? {} : { kind: fact.kind, importance: Math.max(found.importance, fact.importance), replaces: [fact.id] }),
    ...(kept === undefined ? {} : { slot: kept }),
  };
}

/** A fact without the date that was inserted when it was extracted. */
export function asSaid({ text, date }: MemoryFact): string {
  return date === undefined ? text : text.replace(` (${date})`, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
