import type { JudgeTurn } from '../../core/turn-ends.ts';
import type { TranscriptWord } from '../../ports/speech.ts';
import { ENDS_SENTENCE, LANGUAGE } from './written-form.ts';

/** Shorter texts are answers and headings, which need no full stop. */
const LEAST_WORDS = 4;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const QUESTION_WORDS = setOf("who what when where why how which whose who's what's where's how's");
const AUXILIARIES = setOf('is are was were do does did can could will would shall should may has have had am');
/** Of these, what asks also begins orders, such as «have a seat». */
const ORDERING = setOf('do have may');
const PRONOUNS = setOf('i you he she it we they there this that these those anyone anybody');
const DETERMINERS = setOf('the my your his her our their a an any');

/**
 * Ends the last sentence with a full stop or question mark where the recogniser that writes signs has left it out, if it is a sentence by its
 * capital, its length and its last words. `words` are those up to a pause.
 */
export function withClosedSentence(words: readonly TranscriptWord[], judge: JudgeTurn): TranscriptWord[] {
  const closed = [...words];
  const last = closed.at(-1);
  const sentence = closed.slice(closed.findLastIndex(({ text }) => ENDS_SENTENCE.test(text)) + 1).map(({ text }) => text);
  if (last === undefined || sentence.length < LEAST_WORDS || !/^\P{L}*\p{Lu}/u.test(sentence[0] ?? '')) return closed;
  if (!/[\p{L}\p{N}]$/u.test(last.text) || judge({ text: sentence.join(' '), language: LANGUAGE }) !== 'finished') return closed;
  closed[closed.length - 1] = { ...last, text: `${last.text}${isQuestion(sentence) ? '?' : '.'}` };
  return closed;
}

/** Whether a sentence asks by its first words: «when is …», «how long do …», «is the …», but not «when I …» or «do the …». */
function isQuestion(sentence: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = sentence.map((word) => word.toLowerCase().replaceAll(/[^\p{L}']/gu, ''));
  if (QUESTION_WORDS.has(first)) return first.includes("'") || AUXILIARIES.has(second) || (!PRONOUNS.has(second) && AUXILIARIES.has(third));
  return AUXILIARIES.has(first) && (PRONOUNS.has(second) || (DETERMINERS.has(second) && !ORDERING.has(first)));
}
