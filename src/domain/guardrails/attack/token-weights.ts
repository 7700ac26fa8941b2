import { IN_LOWER_CASE } from '../normalisation/ascii.ts';
import { readOddWord } from '../normalisation/odd-word.ts';
import { createTokenReader, IS_LETTERS, IS_ODD, type TextTokens } from '../normalisation/text-tokens.ts';
import { UNWEIGHED } from '../normalisation/word-memory.ts';
import { FOURTH, isIdeograph, letterGroups, MAX_WORD, mix, THIRD, WORD_START } from './attack-features.ts';

/** What a text's tokens weigh and where they stand. Holds until the next text is weighed. */
export interface WeighedTokens {
  /** What the first n tokens weigh, at n. */
  readonly sums: Float64Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly tokens: number;
}

/** A feature beside those of the words: it counts with the first token that ends behind `start`. */
export interface SignFeature {
  readonly feature: number;
  readonly start: number;
}

/** Weighs texts. */
export interface TokenWeigher {
  /** `tokens` are those of the text, where it was taken apart before; `knowsWeights` says that they have what words weigh in this table. */
  weigh(text: string, signs: readonly SignFeature[], tokens?: TextTokens, knowsWeights?: boolean): WeighedTokens;
  /** What a word of the letters from a to z, in lower case, weighs by itself and by its letter groups, in steps. */
  wordWeight(word: string): number;
}

/** Words that are remembered with what they weigh by themselves and by their letter groups; a power of two. */
const REMEMBERED = 2048;
/** Each takes so much, which is what a processor fetches at once, and its letters begin behind so many units of two. */
const WORD_BYTES = 64;
const LETTERS_AT = 6;
/** Room that is kept from text to text, in tokens. */
const KEPT_TOKENS = 12_288;

/**
 * Sums what the features of `scanFeatures` weigh in a table of signed bytes, token by token: the same features, without
 * handing over each of them, and with what the last words weigh by themselves remembered. One weight of the table, whose
 * size is a power of two, is `step`. `signs` are in order of place. Linear in the length of the text. Room that was made for
 * so many tokens is kept.
 */
export function createTokenWeigher(table: Int8Array, step: number, mostKept = KEPT_TOKENS): TokenWeigher {
  const mask = table.length - 1;
  const letters = new Uint16Array(MAX_WORD + 2);
  // All that is known of a word lies together: its hash, what it weighs, how many letters it has, and these.
  const known = new Int32Array(REMEMBERED * (WORD_BYTES / 4));
  const knownLetters = new Uint16Array(known.buffer);
  const odd = { end: 0, hash: 0, size: 0, isMixed: false, isBeyond: false };
  /** Where the last words with other letters stood in the text that is being weighed, by their hash. */
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

  /** What the word in `letters` and its letter groups weigh; remembered at a place. */
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

  /** The same of a word with other letters and digits, or what was found before. */
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

  /** The same of a word of the letters from a to z, in either case. */
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

  /** The same of one that may have stood in the text before. */
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
        // Places in another text say nothing of this one.
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
      let hash = WORD_START;
      for (let at = 0; at < word.length; at += 1) {
        const letter = word.charCodeAt(at);
        letters[at + 1] = letter;
        hash = Math.imul(hash ^ letter, 0x01000193);
      }
      groupSum = table[mix(hash, 1) & mask] ?? 0;
      if (word.length > 1) letterGroups(letters, word.length, sink);
      return groupSum;
    },
  };
}

/** Where a word with this hash is remembered, in steps of four bytes. */
function placeOf(hash: number): number {
  return ((hash ^ (hash >>> 15)) & (REMEMBERED - 1)) * (WORD_BYTES / 4);
}
