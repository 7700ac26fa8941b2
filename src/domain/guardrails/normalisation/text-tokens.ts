import { HASH_START, hashStep } from '../../../core/word-hash.ts';
import { DIGIT, isIdeograph, isLetterOrDigit, LONG_WORD, MAX_WORD, NEW_LINE } from '../attack/attack-features.ts';
import { countsOf, MAX_SAMPLE, noteTurns, noteRuns, type CommonWords, type SeenWords } from './common-words.ts';
import { readOddWord, type OddWord } from './odd-word.ts';
import { FIVE_LETTERS, LETTER_BITS, MOST_REMEMBERED, SIX_LETTERS, UNWEIGHED, type WordMemory } from './word-memory.ts';

/**
 * A tokenised text, shared by all checks that read it token by token: words, rows of one sign, rows of line breaks, as
 * `scanFeatures` defines them. The arrays are longer than `count` and valid until the next text is read.
 */
export interface TextTokens {
  readonly text: string;
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Hash of the token's characters (FNV-1a over UTF-16 code units), with a row of digits or of one sign counted as one. */
  readonly hashes: Int32Array;
  /** The bits below. */
  readonly kinds: Uint8Array;
  /** The text is as written and all ASCII, so capitals must be read as lower case. */
  readonly folds: boolean;
  /** Length of the longest stretch of possible letters separated by one character each. */
  readonly apart: number;
  /** Some digits that resemble letters stand between letters. */
  readonly isMixed: boolean;
  /** How many of the tokens are words, of the characters spaces, and of the tokens rows of line breaks. */
  readonly words: number;
  readonly spaces: number;
  readonly breaks: number;
  /**
   * If the reader has a word memory: the weight of each token as a word by itself and its number in the vocabulary; otherwise
   * `UNWEIGHED` and 0.
   */
  readonly weights: Int16Array;
  readonly numbers: Uint16Array;
  /** `weights` are those for data, not those for user text. */
  readonly isData: boolean;
  /** If it has one: counts of the common words in ROT13 and reversed in the first characters. */
  readonly turned: Omit<CommonWords, 'plain'> | undefined;
  /** Upper bound of the stretches of up to 32 characters with words that contain other letters, digits or joining signs. */
  readonly odd: number;
}

/** A word: letters and digits of any script. */
export const IS_WORD = 1;
/** A word of at most `MAX_WORD` letters, all a to z. */
export const IS_LETTERS = 2;
/** Such a word, not followed by an apostrophe or a non-ASCII character. */
export const IS_PLAIN = 4;
/** A word with other characters, whose letter n-grams count. */
export const IS_ODD = 8;
/** Signs that end a sentence. */
export const ENDS_SENTENCE = 16;
/** Non-ASCII signs. */
export const IS_BEYOND = 32;

/** Character classes. A letter's class is its lower-case code; digits are `DIGIT`, which is above the other classes. */
const OTHER = 0;
const BLANK = 1;
const LINE_END = 2;
const APOSTROPHE = 3;
const STOP = 4;
const JOIN = 5;
const CAPITAL = 6;
const BEYOND = 7;
const LETTER_A = 97;
const AS_WRITTEN = classes(false);
const FOLDED = classes(true);

function classes(folds: boolean): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    if (/[a-z]/.test(character)) return code;
    if (/[A-Z]/.test(character)) return folds ? code + 32 : CAPITAL;
    if (/\d/.test(character)) return DIGIT;
    if (' \t\r'.includes(character)) return BLANK;
    if (character === '\n') return LINE_END;
    if (character === "'") return APOSTROPHE;
    if ('@$|'.includes(character)) return JOIN;
    return '.!?'.includes(character) ? STOP : OTHER;
  });
}

type Room = Pick<TextTokens, 'starts' | 'ends' | 'hashes' | 'kinds' | 'weights' | 'numbers'>;

/** Low bits that distinguish the letters. */
const LAST_BITS = 31;
/** Buffer size kept between texts, in tokens. */
const KEPT_TOKENS = 12_288;

/** Tokenises texts. Both methods are linear in the length of the text. */
export interface TokenReader {
  /** Reads a normalised text; `isData` selects the weights for data. */
  read(text: string, isData?: boolean): TextTokens;
  /** Reads an all-ASCII text as written; undefined for any other. */
  readAscii(text: string, isData?: boolean): TextTokens | undefined;
}

/** A token reader that keeps buffers for up to `mostKept` tokens. With `memory` it also looks up every short word. */
export function createTokenReader(memory?: WordMemory, mostKept = KEPT_TOKENS): TokenReader {
  const roomFor = memory === undefined ? plainRoom : wideRoom;
  let kept = roomFor(KEPT_TOKENS);

  function roomOf(length: number): Room {
    // Most texts have at most one token per four characters, and unused buffer pages cost next to nothing.
    if (length >> 2 < KEPT_TOKENS || length <= kept.starts.length) return kept;
    if (length > mostKept) return roomFor(length);
    kept = roomFor(length);
    return kept;
  }

  const word: OddWord = { end: 0, hash: 0, size: 0, isMixed: false, isBeyond: false };

  function readWith(text: string, folds: boolean, isData: boolean): TextTokens | undefined {
    const table = folds ? FOLDED : AS_WRITTEN;
    const { length } = text;
    let { starts, ends, hashes, kinds, weights, numbers } = roomOf(length);
    let capacity = starts.length;
    let count = 0;
    let words = 0;
    let spaces = 0;
    let breaks = 0;
    let odd = 0;
    let isMixed = false;
    let seen: SeenWords | undefined;
    let apart = 0;
    let row = 0;
    let lastEnd = -2;
    let index = 0;
    while (index < length) {
      const code = text.charCodeAt(index);
      let own = code < 128 ? (table[code] ?? 0) : BEYOND;
      if (own === BLANK) {
        index += 1;
        spaces += 1;
        continue;
      }
      if (own === BEYOND && folds) return undefined;
      const start = index;
      let hash = HASH_START;
      let kind = 0;
      // The last letters of a word, packed, and those before.
      let low = 0;
      let high = 0;
      let isBeyond = own === BEYOND;
      if (own >= DIGIT || own === CAPITAL || (own === BEYOND && isLetterOrDigit(code))) {
        const isNumber = own === DIGIT;
        let isOdd = own < DIGIT;
        if (isNumber) {
          do {
            index += 1;
            own = classAt(text, index, table);
          } while (own === DIGIT);
          hash = hashStep(hash, DIGIT);
          isOdd = own > JOIN;
        } else if (!isOdd) {
          do {
            hash = hashStep(hash, own);
            high = ((high << LETTER_BITS) | (low >>> FIVE_LETTERS)) & SIX_LETTERS;
            low = ((low << LETTER_BITS) | (own & LAST_BITS)) & SIX_LETTERS;
            index += 1;
            own = classAt(text, index, table);
          } while (own >= LETTER_A);
          isOdd = own === BEYOND ? goesOn(text.charCodeAt(index)) : own > JOIN;
        }
        if (isOdd && own === BEYOND && endsWord(text, start, index)) {
          // A non-ASCII character, or digits before one.
          if (!isNumber) hash = hashStep(hash, code);
          index = Math.max(index, start + 1);
          odd += 1 + ((index - start + 30) >> 5);
          kind = IS_WORD;
          isBeyond = !isNumber;
        } else if (isOdd) {
          readOddWord(text, start, folds, word);
          hash = word.size > MAX_WORD ? LONG_WORD : word.hash;
          kind = word.size > 1 && word.size <= MAX_WORD ? IS_WORD | IS_ODD : IS_WORD;
          if (word.isMixed) isMixed = true;
          isBeyond = word.isBeyond;
          odd += 1 + ((word.end - start + 30) >> 5);
          index = word.end;
        } else if (isNumber) kind = IS_WORD;
        else if (index - start > MAX_WORD) {
          hash = LONG_WORD;
          kind = IS_WORD;
        } else kind = own === APOSTROPHE || own === BEYOND ? IS_WORD | IS_LETTERS : IS_WORD | IS_LETTERS | IS_PLAIN;
      } else {
        do index += 1;
        while (index < length && text.charCodeAt(index) === code);
        if (own === LINE_END) {
          hash = NEW_LINE;
          breaks += 1;
          kind = index - start > 1 ? ENDS_SENTENCE : 0;
        } else {
          hash = hashStep(hash, code);
          kind = own === STOP ? ENDS_SENTENCE : own === BEYOND ? IS_BEYOND : 0;
          if (own >= JOIN) odd += 1 + ((index - start + 30) >> 5);
        }
      }
      // A single character, or a non-ASCII one that may end in a letter standing alone, such as one after a mark.
      const mayStandAlone = index - start === 1 || isBeyond;
      if (mayStandAlone && (kind & (IS_WORD | IS_BEYOND)) !== 0) {
        row = start - lastEnd === 1 ? row + 1 : 1;
        lastEnd = index;
        if (row > apart) apart = row;
      }
      if (count === capacity) {
        capacity *= 2;
        ({ starts, ends, hashes, kinds, weights, numbers } = widened({ starts, ends, hashes, kinds, weights, numbers }, roomFor(capacity)));
      }
      if ((kind & IS_WORD) !== 0) words += 1;
      if (memory !== undefined) {
        let weight = UNWEIGHED;
        let number = 0;
        if ((kind & IS_LETTERS) !== 0 && index - start <= MOST_REMEMBERED) {
          const place = memory.find(hash, low, high, text, start, index);
          const facts = memory.factsAt(place);
          weight = memory.weightAt(place, isData, text, start, index);
          number = facts & 0xffff;
          if (facts > 0xffff && start < MAX_SAMPLE)
            seen = index > MAX_SAMPLE ? noteRuns(text, start, MAX_SAMPLE, seen) : noteTurns((facts >> 16) & 0xff, facts >> 24, seen);
        } else if ((kind & IS_WORD) !== 0 && start < MAX_SAMPLE) seen = noteRuns(text, start, Math.min(index, MAX_SAMPLE), seen);
        weights[count] = weight;
        numbers[count] = number;
      }
      starts[count] = start;
      ends[count] = index;
      hashes[count] = hash;
      kinds[count] = kind;
      count += 1;
    }
    const turned = memory === undefined ? undefined : countsOf(seen);
    return {
      text,
      count,
      starts,
      ends,
      hashes,
      kinds,
      weights,
      numbers,
      isData,
      turned,
      folds,
      apart,
      isMixed,
      words,
      spaces,
      breaks,
      odd,
    };
  }

  const nothing = { count: 0, ...kept, turned: undefined, folds: false, apart: 0, isMixed: false, words: 0, spaces: 0, breaks: 0, odd: 0 };
  return {
    read: (text, isData = false) => readWith(text, false, isData) ?? { text, isData, ...nothing },
    readAscii: (text, isData = false) => readWith(text, true, isData),
  };
}

function classAt(text: string, index: number, table: Uint8Array): number {
  if (index >= text.length) return BLANK;
  const code = text.charCodeAt(index);
  return code < 128 ? (table[code] ?? 0) : BEYOND;
}

/** Whether the word that is just the character at `start`, or the digits up to `index`, ends there. */
function endsWord(text: string, start: number, index: number): boolean {
  if (index > start) return !goesOn(text.charCodeAt(index));
  return isIdeograph(text.charCodeAt(start)) || start + 1 >= text.length || !goesOn(text.charCodeAt(start + 1));
}

/** Whether a non-ASCII character continues a word of letters. */
function goesOn(code: number): boolean {
  return isLetterOrDigit(code) && !isIdeograph(code);
}

function plainRoom(tokens: number): Room {
  return {
    starts: new Int32Array(tokens),
    ends: new Int32Array(tokens),
    hashes: new Int32Array(tokens),
    kinds: new Uint8Array(tokens),
    weights: NO_WEIGHTS,
    numbers: NO_NUMBERS,
  };
}

function wideRoom(tokens: number): Room {
  return { ...plainRoom(tokens), weights: new Int16Array(tokens), numbers: new Uint16Array(tokens) };
}

const NO_WEIGHTS = new Int16Array(0);
const NO_NUMBERS = new Uint16Array(0);

function widened({ starts, ends, hashes, kinds, weights, numbers }: Room, wider: Room): Room {
  wider.starts.set(starts);
  wider.ends.set(ends);
  wider.hashes.set(hashes);
  wider.kinds.set(kinds);
  wider.weights.set(weights);
  wider.numbers.set(numbers);
  return wider;
}
