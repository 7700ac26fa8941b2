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
  /** By first and last letter: the lengths of such words, as bits. Most words have none, and need not be sorted. */
  const lengths = new Int32Array(LETTERS * LETTERS);
  for (const word of words) {
    if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) continue;
    known.add(word);
    byLetters.set(lettersOf(word), word);
    const ends = endsOf(word);
    lengths[ends] = (lengths[ends] ?? 0) | (1 << word.length);
  }
  return (word) => {
    if (word.length < SHORTEST || ((lengths[endsOf(word)] ?? 0) & (1 << word.length)) === 0 || known.has(word)) return word;
    return byLetters.get(lettersOf(word)) ?? word;
  };
}

const LETTERS = 26;
const LETTER_A = 97;

function endsOf(word: string): number {
  return (word.charCodeAt(0) - LETTER_A) * LETTERS + word.charCodeAt(word.length - 1) - LETTER_A;
}

/** The same for all words that differ in the order of their inner letters alone. */
function lettersOf(word: string): string {
  return word.charAt(0) + Array.from(word.slice(1, -1)).toSorted().join('') + word.slice(-1);
}
