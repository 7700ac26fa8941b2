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

/** Places of a table of the 20,480 words; open addressing. */
const PLACES = 65_536;
const MASK = PLACES - 1;

/** Hashes of the words, and the lists that have them: a tenth of the memory of a map. */
interface Table {
  readonly hashes: Int32Array;
  readonly lists: Uint16Array;
}

/** Made when a text first has so many words in a row. */
let table: Table | undefined;

/**
 * The ten word lists of BIP-39 (https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki). A word that is in none of them
 * passes for one in a case out of two hundred thousand.
 */
export const seedWords: SeedWords = {
  listsWith(word) {
    const { hashes, lists } = (table ??= tableOf());
    return lists[placeOf(hashes, lists, hashOf(word.normalize('NFKD')))] ?? 0;
  },
};

function tableOf(): Table {
  const own = { hashes: new Int32Array(PLACES), lists: new Uint16Array(PLACES) };
  for (const [index, list] of LISTS.entries()) {
    for (const word of list) {
      const hash = hashOf(word);
      const place = placeOf(own.hashes, own.lists, hash);
      own.hashes[place] = hash;
      own.lists[place] = (own.lists[place] ?? 0) | (1 << index);
    }
  }
  return own;
}

/** The place of a hash, or the free one where it belongs. */
function placeOf(hashes: Int32Array, lists: Uint16Array, hash: number): number {
  let place = hash & MASK;
  while (lists[place] !== 0 && hashes[place] !== hash) place = (place + 1) & MASK;
  return place;
}

/** FNV-1a of a word, which is decomposed (NFKD), as the lists are. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash | 0;
}
