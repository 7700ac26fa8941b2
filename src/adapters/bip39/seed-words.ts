import { wordHash } from '../../core/word-hash.ts';
import type { SeedWords } from '../../ports/seed-words.ts';
import { WORD_HASHES } from './word-hashes.ts';

/** Words of a list. */
const WORDS = 2048;
/** Places of a table of the words of ten lists; open addressing. */
const PLACES = 65_536;
const MASK = PLACES - 1;

/** Hashes of the words, decomposed as in the lists (NFKD), and the lists that have them, one bit each. */
interface Table {
  readonly hashes: Int32Array;
  readonly lists: Uint16Array;
}

/** Made when a text first has so many words in a row. */
let table: Table | undefined;

/**
 * The ten word lists of BIP-39 (https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki), by their hashes: the lists
 * themselves take up seven megabytes of memory. A word that is in none of them passes for one in a case out of two hundred thousand.
 */
export const seedWords: SeedWords = {
  listsWith(word) {
    const { hashes, lists } = (table ??= tableOf());
    return lists[placeOf(hashes, lists, wordHash(word.normalize('NFKD')))] ?? 0;
  },
};

function tableOf(): Table {
  const stored = atob(WORD_HASHES);
  const own = { hashes: new Int32Array(PLACES), lists: new Uint16Array(PLACES) };
  for (let at = 0; at < stored.length; at += 4) {
    let hash = 0;
    for (let byte = 3; byte >= 0; byte -= 1) hash = (hash << 8) | stored.charCodeAt(at + byte);
    const place = placeOf(own.hashes, own.lists, hash);
    own.hashes[place] = hash;
    own.lists[place] = (own.lists[place] ?? 0) | (1 << Math.trunc(at / 4 / WORDS));
  }
  return own;
}

/** The place of a hash, or the free one where it belongs. */
function placeOf(hashes: Int32Array, lists: Uint16Array, hash: number): number {
  let place = hash & MASK;
  while (lists[place] !== 0 && hashes[place] !== hash) place = (place + 1) & MASK;
  return place;
}
