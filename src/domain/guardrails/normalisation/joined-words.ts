import { spaced } from './run-together.ts';

/** Words that tell a sentence from a name in a program, and how many of them and of all a sentence has at least. */
const IN_SENTENCES =
  /^(?:a|all|am|an|and|any|are|as|at|be|do|every|everything|for|from|have|in|is|it|me|my|no|not|now|of|on|only|or|prior|previous|so|that|the|then|these|this|those|to|was|we|what|which|with|without|you|your|above)$/;
const LEAST_IN_SENTENCES = 2;
const LEAST_WORDS = 5;
const LONGEST_WORD = 16;

/**
 * A sentence whose words are joined: by capitals (`ignoreAllThatWasSaid`), by one sign each (`ignore-all-that-was-said`) or by
 * nothing; undefined if it is none. `coded` consists of letters, digits, `+`, `/`, `_` and `-`.
 */
export function joinedSentence(coded: string): string | undefined {
  if (/[\d=]{4}/.test(coded)) return undefined;
  const parted = coded.split(/[-+/_]+/).filter((word) => word !== '');
  if (parted.length >= LEAST_WORDS) return isSentence(parted) ? parted.join(' ').toLowerCase() : undefined;
  if (!/^[A-Za-z]+$/.test(coded)) return undefined;
  const words = coded.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).split(' ');
  return isSentence(words) && !/[A-Z]{4}/.test(coded) ? words.join(' ').toLowerCase() : spaced(coded.toLowerCase());
}

function isSentence(words: readonly string[]): boolean {
  return (
    words.length >= LEAST_WORDS &&
    words.every(({ length }) => length <= LONGEST_WORD) &&
    words.filter((word) => IN_SENTENCES.test(word.toLowerCase())).length >= LEAST_IN_SENTENCES
  );
}
