import { validateMnemonic } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import type { SeedWords } from '../../ports/seed-words.ts';

const LISTS = [english, spanish, french, italian, portuguese, czech, japanese, korean, simplifiedChinese, traditionalChinese];

/** The lists by word, decomposed (NFKD) as BIP-39 has it; made when a text first has so many words in a row. */
let byWord: Map<string, number> | undefined;

/** The ten word lists of BIP-39 (https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki). */
export const seedWords: SeedWords = {
  listsWith: (word) => (byWord ??= listsByWord()).get(word.normalize('NFKD')) ?? 0,
  isValid: (words, lists) => LISTS.some((list, index) => (lists & (1 << index)) !== 0 && validateMnemonic(words.join(' '), list)),
};

function listsByWord(): Map<string, number> {
  const lists = new Map<string, number>();
  for (const [index, list] of LISTS.entries()) {
    for (const word of list) {
      const decomposed = word.normalize('NFKD');
      lists.set(decomposed, (lists.get(decomposed) ?? 0) | (1 << index));
    }
  }
  return lists;
}
