import type { TextTokens } from '../normalisation/text-tokens.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';
import { createWordReader, type NumberedWords } from './word-reader.ts';

/** A phrase to look for, with what it indicates. */
export interface Phrase {
  readonly category: string;
  /** How strongly the phrase alone indicates an attack, 0 to 1. */
  readonly score: number;
  /**
   * Words in order. `a|b` is either word, `{name}` any word of a list, `~3` up to three words between, and `?` before a word
   * makes it optional.
   */
  readonly words: string;
}

/** A match of a phrase: offsets in the normalised text. */
export interface PhraseMatch {
  readonly phrase: Phrase;
  readonly start: number;
  readonly end: number;
}

/** Finds phrases in texts. */
export interface PhraseMatcher {
  /** The phrases in a normalised text. `tokens` are its tokens, if it was tokenised before. */
  matchText(text: string, tokens?: TextTokens): readonly PhraseMatch[];
  /** Index of a lower-case word in the matcher's vocabulary, 0 if it is not in it. Tokens may carry it. */
  numberOf(word: string): number;
  /** The words of its phrases. */
  readonly words: readonly string[];
}

interface Step {
  /** 1 at the number of every word that it accepts. */
  readonly accepts: Uint8Array;
  readonly gap: number;
  readonly optional: boolean;
}

/** Limit on the reported matches of a phrase per text; more add nothing. */
const MAX_MATCHES = 4;

/** Maximum span of a phrase in words: its possible positions are the bits of one number. */
const MAX_REACH = 30;

/**
 * Compiles phrases into one matcher. No backtracking: each phrase keeps a set of possible positions, bounded by its gaps, so
 * matching is linear in the number of words. Throws a TypeError for a phrase that spans too many words or names an unknown list.
 * Keeps buffers for up to `mostKept` words.
 */
export function createPhraseMatcher(phrases: readonly Phrase[], lists: Readonly<Record<string, string>>, mostKept?: number): PhraseMatcher {
  const read = phrases.map((phrase) => readSteps(phrase, lists));
  const known = [...new Set(read.flatMap((steps) => steps.flatMap(({ words }) => words)))];
  const vocabulary = createVocabulary(known);
  const readWords = createWordReader(vocabulary, mostKept);
  const compiled = read.map((steps) => steps.slice(1).map((step) => ({ ...step, accepts: acceptsOf(step.words, vocabulary) })));
  const possible = createBeginnings(
    read.map(([first], place) => ({ first: acceptsOf(first?.words ?? [], vocabulary), second: compiled[place]?.[0] })),
    known.length,
  );

  function matchesIn({ count, numbers, starts, ends, sentences }: NumberedWords): readonly PhraseMatch[] {
    /** Allocated on the first match: most texts have none. */
    let matches: PhraseMatch[] | undefined;
    let counts: Uint8Array | undefined;
    /** First word after the sentence. */
    let sentenceEnd = 0;
    for (let index = 0; index < count; index += 1) {
      const blocks = possible.begin(numbers[index] ?? 0);
      if (blocks === 0) continue;
      while (sentenceEnd <= index || (sentenceEnd < count && sentences[sentenceEnd] === sentences[index])) sentenceEnd += 1;
      const reach = Math.min(MAX_REACH, sentenceEnd - index - 1);
      for (let rest = blocks; rest !== 0; rest &= rest - 1) {
        const block = 31 - Math.clz32(rest & -rest);
        for (let left = possible.goOn(numbers, index, reach, block); left !== 0; left &= left - 1) {
          const place = block * BLOCK + 31 - Math.clz32(left & -left);
          const seen = counts?.[place] ?? 0;
          if (seen >= MAX_MATCHES) continue;
          const last = index + follow(numbers, index, compiled[place] ?? [], reach);
          const phrase = phrases[place];
          if (Number.isNaN(last) || phrase === undefined) continue;
          counts ??= new Uint8Array(read.length);
          counts[place] = seen + 1;
          (matches ??= []).push({ phrase, start: starts[index] ?? 0, end: ends[last] ?? 0 });
        }
      }
    }
    return matches ?? NO_MATCHES;
  }

  return {
    matchText: (text, tokens) => matchesIn(readWords(text, tokens)),
    numberOf: (word) => vocabulary.numberOf(word),
    words: known,
  };
}

const NO_MATCHES: readonly PhraseMatch[] = [];

/** Number of phrases processed together: the bits of one number. */
const BLOCK = 32;

/** Tells which phrases may begin at a word. */
interface Beginnings {
  /** Bit set of the blocks with a phrase that begins with this word. */
  begin(word: number): number;
  /**
   * Bit set of the phrases of a block whose first word is at `index` and whose second word fits at one of its possible positions;
   * usually few.
   */
  goOn(words: Uint16Array, index: number, reach: number, block: number): number;
}

function createBeginnings(
  phrases: readonly { readonly first: Uint8Array; readonly second: Step | undefined }[],
  words: number,
): Beginnings {
  const blocks = Math.ceil(phrases.length / BLOCK);
  if (blocks > BLOCK) throw new TypeError('there are too many phrases');
  const blocksOf = new Int32Array(words + 1);
  /** By word and block: the phrases that begin with it, and those that have it as second word. */
  const firsts = new Int32Array((words + 1) * blocks);
  const seconds = new Int32Array((words + 1) * blocks);
  const needsNoSecond = new Int32Array(blocks);
  const widest = phrases.reduce((most, { second }) => Math.max(most, second?.gap ?? 0), 0);
  /** By gap and block: the phrases whose second word may follow after that gap. */
  const gaps = new Int32Array((widest + 1) * blocks);
  for (const [place, { first, second }] of phrases.entries()) {
    const block = Math.floor(place / BLOCK);
    const bit = 1 << (place % BLOCK);
    const mark = (table: Int32Array, row: number): void => {
      table[row * blocks + block] = (table[row * blocks + block] ?? 0) | bit;
    };
    for (let word = 0; word <= words; word += 1) {
      if (first[word] === 1) {
        blocksOf[word] = (blocksOf[word] ?? 0) | (1 << block);
        mark(firsts, word);
      }
      if (second?.accepts[word] === 1) mark(seconds, word);
    }
    if (second === undefined || second.optional) mark(needsNoSecond, 0);
    else for (let gap = 0; gap <= second.gap; gap += 1) mark(gaps, gap);
  }
  return {
    begin: (word) => blocksOf[word] ?? 0,
    goOn(numbers, index, reach, block) {
      const begun = firsts[(numbers[index] ?? 0) * blocks + block] ?? 0;
      if (begun === 0) return 0;
      let fitting = needsNoSecond[block] ?? 0;
      const last = Math.min(reach, widest + 1);
      for (let behind = 1; behind <= last; behind += 1) {
        const word = numbers[index + behind] ?? 0;
        if (word === 0) continue;
        fitting |= (seconds[word * blocks + block] ?? 0) & (gaps[(behind - 1) * blocks + block] ?? 0);
        if ((begun & ~fitting) === 0) break;
      }
      return begun & fitting;
    },
  };
}

/** Distance from `index` to the last word of a phrase that begins there, within one sentence; NaN if it does not match. */
function follow(words: Uint16Array, index: number, steps: readonly Step[], reach: number): number {
  const within = (2 << reach) - 1;
  let places = 1;
  for (let number = 0; number < steps.length; number += 1) {
    const step = steps[number];
    if (step === undefined) break;
    const { accepts } = step;
    let next = places << 1;
    for (let count = step.gap; count > 0; count -= 1) next |= next << 1;
    let reached = step.optional ? places : 0;
    for (next &= within; next !== 0; next &= next - 1) {
      const place = 31 - Math.clz32(next & -next);
      if (accepts[words[index + place] ?? 0] === 1) reached |= 1 << place;
    }
    if (reached === 0) return Number.NaN;
    places = reached;
  }
  return 31 - Math.clz32(places & -places);
}

function acceptsOf(words: readonly string[], vocabulary: Vocabulary): Uint8Array {
  const accepts = new Uint8Array(vocabulary.size + 1);
  for (const word of words) accepts[vocabulary.numberOf(word)] = 1;
  return accepts;
}

function readSteps(
  { words }: Phrase,
  lists: Readonly<Record<string, string>>,
): { readonly words: readonly string[]; readonly gap: number; readonly optional: boolean }[] {
  const steps = [];
  let [gap, reach] = [0, -1];
  for (const item of words.split(' ')) {
    if (item.startsWith('~')) {
      gap = Number(item.slice(1));
      continue;
    }
    const optional = item.startsWith('?');
    const accepted = (optional ? item.slice(1) : item).split('|').flatMap((word) => expand(word, lists));
    steps.push({ words: [...new Set(accepted)], gap, optional });
    reach += gap + 1;
    gap = 0;
  }
  if (reach > MAX_REACH) throw new TypeError(`a phrase reaches over ${reach} words: ${words}`);
  return steps;
}

function expand(word: string, lists: Readonly<Record<string, string>>): string[] {
  if (!word.startsWith('{')) return [word];
  const list = lists[word.slice(1, -1)];
  if (list === undefined) throw new TypeError(`a phrase names the unknown list ${word}`);
  return list.split(' ');
}
