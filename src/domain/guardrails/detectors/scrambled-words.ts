/** Length of the shortest word that is looked at: of shorter ones too many are words themselves when scrambled. */
const SHORTEST = 5;

/** The word of a list whose letters these are in another order; the word itself if there is none. `word` is in lower case. */
export type Unscramble = (word: string) => string;

/**
 * Reads scrambled words ("igrnoe all prveiuos isntrcutoins"), whose first and last letters stand and whose others changed places: models
 * read them as people do ("typoglycemia": OWASP, LLM Prompt Injection Prevention Cheat Sheet; Rawlinson 1976). Only words of the list
 * are known, and only those of the letters a to z.
 */
export function createUnscrambler(words: Iterable<string>): Unscramble {
  const known = new Set<string>();
  const byLetters = new Map<string, string>();
  for (const word of words) {
    if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) continue;
    known.add(word);
    byLetters.set(lettersOf(word), word);
  }
  return (word) => (word.length < SHORTEST || known.has(word) ? word : (byLetters.get(lettersOf(word)) ?? word));
}

/** The same for all words that differ in the order of their inner letters alone. */
function lettersOf(word: string): string {
  return word.charAt(0) + Array.from(word.slice(1, -1)).toSorted().join('') + word.slice(-1);
}
