import { growWordTree, type WordTree } from './word-tree.ts';

/**
 * A trigram model over words, with back-off. A context is two numbers: the last word, and the bigram it ends, or -1 if the model has none.
 * Probabilities are natural logarithms.
 */
export interface WordLanguageModel {
  /** The word that stands before the first one; the bigram of that context is -1. */
  readonly begin: number;
  /** Stands for every word the model does not have. */
  readonly unknown: number;
  /** The letters of the words the model has. */
  readonly tree: WordTree;
  /** The probability of the likeliest word through a node of the tree, in any context. */
  bestFrom(node: number): number;
  /** The probability of the word `next` in a context. */
  score(bigram: number, word: number, next: number): number;
  /** The bigram of two words, or -1. */
  bigramOf(word: number, next: number): number;
  /** The probability that the sentence ends. */
  end(bigram: number, word: number): number;
}

const MAGIC = 'PWLM';
const VERSION = 1;
const HEADER_BYTES = 24;
const SCALE = 1000;

/**
 * Reads a file of `scripts/train/speech/pack_language.py`: sorted arrays used in place, of which only the words are scanned, to build their
 * tree. Throws a RangeError for another kind of file or a truncated one.
 */
export function readWordLanguageModel(bytes: Uint8Array<ArrayBuffer>): WordLanguageModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || new TextDecoder().decode(bytes.subarray(0, 4)) !== MAGIC || view.getUint32(4, true) !== VERSION) {
    throw new RangeError('this is no word model of version 1');
  }
  const [words, bigrams, trigrams, letterBytes] = [8, 12, 16, 20].map((at) => view.getUint32(at, true)) as [number, number, number, number];
  const take = sectionsOf(bytes);
  const [unknown, begin, finish] = [words, words + 1, words + 2];
  const letters = take(letterBytes, Uint8Array);
  const [chances, backoffs] = [take(words + 3, Int16Array), take(words + 3, Int16Array)];
  const [firstBigram, secondWords] = [take(words + 4, Uint32Array), take(bigrams, Uint32Array)];
  const [bigramChances, bigramBackoffs] = [take(bigrams, Int16Array), take(bigrams, Int16Array)];
  const [firstTrigram, thirdWords] = [take(bigrams + 1, Uint32Array), take(trigrams, Uint32Array)];
  const trigramChances = take(trigrams, Int16Array);
  const tree = growWordTree(letters, chances);

  const bigramOf = (word: number, next: number): number => find(secondWords, firstBigram[word] ?? 0, firstBigram[word + 1] ?? 0, next);

  function score(bigram: number, word: number, next: number): number {
    let given = 0;
    if (bigram >= 0) {
      const trigram = find(thirdWords, firstTrigram[bigram] ?? 0, firstTrigram[bigram + 1] ?? 0, next);
      if (trigram >= 0) return (trigramChances[trigram] ?? 0) / SCALE;
      given = bigramBackoffs[bigram] ?? 0;
    }
    const pair = bigramOf(word, next);
    if (pair >= 0) return (given + (bigramChances[pair] ?? 0)) / SCALE;
    return (given + (backoffs[word] ?? 0) + (chances[next] ?? 0)) / SCALE;
  }

  return {
    begin,
    unknown,
    tree,
    bestFrom: (node) => tree.bestFrom(node) / SCALE,
    score,
    bigramOf,
    end: (bigram, word) => score(bigram, word, finish),
  };
}

interface Numbers<Kind> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, offset: number, length: number): Kind;
}

/** Reads one array after another; each begins at a multiple of four bytes. */
function sectionsOf(bytes: Uint8Array<ArrayBuffer>): <Kind>(length: number, kind: Numbers<Kind>) => Kind {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  let offset = HEADER_BYTES;
  return (length, kind) => {
    const size = length * kind.BYTES_PER_ELEMENT;
    if (offset + size > aligned.length) throw new RangeError('the word model is cut short');
    const section = new kind(aligned.buffer, aligned.byteOffset + offset, length);
    offset += Math.ceil(size / 4) * 4;
    return section;
  };
}

/** The index of a value in a sorted range, or -1. */
function find(values: Uint32Array, from: number, to: number, value: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low < to && values[low] === value ? low : -1;
}
