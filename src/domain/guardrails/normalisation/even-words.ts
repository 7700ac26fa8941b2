import { commonWords } from './common-words.ts';
import type { TextTokens } from './text-tokens.ts';

/** Fewer words are no sentence. */
const LEAST_WORDS = 6;
/** So many different common English words tell sentences from lists of names. */
const LEAST_COMMON = 2;
/** Of the words of ordinary text, nearly all stand between spaces; of these at most this share does. */
const MOST_SPACES = 0.4;
/** Lines that stand for one word each: so many a word, as numbers of lines count as words. */
const LEAST_LINES = 0.3;

/** Words with anything but spaces alone between them, one word a line among them. */
const EVEN =
  /(?<![\p{L}\p{M}'])[\p{L}\p{M}']{1,20}(?:(?:[ \t]?[-_/\\|;:,.+*~=•·#"“”()[\]{}<>]{1,4}[ \t]?(?:\d{1,3}[.):]?[ \t])?|[ \t,.;]{0,2}\n[ \t]*(?:(?:\d{1,3}[.):]?|[-*•>+])[ \t]{1,3})?)[\p{L}\p{M}']{1,20}){5,}/gu;
const GAP = /[^\p{L}\p{M}']+/gu;

/** Quick filter: whether most words of a text may be parted by other signs than spaces. */
export function mayBeEven({ words, spaces, breaks }: TextTokens): boolean {
  return words >= LEAST_WORDS && (spaces < MOST_SPACES * words || breaks >= LEAST_LINES * words);
}

/** A text whose words stand evenly apart, by signs or one a line, with spaces between them; undefined if it has no such words. */
export function evenWords(text: string): string | undefined {
  const said = (text.match(EVEN) ?? []).map((row) => row.replaceAll(GAP, ' ')).join('\n\n');
  return commonWords(said).plain >= LEAST_COMMON ? said : undefined;
}
