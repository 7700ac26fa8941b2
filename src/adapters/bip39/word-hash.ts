/** FNV-1a (32 bits) of a word of a seed phrase, in lower case and decomposed (NFKD), as the lists of BIP-39 are. */
export function wordHash(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash | 0;
}
