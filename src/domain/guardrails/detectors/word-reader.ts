import { createTokenReader, ENDS_SENTENCE, IS_BEYOND, IS_PLAIN, IS_WORD, type TextTokens } from '../normalisation/text-tokens.ts';
import { UNWEIGHED } from '../normalisation/word-memory.ts';
import { fold, foldOnce, isWordAt, MAX_WORD, spreadWord } from './injection-tokens.ts';
import { HASH_START, hashStep, isUnparted, type Vocabulary } from './vocabulary.ts';

/** The words of a text as numbers of a vocabulary. The arrays are longer than `count`, and hold until the next text is read. */
export interface NumberedWords {
  readonly count: number;
  readonly numbers: Uint16Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Counts up at every sentence end. */
  readonly sentences: Int32Array;
}

/** What an ASCII character can be: nothing but a gap, a letter or digit, or an apostrophe; and everything beyond. */
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

/** Room that is kept from text to text, in words. */
const KEPT_WORDS = 12_288;

/** Reads the words of a text; `tokens` are those of the text, where it was taken apart before. */
export type WordReader = (text: string, tokens?: TextTokens) => NumberedWords;

/**
 * Looks up the words of a normalised text in a vocabulary, with accents and look-alike letters folded. Linear in the text's
 * length. Chinese and Japanese, which have no spaces, are segmented by the words of the vocabulary. Buffers for up to `mostKept`
 * words are reused for the next text.
 */
export function createWordReader(vocabulary: Vocabulary, mostKept = KEPT_WORDS): WordReader {
  const readTokens = createTokenReader(undefined, mostKept);
  let kept = roomFor(KEPT_WORDS);
  const found = { end: 0, number: NO_WORD };
  let folded: Map<string, string> | undefined;
  /** Where the last words beyond ASCII stood in the text that is being read, by their hash, and their numbers. */
  const seenStarts = new Int32Array(REMEMBERED);
  const seenEnds = new Int32Array(REMEMBERED);
  const seenNumbers = new Uint16Array(REMEMBERED);

  /** The number of a word beyond ASCII, which may have stood in the text before. */
  function numberAgain(text: string, start: number, end: number, hash: number): number {
    if (folded === undefined) {
      folded = new Map<string, string>();
      // Places in another text say nothing of this one.
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

  /** The word at a place of a normalised text, which may be none. */
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

  /** A known word in Chinese characters or kana, or what stands before the next one, as an unknown word. */
  function readUnparted(text: string, start: number): void {
    found.number = vocabulary.beginningAt(text, start);
    found.end = start + Math.max(1, vocabulary.lengthOf(found.number));
    if (found.number !== 0) return;
    while (found.end - start < MAX_WORD && isUnparted(text.charCodeAt(found.end)) && vocabulary.beginningAt(text, found.end) === 0)
      found.end += 1;
  }

  /** The same in a text of nothing but ASCII, in either case. */
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
    // Spread words are read in lower case, of which the tokens are the same.
    const tokens =
      taken === undefined
        ? readTokens.read(given)
        : taken.folds && taken.apart >= LEAST_SPREAD
          ? { ...taken, text: taken.text.toLowerCase(), folds: false }
          : taken;
    const { text, folds, count: all, kinds, hashes, starts: begins, ends: stops, turned, weights, numbers: known } = tokens;
    const isKnown = turned !== undefined;
    // Beyond ASCII a sign may hold a word; room that is not written to costs next to nothing.
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
/** Words beyond ASCII that are remembered with their places; a power of two. */
const REMEMBERED = 1024;
/** Fewest letters of a word that is written with gaps. */
const LEAST_SPREAD = 3;
const SPACE = 32;
const APOSTROPHE = 39;
/** Letters in lower case, digits and apostrophes; 0 for other ASCII. */
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
