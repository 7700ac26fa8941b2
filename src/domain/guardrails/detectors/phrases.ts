import type { Detector, DetectorContext, Finding, GuardPart } from '../../../ports/guard.ts';
import type { PhraseList } from '../policy/check-settings.ts';
import { createFolder, type FoldedWords } from './folded-words.ts';
import { createAutomaton, type Automaton } from './phrase-automaton.ts';
import { hasOwnSigns, isSign } from './phrase-signs.ts';
import { isUnspaced } from './unspaced-scripts.ts';

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

/** Phrases that are looked for in the same reading of a text. */
interface Compiled {
  readonly fold: (text: string, apart?: boolean) => FoldedWords;
  readonly automaton: Automaton;
  /** List entries of each pattern. */
  readonly entries: readonly (readonly Entry[])[];
  /** Whether a pattern that was found is made of whole words. */
  readonly isWhole: (folded: FoldedWords, start: number, end: number) => boolean;
}

/** Topics of one reply: for each list, the score at which each of its phrases was first found. */
type Topics = Map<string, Map<number, number>>;

/**
 * Finds the words and phrases of a policy's lists: whole words, ignoring case, diacritics and punctuation, also with an
 * apostrophe suffix or prefix; anywhere in scripts without spaces. Signs that belong to a phrase, as in `C++` and `.NET`, count. The
 * category is the list's name. A list with a threshold is a topic: its findings score the sum of the weights of the different phrases found so far, divided by the threshold, over a whole
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

/** Phrases with signs of their own are looked for apart from others, for which signs are nothing but spaces. */
function compile(lists: readonly PhraseList[]): readonly Compiled[] {
  const folder = createFolder();
  const words = collect((folded) => {
    // The space before the first word is part of the pattern, so that it matches only at the start of a word.
    const from = isUnspaced(folded.codes[1] ?? 0) ? 1 : 0;
    return { pattern: trimmed(folded).subarray(from), before: 1 - from };
  });
  const signs = collect((folded) => ({ pattern: trimmed(folded).subarray(1), before: 0 }));
  let phrase = 0;
  for (const { name, phrases, threshold } of lists) {
    for (const given of phrases) {
      const { text, weight = 1 } = typeof given === 'string' ? { text: given } : given;
      const entry = { list: name, phrase, weight, threshold };
      const signed = folder(text, { signs: true, whole: true });
      const isSigned = hasOwnSigns(signed.codes.subarray(0, signed.count));
      const folded = isSigned ? signed : folder(text);
      const own = isSigned ? signs : words;
      own.add(folded, entry);
      if (folded.isElided) own.add(folder(text, { apart: true, signs: isSigned, whole: true }), entry);
      phrase += 1;
    }
  }
  const kinds = [
    { ...words, fold: (text: string, apart = false) => folder(text, { apart }), isWhole: isWholeWords },
    { ...signs, fold: (text: string, apart = false) => folder(text, { apart, signs: true }), isWhole: isWholeSigned },
  ];
  return kinds
    .filter(({ patterns }) => patterns.length > 0)
    .map(({ patterns, entries, fold, isWhole }) => ({ fold, automaton: createAutomaton(patterns), entries, isWhole }));
}

/** Collects different patterns with their entries. `patternOf` tells how many codes of a pattern do not belong to the phrase. */
function collect(patternOf: (folded: FoldedWords) => { readonly pattern: Uint16Array; readonly before: number }) {
  const places = new Map<string, number>();
  const patterns: Uint16Array[] = [];
  const entries: Entry[][] = [];
  return {
    patterns,
    entries,
    add(folded: FoldedWords, entry: Omit<Entry, 'length'>): void {
      const { pattern, before } = patternOf(folded);
      const length = pattern.length - before;
      if (length < 1) return;
      const key = String.fromCharCode(...pattern);
      const place = places.get(key) ?? patterns.length;
      if (place === patterns.length) {
        places.set(key, place);
        patterns.push(pattern);
        entries.push([]);
      }
      entries[place]?.push({ ...entry, length });
    },
  };
}

/** The codes of folded words without a space behind the last. */
function trimmed({ codes, count }: FoldedWords): Uint16Array {
  return codes.slice(0, codes[count - 1] === SPACE ? count - 1 : count);
}

function inspect(part: GuardPart, compiled: readonly Compiled[], topics: Topics): readonly Finding[] {
  const findings: Finding[] = [];
  for (const kind of compiled) find(part, kind, topics, findings);
  return findings.toSorted((a, b) => a.start - b.start);
}

function find({ id, text }: GuardPart, { fold, automaton, entries, isWhole }: Compiled, topics: Topics, findings: Finding[]): void {
  const seen = new Set<string>();
  const read = (folded: FoldedWords, isSecond: boolean): void => {
    automaton.scan(folded.codes, folded.count, (pattern, end) => {
      const own = entries[pattern] ?? [];
      const start = end - (own[0]?.length ?? 0);
      if (findings.length >= MAX_FOUND || !isWhole(folded, start, end)) return;
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
function isWholeWords({ codes, count }: FoldedWords, _: number, end: number): boolean {
  return end === count || codes[end] === SPACE || isUnspaced(codes[end - 1] ?? 0);
}

/** Whether neither its first word nor its last goes on, nor a sign at its ends is repeated. */
function isWholeSigned({ codes, count }: FoldedWords, start: number, end: number): boolean {
  const [first, last] = [codes[start] ?? SPACE, codes[end - 1] ?? SPACE];
  const [before, after] = [codes[start - 1] ?? SPACE, end < count ? (codes[end] ?? SPACE) : SPACE];
  const beginsWord = before === SPACE || isUnspaced(before) || (isSign(before) ? before !== first : isUnspaced(first));
  const endsWord = after === SPACE || (isSign(last) ? after !== last : isSign(after) || isUnspaced(last));
  return beginsWord && endsWord;
}

/** Start of the longest incomplete phrase at the end of a text. */
function openPhrase(text: string, compiled: readonly Compiled[]): number {
  return compiled.reduce((least, kind) => Math.min(least, openPhraseOf(text, kind)), text.length);
}

function openPhraseOf(text: string, { fold, automaton }: Compiled): number {
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
