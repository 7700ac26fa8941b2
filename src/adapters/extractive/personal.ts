import { PAST_TIME } from '../../core/past-time.ts';
import { namedRelations, ownRelations, relationsIn } from '../../core/relations.ts';

/** Whom a question about a user or the people in the user's life is about. */
interface Asked {
  /** Relations ("brother") and names in lower case. */
  readonly others: readonly string[];
  /** Whether it asks about the user alone. */
  readonly isSelf: boolean;
  /** Whether it asks what is so now. */
  readonly isNow: boolean;
}

const SELF =
  /\b(?:do|did|am|was|have|had|can|could|will|would|should|must|may|shall) (?:i|we)\b|\bmy (?:\p{L}+ )?(?:name|age|job|profession|occupation|birthday|address|phone|e-?mail|employer|nationality|hometown|weight|height)\b/iu;
const NAMED = /\b(?:does|did|is|was|has|will|can|do|are) (\p{Lu}\p{L}+)|(?<!^)(?<=\s)(\p{Lu}\p{L}+)['’]s\b/gu;
const NOW = /\b(?:do|does|am|is|are)\b/i;
const THEN = /\b(?:before|previous(?:ly)?|former(?:ly)?|used|past|ago|last|earlier|was|were|used?|did|once|ever|child)\b/i;

const FIRST_PERSON = /\b(?:i|i['’](?:m|ve|ll|d)|we|we['’](?:re|ve|ll)|me|mine|myself|us)\b/i;
const OWN_THING = /\b(?:my|our)\b/gi;
const PRONOUN = /^(?:\p{L}+[ ,]+){0,2}?(?:he|she|they|his|her|their|it|its)\b/iu;
const PERSON = /^(?:he|she|they|his|her|their)\b/i;
const OVER: readonly RegExp[] = [
  PAST_TIME,
  /(?<!(?:\b(?:have|has)|['’](?:ve|s)) (?:\p{L}+ )?)\b(?:lived|worked|loved|liked|owned|drove|played|studied)\b/iu,
  /\b(?:quit|left|lost) my job\b/i,
];
const STILL = /\b(?:now|but|still|today|these days|nowadays|moved|since)\b/i;

/** What a question makes of sentences of and about a user. */
interface Answers {
  /** Whether a sentence is about the same person: "my sister" is neither "I" nor "my brother". */
  canAnswer(sentence: string): boolean;
  /** Whether a sentence only tells what was so once, and the question asks what is so now. */
  isOver(sentence: string): boolean;
}

/** Reads whom and which time a question is about. The sentences that are `known` introduce people by name. */
export function answersFor(question: string, known: readonly string[]): Answers {
  const asked = readAsked(question);
  const people = namedRelations(known);
  const relations = [...relationsIn(question)];
  return {
    isOver: (sentence) => asked.isNow && OVER.some((pattern) => pattern.test(sentence)) && !STILL.test(sentence),
    canAnswer(sentence) {
      const words = new Set(sentence.toLowerCase().match(/[\p{L}\p{M}\p{N}-]+/gu) ?? []);
      const named = [...people.keys()].filter((name) => words.has(name));
      if (asked.others.length > 0) return PRONOUN.test(sentence) || asked.others.some((one) => speaksOf(one, sentence, named, people));
      if (!asked.isSelf || FIRST_PERSON.test(sentence)) return true;
      if (PERSON.test(sentence)) return false;
      const own = ownRelations(sentence);
      const things = sentence.match(OWN_THING)?.length ?? 0;
      if (own.length === 0) return named.length === 0 || things > 0;
      return things > own.length || relations.some((one) => relationsIn(sentence).has(one));
    },
  };
}

/** A question with everyday phrases in the words that answers use. */
export function plainlyAsked(question: string): string {
  return question.replaceAll(/\bfor a living\b/gi, 'as a job').replaceAll(/\bused? to\b/gi, ' ');
}

function readAsked(question: string): Asked {
  const names = Array.from(question.matchAll(NAMED), ([, one, other]) => (one ?? other ?? '').toLowerCase()).filter((name) => name !== '');
  return {
    others: [...ownRelations(question), ...names],
    isSelf: SELF.test(question),
    isNow: NOW.test(question) && !THEN.test(question),
  };
}

/** Whether a sentence speaks of a person: by relation or name, or by the relation of that name and no other name. */
function speaksOf(one: string, sentence: string, named: readonly string[], people: ReadonlyMap<string, string>): boolean {
  if (named.includes(one) || new RegExp(String.raw`(?<!\p{L})${one}(?!\p{L})`, 'iu').test(sentence)) return true;
  const relations = relationsIn([sentence, ...named.map((name) => people.get(name) ?? '')].join(' '));
  if (relations.has(one)) return true;
  const [relation] = relationsIn(people.get(one) ?? '');
  return relation !== undefined && named.length === 0 && relations.has(relation);
}
