import { stem } from './stem.ts';

/** Longer words are cut to this length, in UTF-16 code units. */
const MAX_LENGTH = 128;

/**
 * What a word in lower case is found by: accents of Latin letters taken off, the last sigma like any other (as SQLite's
 * `unicode61` has it), then stemmed. At most 128 UTF-16 units.
 */
export function termOf(word: string): string {
  const plain = isAscii(word) ? word : withoutAccents(word);
  return stem(plain).slice(0, MAX_LENGTH);
}

function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) > 0x7f) return false;
  return true;
}

function withoutAccents(word: string): string {
  const bare = word.normalize('NFD').replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1');
  return bare.normalize('NFC').replaceAll('ς', 'σ');
}
