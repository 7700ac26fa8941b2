/** Hash of the empty string, as a signed integer so that no step needs a conversion. */
export const HASH_START = 0x811c9dc5 | 0;

/** The factor of every step. */
export const HASH_PRIME = 0x01000193;

/** Adds a character to the hash (FNV-1a over UTF-16 code units). */
export function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, HASH_PRIME);
}

/** The hash of a whole word, as written. */
export function wordHash(word: string): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at += 1) hash = hashStep(hash, word.charCodeAt(at));
  return hash;
}
