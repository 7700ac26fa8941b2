import { countTokens } from '../../core/count-tokens.ts';

/** Scripts written without blanks, where about every character is a token of its own. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
/** Those scripts all lie above; a text without such a character need not be searched for them. */
const HIGH = /[\u0E00-\uFFFF]/;
/** Longest stretch that may count as one token: identifiers, links and encoded data are split by every tokenizer. */
const CHARACTERS = 6;

/** About how many tokens a model makes of a text: words and marks, but never fewer than one in six characters. */
export function tokenCost(text: string): number {
  const dense = HIGH.test(text) ? (text.match(DENSE)?.length ?? 0) : 0;
  return Math.max(countTokens(text), Math.ceil(text.length / CHARACTERS), dense);
}
