import { isIdeograph, isLetterOrDigit } from '../attack/attack-features.ts';
import { createLanguageGuess, type ForeignScript, type LanguageMarks } from './foreign-language.ts';
import { normalise } from './normalise.ts';
import type { TextTokens } from './text-tokens.ts';

/** A text of another language, word by word in English. */
export interface Gloss {
  readonly text: string;
  /** Maps a span of the gloss to the span of the text that it came from. */
  original(start: number, end: number): { readonly start: number; readonly end: number };
}

/**
 * Glosses a normalised text, or an ASCII text as written with its tokens; undefined if it is English or in no language of the glossary.
 * Linear in the length of the text.
 */
export type GlossText = (text: string, ascii?: TextTokens) => Gloss | undefined;

/** The words of a language. */
interface Dictionary {
  /** Whole words, and single characters. */
  readonly words: ReadonlyMap<string, string>;
  /** Character sequences where words are not spaced, by their first two characters, the longest first. */
  readonly sequences: ReadonlyMap<number, readonly Sequence[]>;
  /** How words begin. */
  readonly stems: ReadonlyMap<string, string>;
  /** Entries of several words, by the first of them, the longest first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** Attached words that are left out, the longest first. */
  readonly prefixes: readonly string[];
  /** Length of the longest word or stem that begins with a character, by its code. */
  readonly longest: ReadonlyMap<number, number>;
}

interface Sequence {
  readonly form: string;
  readonly gloss: string;
}

interface Phrase {
  readonly words: readonly string[];
  readonly isStem: boolean;
  readonly gloss: string;
}

/** Of a text in Latin letters the dictionary must know this share of the words: names and loanwords occur in English too. */
const LEAST_KNOWN = 0.3;
/** Shortest stem, in characters after normalisation. */
const LEAST_STEM = 2;
const ENTRIES_PART = ' | ';

/** Prepositions, conjunctions and articles that are written together with the next word, by language. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  ar: ['وال', 'بال', 'فال', 'كال', 'لل', 'ال', 'و', 'ف', 'ب', 'ك', 'ل'],
  he: ['וה', 'שה', 'מה', 'כש', 'ול', 'וב', 'ו', 'ה', 'ב', 'כ', 'ל', 'מ', 'ש'],
};

/** Signs within entries of several words. */
const JOINING: ReadonlySet<string> = new Set(["'", '’', '-', '\u200c']);

/** Sentence signs of other scripts. */
const SIGNS: Readonly<Record<string, string>> = { '。': '.', '।': '.', '؟': '?', '،': ',', '、': ',', '؛': ';' };

/**
 * Opens a glossary: for every language a line `@code script word word …` with frequent words by which it is recognised, then a line
 * `english: form | form*` for every gloss, where `*` stands for any ending. Dictionaries are read on first use.
 */
export function openGlossary(bytes: Uint8Array): GlossText {
  const sections = sectionsOf(bytes);
  const guess = createLanguageGuess([...sections.values()].map(({ marks }) => marks));
  const opened = new Map<string, Dictionary>();
  return (text, ascii) => {
    const section = sections.get((ascii === undefined ? guess.of(text) : guess.ofAscii(ascii)) ?? '');
    if (section === undefined) return undefined;
    const { code, script } = section.marks;
    const dictionary = opened.get(code) ?? readDictionary(code, new TextDecoder().decode(section.entries));
    opened.set(code, dictionary);
    const { gloss, known } = glossWith(dictionary, text.toLowerCase());
    return script === 'latin' && known < LEAST_KNOWN ? undefined : gloss;
  };
}

interface Section {
  readonly marks: LanguageMarks;
  readonly entries: Uint8Array;
}

function sectionsOf(bytes: Uint8Array): ReadonlyMap<string, Section> {
  const sections = new Map<string, Section>();
  const decoder = new TextDecoder();
  let start = 0;
  while (start < bytes.length) {
    const line = lineEnd(bytes, start);
    const [code = '', script = '', ...words] = decoder.decode(bytes.subarray(start + 1, line)).split(' ');
    let end = line + 1;
    while (end < bytes.length && bytes[end] !== AT) end = lineEnd(bytes, end) + 1;
    const marks = { code, script: script as ForeignScript, words: words.map((word) => normalise(word).text) };
    sections.set(code, { marks, entries: bytes.subarray(line + 1, end) });
    start = end;
  }
  return sections;
}

const AT = 64;
const LINE_FEED = 10;

function lineEnd(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(LINE_FEED, from);
  return at < 0 ? bytes.length : at;
}

function readDictionary(code: string, entries: string): Dictionary {
  const words = new Map<string, string>();
  const stems = new Map<string, string>();
  const phrases = new Map<string, Phrase[]>();
  const sequences = new Map<number, Sequence[]>();
  const longest = new Map<number, number>();
  for (const line of entries.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon < 0) continue;
    const gloss = line.slice(0, colon);
    for (const form of line.slice(colon + 2).split(ENTRIES_PART)) {
      const isStem = form.endsWith('*');
      const { text } = normalise(isStem ? form.slice(0, -1) : form);
      const own = wordsOf(text);
      const [first, ...rest] = own;
      if (first === undefined) continue;
      const initial = first.charCodeAt(0);
      // Where words are not spaced every character is one.
      if (isIdeograph(initial) && rest.length > 0) listOf(sequences, pairAt(text, 0)).push({ form: own.join(''), gloss });
      else if (rest.length > 0) listOf(phrases, first).push({ words: own, isStem, gloss });
      else {
        (isStem ? stems : words).set(first, gloss);
        longest.set(initial, Math.max(longest.get(initial) ?? 0, first.length));
      }
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  for (const list of sequences.values()) list.sort((a, b) => b.form.length - a.form.length);
  const prefixes = (PREFIXES[code] ?? []).map((prefix) => normalise(prefix).text);
  return { words, sequences, stems, phrases, prefixes, longest };
}

/** The list of a key, empty at first. */
function listOf<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** The words of a normalised text. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  eachPiece(text, (start, end, isWord) => {
    if (isWord) words.push(text.slice(start, end));
  });
  return words;
}

/** Visits the words of a text and the signs between them; a character of a script without spaces is a word. */
function eachPiece(text: string, visit: (start: number, end: number, isWord: boolean) => void): void {
  let index = 0;
  while (index < text.length) {
    const start = index;
    const code = text.charCodeAt(index);
    index += 1;
    const isWord = isLetterOrDigit(code);
    if (isWord && !isIdeograph(code)) {
      while (index < text.length && isLetterOrDigit(text.charCodeAt(index)) && !isIdeograph(text.charCodeAt(index))) index += 1;
    }
    if (isWord || text.charAt(start).trim() !== '' || code === LINE_FEED) visit(start, index, isWord);
  }
}

/** A word or sign of the text. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
}

/** The same with what it is in English. */
interface Said {
  readonly start: number;
  readonly end: number;
  readonly gloss: string;
}

/** The gloss of a text, and the share of its words that the dictionary knows. */
function glossWith(dictionary: Dictionary, text: string): { readonly gloss: Gloss; readonly known: number } {
  const pieces: Piece[] = [];
  eachPiece(text, (start, end, isWord) => pieces.push({ start, end, isWord }));
  const said: Said[] = [];
  let next = 0;
  let [words, known] = [0, 0];
  while (next < pieces.length) {
    const { start, end, isWord } = pieces[next]!;
    const word = text.slice(start, end);
    if (!isWord) {
      const sign = SIGNS[word] ?? word;
      if (sign.charCodeAt(0) < 0x80) said.push({ start, end, gloss: sign });
      next += 1;
      continue;
    }
    const found = isIdeograph(word.charCodeAt(0))
      ? longestAt(dictionary, text, start)
      : (phraseAt(dictionary, text, pieces, next) ?? wordAt(dictionary, word, start));
    words += 1;
    if (found !== undefined) {
      known += 1;
      said.push(found);
      while (next < pieces.length && pieces[next]!.start < found.end) next += 1;
      continue;
    }
    // What is written in Latin letters may be a name, or English.
    if (word.charCodeAt(0) < FIRST_OTHER) said.push({ start, end, gloss: word });
    next += 1;
  }
  return { gloss: together(said), known: words === 0 ? 0 : known / words };
}

const FIRST_OTHER = 0x370;

/** The longest entry that begins at a place of a text without spaces. */
function longestAt({ sequences, words }: Dictionary, text: string, start: number): Said | undefined {
  const fitting = sequences.get(pairAt(text, start))?.find(({ form }) => text.startsWith(form, start));
  if (fitting !== undefined) return { start, end: start + fitting.form.length, gloss: fitting.gloss };
  const gloss = words.get(text.charAt(start));
  return gloss === undefined ? undefined : { start, end: start + 1, gloss };
}

/** Two characters as one number. */
function pairAt(text: string, start: number): number {
  return text.charCodeAt(start) * 0x10000 + (text.charCodeAt(start + 1) || 0);
}

/** The longest entry of several words that begins at a piece; apostrophes and hyphens between them do not matter. */
function phraseAt({ phrases }: Dictionary, text: string, pieces: readonly Piece[], at: number): Said | undefined {
  const { start, end } = pieces[at]!;
  for (const { words, isStem, gloss } of phrases.get(text.slice(start, end)) ?? []) {
    let piece = at;
    let next = 1;
    while (next < words.length) {
      piece += 1;
      const own = pieces[piece];
      if (own === undefined) break;
      const said = text.slice(own.start, own.end);
      if (!own.isWord && JOINING.has(said)) continue;
      if (said !== words[next] && !(isStem && next === words.length - 1 && said.startsWith(words[next]!))) break;
      next += 1;
    }
    if (next === words.length) return { start, end: pieces[piece]!.end, gloss };
  }
  return undefined;
}

function wordAt(dictionary: Dictionary, word: string, start: number): Said | undefined {
  const end = start + word.length;
  const gloss = entryOf(dictionary, word);
  if (gloss !== undefined) return { start, end, gloss };
  for (const prefix of dictionary.prefixes) {
    const rest = word.startsWith(prefix) ? entryOf(dictionary, word.slice(prefix.length)) : undefined;
    if (rest !== undefined) return { start, end, gloss: rest };
  }
  return undefined;
}

function entryOf({ words, stems, longest }: Dictionary, word: string): string | undefined {
  const gloss = words.get(word);
  if (gloss !== undefined || stems.size === 0) return gloss;
  for (let length = Math.min(word.length, longest.get(word.charCodeAt(0)) ?? 0); length >= LEAST_STEM; length -= 1) {
    const stem = stems.get(word.slice(0, length));
    if (stem !== undefined) return stem;
  }
  return undefined;
}

/** The glosses one after the other, parted by spaces where the text is and between words. */
function together(said: readonly Said[]): Gloss {
  const ends: number[] = [];
  let text = '';
  let from = 0;
  let afterWord = false;
  for (const { start, end, gloss } of said) {
    const isWord = isLetterOrDigit(gloss.charCodeAt(0));
    if (text !== '' && (start > from || (isWord && afterWord))) text += ' ';
    text += gloss;
    ends.push(text.length);
    from = end;
    afterWord = isWord;
  }
  return {
    text,
    original(start, end) {
      const first = Math.max(
        0,
        ends.findIndex((own) => own > start),
      );
      const last = ends.findIndex((own) => own >= end);
      return { start: said[first]?.start ?? 0, end: said.at(last)?.end ?? 0 };
    },
  };
}
