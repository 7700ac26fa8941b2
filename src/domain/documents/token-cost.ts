import { countTokens } from '../../core/count-tokens.ts';

/** Scripts without spaces, in which nearly every character is a token. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
/** All those scripts are above this code; other texts need not be searched for them. */
const HIGH = /[\u0E00-\uFFFF]/;
/** Longest run that may count as one token: tokenizers split identifiers, links and encoded data. */
const CHARACTERS = 6;

/** Estimates the tokens of a text: words and punctuation marks, but at least one per six characters. */
export function tokenCost(text: string): number {
  const dense = HIGH.test(text) ? (text.match(DENSE)?.length ?? 0) : 0;
  return Math.max(countTokens(text), Math.ceil(text.length / CHARACTERS), dense);
}
