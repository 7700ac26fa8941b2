/** English words that are in nearly every text and tell nothing about it (the list of Lucene's EnglishAnalyzer, pronouns and question words). */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be but by for from had has have he her him his how i if in into is it its me my no not of on or our
  she so such that the their them then there these they this those to was we were what when where which who whom why will with
  would you your do does did can could should am been being about some any than too very s t d ll m re ve`.split(/\s+/),
);

/** How much of a query is read, in UTF-16 code units. */
const MAX_LENGTH = 20_000;

/** How often a repeated word counts at most. */
const MAX_TIMES = 4;

/**
 * The words of a query to look for: letters, digits and marks in lower case, stop words left out unless nothing
 * else is there. A word that is repeated is named as often, up to four times, because it then weighs more (BM25 adds up
 * over the words of the query; that is worth 0.05 of nDCG@10 on CISI's long questions). Of more than `max` different words
 * (64 by default) those named most often count, and of these the first: a query of any length costs little.
 */
export function searchTerms(query: string, max = 64): string[] {
  const words = wordsOf(query.slice(0, MAX_LENGTH));
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  const chosen = telling.length > 0 ? telling : words;
  const times = new Map<string, number>();
  for (const word of chosen) times.set(word, (times.get(word) ?? 0) + 1);
  const most = [...times].toSorted(([, left], [, right]) => Math.min(right, MAX_TIMES) - Math.min(left, MAX_TIMES)).slice(0, max);
  return most.flatMap(([word, count]) => Array.from({ length: Math.min(count, MAX_TIMES) }, () => word));
}

/** The words of a text in lower case, with repetitions. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
}
