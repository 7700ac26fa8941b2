import { HASH_START, hashStep } from '../../../core/word-hash.ts';
import { createTokenReader, ENDS_SENTENCE, IS_BEYOND, IS_PLAIN, IS_WORD, type TextTokens } from '../normalisation/text-tokens.ts';
import { UNWEIGHED } from '../normalisation/word-memory.ts';
import { fold, foldOnce, isWordAt, MAX_WORD, spreadWord } from './injection-tokens.ts';
import { isUnparted, type Vocabulary } from './vocabulary.ts';

/** The words of a text as vocabulary numbers. The arrays are longer than `count` and valid until the next text is read. */
export interface NumberedWords {
  readonly count: number;
  readonly numbers: Uint16Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Incremented at every end of a sentence. */
  readonly sentences: Int32Array;
}

/** Classes of ASCII characters: separator, letter or digit, or apostrophe; and one for all others. */
const IS_NOTHING = 0;
const IS_LETTER = 1;
const IS_APOSTROPHE = 3;
const IS_OTHER = 4;
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/.test(character)) return IS_LETTER;
  return character === "'" ? IS_APOSTROPHE : IS_NOTHING;
});

type Room = Omit<NumberedWords, 'count'>;

/** Buffer size kept between texts, in words. */
const KEPT_WORDS = 12_288;

/** Reads the words of a text; `tokens` are its tokens, if it was tokenised before. */
export type WordReader = (text: string, tokens?: TextTokens) => NumberedWords;

/**
 * Looks up the words of a normalised text in a vocabulary, with diacritics and lookalike letters folded. Linear in the text's
 * length. Chinese and Japanese, which have no spaces, are segmented by the vocabulary. Keeps buffers for up to `mostKept` words.
 */
export function createWordReader(vocabulary: Vocabulary, mostKept = KEPT_WORDS): WordReader {
  const readTokens = createTokenReader(undefined, mostKept);
  let kept = roomFor(KEPT_WORDS);
  const found = { end: 0, number: NO_WORD };
  let folded: Map<string, string> | undefined;
  /** Offsets and numbers of recent non-ASCII words of the current text, by hash. */
  const seenStarts = new Int32Array(REMEMBERED);
  const seenEnds = new Int32Array(REMEMBERED);
  const seenNumbers = new Uint16Array(REMEMBERED);

  /** Number of a non-ASCII word that may have occurred in the text before. */
  function numberAgain(text: string, start: number, end: number, hash: number): number {
    if (folded === undefined) {
      folded = new Map<string, string>();
      // Offsets of an earlier text are invalid for this one.
      seenEnds.fill(0);
    }
    const place = (hash ^ (hash >>> 15)) & (REMEMBERED - 1);
    const before = seenStarts[place] ?? 0;
    if ((seenEnds[place] ?? 0) - before === end - start) {
      let at = 0;
      while (start + at < end && text.charCodeAt(start + at) === text.charCodeAt(before + at)) at += 1;
      if (start + at === end) return seenNumbers[place] ?? 0;
    }
    const number = vocabulary.numberOf(foldOnce(text.slice(start, end), folded));
    seenStarts[place] = start;
    seenEnds[place] = end;
    seenNumbers[place] = number;
    return number;
  }

  /** Reads the word at an index of a normalised text, if there is one. */
  function readWord(text: string, start: number): void {
    found.number = NO_WORD;
    found.end = start + 1;
    if (!isWordAt(text, start)) return;
    if (isUnparted(text.charCodeAt(start))) {
      readUnparted(text, start);
      return;
    }
    let hash = HASH_START;
    let isPlain = true;
    let index = start;
    for (let letter = text.charCodeAt(index); ; letter = text.charCodeAt(index)) {
      const own = letter < 0x80 ? (KINDS[letter] ?? 0) : IS_OTHER;
      if (own !== IS_LETTER) {
        if (own === IS_NOTHING || !isWordAt(text, index) || isUnparted(letter)) break;
        if (own === IS_OTHER) isPlain = false;
      }
      hash = hashStep(hash, letter);
      index += 1;
    }
    const spread = index - start === 1 && text.charCodeAt(index) === SPACE ? spreadWord(text, start) : undefined;
    found.end = spread?.end ?? index;
    if (spread !== undefined) found.number = vocabulary.numberOf(fold(spread.word));
    else if (index - start > MAX_WORD) found.number = 0;
    else if (isPlain) found.number = vocabulary.find(hash, text, start, index);
    else found.number = numberAgain(text, start, index, hash);
  }

  /** Reads a known word in Chinese characters or kana, or everything up to the next one as an unknown word. */
  function readUnparted(text: string, start: number): void {
    found.number = vocabulary.beginningAt(text, start);
    found.end = start + Math.max(1, vocabulary.lengthOf(found.number));
    if (found.number !== 0) return;
    while (found.end - start < MAX_WORD && isUnparted(text.charCodeAt(found.end)) && vocabulary.beginningAt(text, found.end) === 0)
      found.end += 1;
  }

  /** The same for an all-ASCII text, in either case. */
  function readAsciiWord(text: string, start: number): void {
    let hash = HASH_START;
    let index = start;
    for (; index < text.length; index += 1) {
      const letter = LOWER[text.charCodeAt(index)] ?? 0;
      if (letter === 0 || (letter === APOSTROPHE && !isBetweenLetters(text, index))) break;
      hash = hashStep(hash, letter);
    }
    const size = index - start;
    found.number = size === 0 ? NO_WORD : size > MAX_WORD ? 0 : vocabulary.find(hash, text, start, index);
    found.end = Math.max(index, start + 1);
  }

  return (given, taken) => {
    // Spaced-out words are read in lower case, which does not change the tokens.
    const tokens =
      taken === undefined
        ? readTokens.read(given)
        : taken.folds && taken.apart >= LEAST_SPREAD
          ? { ...taken, text: taken.text.toLowerCase(), folds: false }
          : taken;
    const { text, folds, count: all, kinds, hashes, starts: begins, ends: stops, turned, weights, numbers: known } = tokens;
    const isKnown = turned !== undefined;
    // A non-ASCII sign may contain a word; unused buffer pages cost next to nothing.
    let capacity = Math.max(kept.starts.length, tokens.folds ? tokens.words : tokens.count);
    let room = capacity > kept.starts.length ? roomFor(capacity) : kept;
    if (capacity <= mostKept) kept = room;
    let { numbers, starts, ends, sentences } = room;
    let count = 0;
    let sentence = 0;
    let index = 0;
    folded = undefined;
    for (let token = 0; token < all; token += 1) {
      const kind = kinds[token] ?? 0;
      if ((kind & ENDS_SENTENCE) !== 0) sentence += 1;
      if ((kind & (IS_WORD | IS_BEYOND)) === 0) continue;
      const begin = begins[token] ?? 0;
      const stop = stops[token] ?? 0;
      const isWhole = (kind & IS_PLAIN) !== 0 && begin >= index && (folds || stop - begin > 1 || text.charCodeAt(stop) !== SPACE);
      if (begin > index) index = begin;
      while (index < stop) {
        let number: number;
        let end: number;
        if (isWhole) {
          number = isKnown && weights[token] !== UNWEIGHED ? (known[token] ?? 0) : vocabulary.find(hashes[token] ?? 0, text, begin, stop);
          end = stop;
        } else {
          if (folds) readAsciiWord(text, index);
          else readWord(text, index);
          ({ number, end } = found);
        }
        if (number !== NO_WORD) {
          if (count === capacity) {
            capacity *= 2;
            room = widened(room, capacity);
            ({ numbers, starts, ends, sentences } = room);
          }
          numbers[count] = number;
          starts[count] = index;
          ends[count] = end;
          sentences[count] = sentence;
          count += 1;
        }
        index = end;
      }
    }
    return { count, numbers, starts, ends, sentences };
  };
}

const NO_WORD = -1;
/** Number of non-ASCII words cached with their offsets; a power of two. */
const REMEMBERED = 1024;
/** Minimum number of letters of a spaced-out word. */
const LEAST_SPREAD = 3;
const SPACE = 32;
const APOSTROPHE = 39;
/** Lower-case letters, digits and apostrophes; 0 for other ASCII. */
const LOWER = Uint8Array.from({ length: 0x80 }, (_, code) => (/[A-Za-z0-9']/.test(String.fromCharCode(code)) ? code | 32 : 0));

function isBetweenLetters(text: string, index: number): boolean {
  return (LOWER[text.charCodeAt(index - 1)] ?? 0) >= 97 && (LOWER[text.charCodeAt(index + 1)] ?? 0) >= 97;
}

function roomFor(words: number): Room {
  return { numbers: new Uint16Array(words), starts: new Int32Array(words), ends: new Int32Array(words), sentences: new Int32Array(words) };
}

function widened({ numbers, starts, ends, sentences }: Room, words: number): Room {
  const wider = roomFor(words);
  wider.numbers.set(numbers);
  wider.starts.set(starts);
  wider.ends.set(ends);
  wider.sentences.set(sentences);
  return wider;
}
