import { HASH_START, hashStep } from '../../../core/word-hash.ts';
import { IN_LOWER_CASE } from '../normalisation/ascii.ts';
import { readOddWord } from '../normalisation/odd-word.ts';
import { createTokenReader, IS_LETTERS, IS_ODD, type TextTokens } from '../normalisation/text-tokens.ts';
import { UNWEIGHED } from '../normalisation/word-memory.ts';
import { FOURTH, isIdeograph, letterGroups, MAX_WORD, mix, THIRD } from './attack-features.ts';

/** Weights and offsets of a text's tokens. Valid until the next text is weighed. */
export interface WeighedTokens {
  /** Prefix sums: the total weight of the first n tokens at index n. */
  readonly sums: Float64Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly tokens: number;
}

/** A feature that is no word: it counts with the first token that ends after `start`. */
export interface SignFeature {
  readonly feature: number;
  readonly start: number;
}

/** Weighs the tokens of texts. */
export interface TokenWeigher {
  /** `tokens` are those of the text, if already tokenised; `knowsWeights` says that they carry this table's word weights. */
  weigh(text: string, signs: readonly SignFeature[], tokens?: TextTokens, knowsWeights?: boolean): WeighedTokens;
  /** Weight of a lower-case word of letters a to z with its letter n-grams, in steps. */
  wordWeight(word: string): number;
}

/** Number of cached words with their weights; a power of two. */
const REMEMBERED = 2048;
/** Bytes of a cached word (a cache line of the processor), and offset of its letters in 16-bit units. */
const WORD_BYTES = 64;
const LETTERS_AT = 6;
/** Buffer size kept between texts, in tokens. */
const KEPT_TOKENS = 12_288;

/**
 * Sums the weights of the features of `scanFeatures` from a table of signed bytes, token by token. Equivalent to feeding a
 * `FeatureSink`, without a call per feature and with the weights of recent words cached. The table's size is a power of two;
 * `step` is the scale of its weights. `signs` are in order of place. Linear in the length of the text. Keeps buffers for up to
 * `mostKept` tokens.
 */
export function createTokenWeigher(table: Int8Array, step: number, mostKept = KEPT_TOKENS): TokenWeigher {
  const mask = table.length - 1;
  const letters = new Uint16Array(MAX_WORD + 2);
  // All fields of a cached word are adjacent: its hash, weight, number of letters, and letters.
  const known = new Int32Array(REMEMBERED * (WORD_BYTES / 4));
  const knownLetters = new Uint16Array(known.buffer);
  const odd = { end: 0, hash: 0, size: 0, isMixed: false, isBeyond: false };
  /** Where recent words with non-ASCII letters stood in the current text, by hash. */
  const seenStarts = new Int32Array(REMEMBERED);
  const seenEnds = new Int32Array(REMEMBERED);
  const seenWeights = new Int32Array(REMEMBERED);
  const readTokens = createTokenReader(undefined, mostKept);
  let kept = new Float64Array(KEPT_TOKENS + 1);
  let groupSum = 0;
  const sink = {
    feature(hash: number): void {
      groupSum += table[hash & mask] ?? 0;
    },
  };

  /** Weight of the word in `letters` with its letter n-grams; cached in a slot. */
  function weightOf(hash: number, size: number, place: number): number {
    groupSum = table[mix(hash, 1) & mask] ?? 0;
    letterGroups(letters, size, sink);
    const from = place * 2 + LETTERS_AT;
    for (let at = 0; at < size; at += 1) knownLetters[from + at] = letters[at + 1] ?? 0;
    known[place] = hash;
    known[place + 1] = groupSum;
    known[place + 2] = size;
    return groupSum;
  }

  /** The same for a word with other letters and digits, or its cached weight. */
  function oddWeight(text: string, start: number, folds: boolean): number {
    readOddWord(text, start, folds, odd, letters);
    const { hash, size } = odd;
    const place = placeOf(hash);
    if (known[place] === hash && known[place + 2] === size) {
      const from = place * 2 + LETTERS_AT;
      let at = 0;
      while (at < size && knownLetters[from + at] === letters[at + 1]) at += 1;
      if (at === size) return known[place + 1] ?? 0;
    }
    return weightOf(hash, size, place);
  }

  /** The same for a word of letters a to z, in either case. */
  function wordWeight(text: string, start: number, size: number, hash: number): number {
    const place = placeOf(hash);
    if (known[place] === hash && known[place + 2] === size) {
      const from = place * 2 + LETTERS_AT;
      let at = 0;
      while (at < size && knownLetters[from + at] === (text.charCodeAt(start + at) | IN_LOWER_CASE)) at += 1;
      if (at === size) return known[place + 1] ?? 0;
    }
    for (let at = 0; at < size; at += 1) letters[at + 1] = text.charCodeAt(start + at) | IN_LOWER_CASE;
    return weightOf(hash, size, place);
  }

  /** The same for a word that may have occurred in the text before. */
  function oddWeightAgain(text: string, start: number, end: number, hash: number, folds: boolean): number {
    const place = (hash ^ (hash >>> 15)) & (REMEMBERED - 1);
    const before = seenStarts[place] ?? 0;
    if ((seenEnds[place] ?? 0) - before === end - start) {
      let at = 0;
      while (start + at < end && text.charCodeAt(start + at) === text.charCodeAt(before + at)) at += 1;
      if (start + at === end) return seenWeights[place] ?? 0;
    }
    const weight = oddWeight(text, start, folds);
    seenStarts[place] = start;
    seenEnds[place] = end;
    seenWeights[place] = weight;
    return weight;
  }

  function weigh(given: string, signs: readonly SignFeature[], tokens = readTokens.read(given), knowsWeights = false): WeighedTokens {
    const { text, count, starts, ends, hashes, kinds, weights, folds } = tokens;
    const sums = count < kept.length ? kept : new Float64Array(count + 1);
    if (count <= mostKept) kept = sums;
    let hasSeen = false;
    let sum = 0;
    let previous = 0;
    let beforePrevious = 0;
    let next = 0;
    let sign = signs[next];
    sums[0] = 0;
    for (let token = 0; token < count; token += 1) {
      const word = hashes[token] ?? 0;
      const kind = kinds[token] ?? 0;
      const start = starts[token] ?? 0;
      const end = ends[token] ?? 0;
      const known = knowsWeights ? (weights[token] ?? UNWEIGHED) : UNWEIGHED;
      if (known !== UNWEIGHED) sum += known;
      else if ((kind & IS_LETTERS) !== 0 && end - start > 1) sum += wordWeight(text, start, end - start, word);
      else if ((kind & IS_ODD) !== 0) {
        // Offsets of an earlier text are invalid for this one.
        if (!hasSeen) seenEnds.fill(0);
        hasSeen = true;
        sum += oddWeightAgain(text, start, end, word, folds);
      } else sum += table[mix(word, 1) & mask] ?? 0;
      const pair = word ^ Math.imul(previous, 0x85ebca6b);
      if (previous !== 0) sum += table[mix(pair, 2) & mask] ?? 0;
      if (beforePrevious !== 0) {
        const far = Math.imul(beforePrevious, 0xc2b2ae35);
        sum += (table[mix(word ^ far, 3) & mask] ?? 0) + (table[mix(pair ^ far, 4) & mask] ?? 0);
        if (token > 2 && (kind & (IS_LETTERS | IS_ODD)) === 0 && isIdeograph(text.charCodeAt(start))) {
          const four = pair ^ far ^ Math.imul(hashes[token - 3] ?? 0, THIRD);
          sum += table[mix(four, 5) & mask] ?? 0;
          if (token > 3) sum += table[mix(four ^ Math.imul(hashes[token - 4] ?? 0, FOURTH), 6) & mask] ?? 0;
        }
      }
      beforePrevious = previous;
      previous = word;
      while (sign !== undefined && sign.start < end) {
        sum += table[sign.feature & mask] ?? 0;
        next += 1;
        sign = signs[next];
      }
      sums[token + 1] = sum * step;
    }
    return { sums, starts, ends, tokens: count };
  }

  return {
    weigh,
    wordWeight(word) {
      let hash = HASH_START;
      for (let at = 0; at < word.length; at += 1) {
        const letter = word.charCodeAt(at);
        letters[at + 1] = letter;
        hash = hashStep(hash, letter);
      }
      groupSum = table[mix(hash, 1) & mask] ?? 0;
      if (word.length > 1) letterGroups(letters, word.length, sink);
      return groupSum;
    },
  };
}

/** Cache slot of a word with this hash, in units of four bytes. */
function placeOf(hash: number): number {
  return ((hash ^ (hash >>> 15)) & (REMEMBERED - 1)) * (WORD_BYTES / 4);
}
