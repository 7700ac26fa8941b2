import { DIGIT, isIdeograph, isLetterOrDigit, letterGroups, LONG_WORD, MAX_WORD, mix, NEW_LINE, WORD_START } from './attack-features.ts';

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

/** Words whose letter groups are remembered with what they weigh; a power of two. */
const REMEMBERED = 4096;
/** Room that is kept from text to text, in tokens. */
const KEPT_TOKENS = 12_288;

/**
 * Sums what the features of `scanFeatures` weigh in a table of signed bytes, token by token: the same features, without
 * handing over each of them, and with the letter groups of the last words remembered. One weight of the table, whose size is
 * a power of two, is `step`. `signs` are in order of place. Linear in the length of the text.
 */
export function createTokenWeigher(table: Int8Array, step: number): (text: string, signs: readonly SignFeature[]) => WeighedTokens {
  const mask = table.length - 1;
  const letters = new Uint16Array(MAX_WORD + 2);
  const knownHashes = new Int32Array(REMEMBERED);
  const knownSizes = new Uint8Array(REMEMBERED);
  const knownSums = new Int32Array(REMEMBERED);
  const knownLetters = new Uint16Array(REMEMBERED * MAX_WORD);
  const room = roomFor(KEPT_TOKENS);
  let groupSum = 0;
  const sink = {
    feature(hash: number): void {
      groupSum += table[hash & mask] ?? 0;
    },
  };

  /** What the letter groups of the word in `letters` weigh. */
  function groupsOf(hash: number, size: number): number {
    const place = (hash ^ (hash >>> 15)) & (REMEMBERED - 1);
    const from = place * MAX_WORD;
    if (knownHashes[place] === hash && knownSizes[place] === size) {
      let at = 0;
      while (at < size && knownLetters[from + at] === letters[at + 1]) at += 1;
      if (at === size) return knownSums[place] ?? 0;
    }
    groupSum = 0;
    letterGroups(letters, size, sink);
    knownHashes[place] = hash;
    knownSizes[place] = size;
    knownSums[place] = groupSum;
    for (let at = 0; at < size; at += 1) knownLetters[from + at] = letters[at + 1] ?? 0;
    return groupSum;
  }

  return (text, signs) => {
    const { length } = text;
    // Most texts have a token for every four characters or fewer.
    let { sums, starts, ends } = length >> 2 < KEPT_TOKENS ? room : roomFor(length >> 2);
    let capacity = starts.length;
    let sum = 0;
    let tokens = 0;
    let previous = 0;
    let beforePrevious = 0;
    let next = 0;
    let index = 0;
    sums[0] = 0;
    while (index < length) {
      const code = text.charCodeAt(index);
      if (code === 32 || code === 9 || code === 13) {
        index += 1;
        continue;
      }
      const start = index;
      let word = WORD_START;
      if (isLetterOrDigit(code)) {
        let size = 0;
        let last = 0;
        while (index < length) {
          let letter = text.charCodeAt(index);
          if (letter < 97 || letter > 122) {
            if (!isLetterOrDigit(letter)) break;
            if (letter <= 57) letter = DIGIT;
            else if (index > start && isIdeograph(letter)) break;
          }
          if (letter !== DIGIT || last !== DIGIT) {
            word = Math.imul(word ^ letter, 0x01000193);
            if (size < MAX_WORD) letters[size + 1] = letter;
            size += 1;
          }
          last = letter;
          index += 1;
          if (letter >= 0x80 && isIdeograph(letter)) break;
        }
        if (size > MAX_WORD) word = LONG_WORD;
        else if (size >= 2) sum += groupsOf(word, size);
      } else {
        index += 1;
        if (code === 10) {
          while (index < length && text.charCodeAt(index) === 10) index += 1;
          word = NEW_LINE;
        } else {
          word = Math.imul(word ^ code, 0x01000193);
          while (index < length && text.charCodeAt(index) === code) index += 1;
        }
      }
      sum += table[mix(word, 1) & mask] ?? 0;
      const pair = word ^ Math.imul(previous, 0x85ebca6b);
      if (previous !== 0) sum += table[mix(pair, 2) & mask] ?? 0;
      if (beforePrevious !== 0) {
        const far = Math.imul(beforePrevious, 0xc2b2ae35);
        sum += (table[mix(word ^ far, 3) & mask] ?? 0) + (table[mix(pair ^ far, 4) & mask] ?? 0);
      }
      beforePrevious = previous;
      previous = word;
      for (let sign = signs[next]; sign !== undefined && sign.start < index; sign = signs[next]) {
        sum += table[sign.feature & mask] ?? 0;
        next += 1;
      }
      if (tokens === capacity) {
        capacity *= 2;
        ({ sums, starts, ends } = widened({ sums, starts, ends }, capacity));
      }
      starts[tokens] = start;
      ends[tokens] = index;
      tokens += 1;
      sums[tokens] = sum * step;
    }
    return { sums, starts, ends, tokens };
  };
}

type Room = Omit<WeighedTokens, 'tokens'>;

function roomFor(tokens: number): Room {
  return { sums: new Float64Array(tokens + 1), starts: new Int32Array(tokens), ends: new Int32Array(tokens) };
}

function widened({ sums, starts, ends }: Room, tokens: number): Room {
  const wider = roomFor(tokens);
  wider.sums.set(sums);
  wider.starts.set(starts);
  wider.ends.set(ends);
  return wider;
}
