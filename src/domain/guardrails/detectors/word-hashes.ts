import { HASH_PRIME, HASH_START, hashStep } from '../../../core/word-hash.ts';
import { CLASSES, LETTER, MARK, NUMBER } from '../normalisation/character-classes.ts';

/** The words of a text in order: a hash for each, ignoring case, and its offsets. */
export interface Words {
  readonly hashes: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const WORD = LETTER | NUMBER | MARK;
/** ASCII letters and digits in lower case; 0 for the rest. */
const ASCII = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (code >= 65 && code <= 90) return code + 32;
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? code : 0;
});

/** A set of shingles of a given number of words, with hashes as `shingleOf` computes them. */
export interface Shingles {
  readonly length: number;
  has(shingle: number): boolean;
}

/** Hash of the shingle that begins at word `from`. */
export function shingleOf(hashes: readonly number[], from: number, length: number): number {
  let shingle = length;
  for (let word = from; word < from + length; word += 1) shingle = Math.imul(shingle, HASH_PRIME) ^ (hashes[word] ?? 0);
  return shingle;
}

/** A set of shingles with a fast negative answer for the many that are not in it. */
export function createShingles(hashes: readonly number[], length: number): Shingles {
  const all = new Set<number>();
  const bits = new Uint32Array(2048);
  for (let index = 0; index + length <= hashes.length; index += 1) {
    const shingle = shingleOf(hashes, index, length);
    all.add(shingle);
    const bit = (shingle ^ (shingle >>> 16)) & 0xffff;
    bits[bit >> 5] = (bits[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  return {
    length,
    has(shingle) {
      const bit = (shingle ^ (shingle >>> 16)) & 0xffff;
      return ((bits[bit >> 5] ?? 0) & (1 << (bit & 31))) !== 0 && all.has(shingle);
    },
  };
}

/** Number of shingles of a text that are in a set, in one pass over the text. */
export function countShingles(text: string, shingles: Shingles): number {
  const { length: size } = shingles;
  /** Ring buffer of the last words. */
  const recent = new Int32Array(size);
  let [words, hash, place, hits] = [0, HASH_START, 0, 0];
  for (let index = 0; index <= text.length; index += 1) {
    const raw = text.charCodeAt(index);
    const code = raw < 0x80 ? (ASCII[raw] ?? 0) : foldedCode(raw);
    if (code !== 0) {
      hash = hashStep(hash, code);
      continue;
    }
    // A word that hashes to the seed is not told from no word; missing it only loses a match.
    if (hash === HASH_START) continue;
    recent[place] = hash;
    place = place + 1 === size ? 0 : place + 1;
    words += 1;
    hash = HASH_START;
    if (words < size) continue;
    let shingle = size;
    for (let word = place; word < size; word += 1) shingle = Math.imul(shingle, HASH_PRIME) ^ (recent[word] ?? 0);
    for (let word = 0; word < place; word += 1) shingle = Math.imul(shingle, HASH_PRIME) ^ (recent[word] ?? 0);
    if (shingles.has(shingle)) hits += 1;
  }
  return hits;
}

/** Reads the words of a text: runs of letters and digits. Linear in its length. */
export function wordsOf(text: string): Words {
  const hashes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let [hash, start] = [HASH_START, -1];
  for (let index = 0; index <= text.length; index += 1) {
    const code = foldedCode(text.charCodeAt(index));
    if (code === 0) {
      if (start >= 0) {
        hashes.push(hash);
        starts.push(start);
        ends.push(index);
      }
      [hash, start] = [HASH_START, -1];
      continue;
    }
    if (start < 0) start = index;
    hash = hashStep(hash, code);
  }
  return { hashes, starts, ends };
}

/** A letter or digit in lower case; 0 for anything else. */
function foldedCode(code: number): number {
  if (code < 0x80) return ASCII[code] ?? 0;
  if (Number.isNaN(code)) return 0;
  if (code >= 0xd800 && code <= 0xdfff) return code;
  return ((CLASSES[code] ?? 0) & WORD) === 0 ? 0 : String.fromCharCode(code).toLowerCase().charCodeAt(0);
}
