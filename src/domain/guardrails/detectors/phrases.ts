import type { Detector, DetectorContext, Finding, GuardPart } from '../../../ports/guard.ts';
import type { PhraseList } from '../policy/check-settings.ts';
import { createFolder, isUnspaced, type FoldedWords, type FoldWords } from './folded-words.ts';
import { createAutomaton, type Automaton } from './phrase-automaton.ts';

const NAME = 'phrases';
/** Limit on the findings per text. */
const MAX_FOUND = 1000;
/** Length limit of an incomplete phrase that is held back, in UTF-16 code units. */
const MAX_OPEN = 256;
const SPACE = 32;

interface Entry {
  readonly list: string;
  /** Number of the phrase; the same for all its spellings. */
  readonly phrase: number;
  readonly weight: number;
  readonly threshold: number | undefined;
  readonly length: number;
}

interface Compiled {
  readonly fold: FoldWords;
  readonly automaton: Automaton;
  /** List entries of each pattern. */
  readonly entries: readonly (readonly Entry[])[];
}

/** Topics of one reply: for each list, the score at which each of its phrases was first found. */
type Topics = Map<string, Map<number, number>>;

/**
 * Finds the words and phrases of a policy's lists: whole words, ignoring case, diacritics and punctuation, also with an
 * apostrophe suffix or prefix; anywhere in scripts without spaces. The category is the list's name. A list with a threshold is a
 * topic: its findings score the sum of the weights of the different phrases found so far, divided by the threshold, over a whole
 * reply, streamed or not. One pass over the text, however many phrases there are.
 */
export function createPhraseDetector(lists: readonly PhraseList[]): Detector {
  const compiled = compile(lists);
  const hasTopics = lists.some(({ threshold }) => threshold !== undefined);
  const tail = (text: string): number => openPhrase(text, compiled);
  const reading = (kept?: Topics): Detector => ({
    name: NAME,
    directions: ['input', 'output'],
    inspect: (part) => inspect(part, compiled, kept ?? new Map()),
    tail,
  });
  return {
    ...reading(),
    bind: ({ direction, parts }: DetectorContext) =>
      hasTopics && direction === 'output' && parts.length === 0 ? perPart((topics) => reading(topics), tail) : undefined,
  };
}

/** Detector for a streamed reply, with separate topics for each text. */
function perPart(readingOf: (topics: Topics) => Detector, tail: Detector['tail']): Detector {
  const readings = new Map<string, Detector>();
  return {
    name: NAME,
    directions: ['output'],
    inspect(part) {
      const reading = readings.get(part.id) ?? readingOf(new Map());
      readings.set(part.id, reading);
      return reading.inspect(part);
    },
    tail,
  };
}

function compile(lists: readonly PhraseList[]): Compiled {
  const fold = createFolder();
  const places = new Map<string, number>();
  const patterns: Uint16Array[] = [];
  const entries: Entry[][] = [];
  let phrase = 0;
  const add = ({ codes, count }: FoldedWords, entry: Omit<Entry, 'length' | 'phrase'>): void => {
    // The space before the first word is part of the pattern, so that it matches only at the start of a word.
    const from = isUnspaced(codes[1] ?? 0) ? 1 : 0;
    const pattern = codes.slice(from, codes[count - 1] === SPACE ? count - 1 : count);
    if (pattern.length < 2 - from) return;
    const key = String.fromCharCode(...pattern);
    const place = places.get(key) ?? patterns.length;
    if (place === patterns.length) {
      places.set(key, place);
      patterns.push(pattern);
      entries.push([]);
    }
    entries[place]?.push({ ...entry, phrase, length: pattern.length - 1 + from });
  };
  for (const { name, phrases, threshold } of lists) {
    for (const given of phrases) {
      const { text, weight = 1 } = typeof given === 'string' ? { text: given } : given;
      const folded = fold(text);
      add(folded, { list: name, weight, threshold });
      if (folded.isElided) add(fold(text, true), { list: name, weight, threshold });
      phrase += 1;
    }
  }
  return { fold, automaton: createAutomaton(patterns), entries };
}

function inspect({ id, text }: GuardPart, { fold, automaton, entries }: Compiled, topics: Topics): readonly Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  const read = (folded: FoldedWords, isSecond: boolean): void => {
    automaton.scan(folded.codes, folded.count, (pattern, end) => {
      const own = entries[pattern] ?? [];
      const start = end - (own[0]?.length ?? 0);
      if (findings.length >= MAX_FOUND || !isWhole(folded, end)) return;
      const span = { start: folded.starts[start] ?? 0, end: folded.ends[end - 1] ?? 0 };
      for (const { list, phrase, weight, threshold } of own) {
        const place = `${list} ${span.start} ${span.end}`;
        if (isSecond && seen.has(place)) continue;
        if (folded.isElided) seen.add(place);
        const score =
          threshold === undefined ? 1 : counted(topics, { list, phrase, share: weight / threshold, isSettled: end < folded.count });
        findings.push({ detector: NAME, category: list, part: id, ...span, score });
      }
    });
  };
  const folded = fold(text);
  read(folded, false);
  if (folded.isElided) read(fold(text, true), true);
  return findings.toSorted((a, b) => a.start - b.start);
}

interface Counted {
  readonly list: string;
  readonly phrase: number;
  readonly share: number;
  /** False for a match at the end of a text, which may turn out to be the beginning of a longer word. */
  readonly isSettled: boolean;
}

/** Score of a topic with one more phrase; a repeated phrase gets the score of its first occurrence. */
function counted(topics: Topics, { list, phrase, share, isSettled }: Counted): number {
  const scores = topics.get(list) ?? new Map<number, number>();
  const before = scores.get(phrase);
  if (before !== undefined) return before;
  let sum = 0;
  for (const score of scores.values()) sum = Math.max(sum, score);
  const score = Math.min(1, sum + share);
  if (isSettled) {
    scores.set(phrase, score);
    topics.set(list, scores);
  }
  return score;
}

/** Whether no letter follows. */
function isWhole({ codes, count }: FoldedWords, end: number): boolean {
  return end === count || codes[end] === SPACE || isUnspaced(codes[end - 1] ?? 0);
}

/** Start of the longest incomplete phrase at the end of a text. */
function openPhrase(text: string, { fold, automaton }: Compiled): number {
  const from = Math.max(0, text.length - 2 * MAX_OPEN);
  const end = text.slice(from);
  const folded = fold(end);
  const first = (words: FoldedWords): number => {
    let open = words.count - automaton.scan(words.codes, words.count);
    if (words.codes[open] === SPACE) open += 1;
    return open >= words.count ? text.length : Math.max(from + (words.starts[open] ?? 0), text.length - MAX_OPEN);
  };
  return folded.isElided ? Math.min(first(folded), first(fold(end, true))) : first(folded);
}
