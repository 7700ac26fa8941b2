import { HASH_START, hashStep, wordHash } from '../../../core/word-hash.ts';
import { isIdeograph, isLetterOrDigit } from '../attack/attack-features.ts';
import { isAsciiLetter } from './ascii.ts';
import { IS_LETTERS, type TextTokens } from './text-tokens.ts';

/** How a language is recognised: by the script of its letters, and within a script by frequent words. */
export interface LanguageMarks {
  readonly code: string;
  readonly script: ForeignScript;
  /** Frequent words that are no English words, normalised. */
  readonly words: readonly string[];
}

const SCRIPTS = ['latin', 'greek', 'cyrillic', 'hebrew', 'arabic', 'devanagari', 'thai', 'kana', 'han', 'hangul'] as const;
/** Scripts of the languages that are recognised. */
export type ForeignScript = (typeof SCRIPTS)[number];

/** First and last code of the letters of each script, which includes the jamo that Korean is normalised to. */
const BLOCKS: readonly (readonly [first: number, last: number, script: ForeignScript])[] = [
  [0x370, 0x3ff, 'greek'],
  [0x400, 0x52f, 'cyrillic'],
  [0x590, 0x5ff, 'hebrew'],
  [0x600, 0x6ff, 'arabic'],
  [0x900, 0x97f, 'devanagari'],
  [0xe00, 0xe7f, 'thai'],
  [0x1100, 0x11ff, 'hangul'],
  [0x3040, 0x30ff, 'kana'],
  [0x3130, 0x318f, 'hangul'],
  [0x3400, 0x9fff, 'han'],
  [0xac00, 0xd7af, 'hangul'],
];
/** The script of every UTF-16 code unit, as an index. */
const SCRIPT_OF = new Uint8Array(0x10000);
for (const [first, last, script] of BLOCKS) SCRIPT_OF.fill(SCRIPTS.indexOf(script), first, last + 1);

/** Such a share of frequent words makes it likely that a text in Latin letters is of their language. */
const LEAST_SHARE = 0.1;
/** The least share of letters of another script. */
const LEAST_LETTERS = 0.2;
/** Japanese has at least this share of kana beside its Chinese characters. */
const LEAST_KANA = 0.1;

/** Slots of the table of frequent words, a power of two, several times their number. */
const SLOTS = 32_768;

/** The code of the language that a text may be written in; undefined for English, and where no marks fit. */
export interface LanguageGuess {
  /** Reads a normalised text. */
  of(text: string): string | undefined;
  /** Reads the tokens of an all-ASCII text, whose words are hashed already. */
  ofAscii(tokens: TextTokens): string | undefined;
}

/** Recognises languages by their marks, at most 32. Linear in the length of the text. Capitals A to Z are read as lower case. */
export function createLanguageGuess(languages: readonly LanguageMarks[]): LanguageGuess {
  const hashes = new Int32Array(SLOTS);
  const owners = new Uint32Array(SLOTS);
  for (const [index, { words }] of languages.entries()) {
    for (const word of words) {
      const slot = slotOf(wordHash(word));
      hashes[slot] = wordHash(word);
      owners[slot] = (owners[slot] ?? 0) | (1 << index);
    }
  }
  const ofScript = new Map(SCRIPTS.map((script) => [script, [...languages.keys()].filter((index) => languages[index]?.script === script)]));
  const counts = new Uint32Array(languages.length);
  const letters = new Uint32Array(SCRIPTS.length);

  function slotOf(hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    while (owners[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
    return slot;
  }

  /** Counts a word for the languages in which it is frequent. */
  function countWord(hash: number): void {
    let owned = owners[slotOf(hash)] ?? 0;
    while (owned !== 0) {
      const language = 31 - Math.clz32(owned);
      counts[language] = (counts[language] ?? 0) + 1;
      owned &= ~(1 << language);
    }
  }

  /** Counts the frequent words of every language and the letters of every script; returns the number of words. */
  function count(text: string): number {
    counts.fill(0);
    letters.fill(0);
    let words = 0;
    let index = 0;
    while (index < text.length) {
      let code = text.charCodeAt(index);
      if (!isLetterOrDigit(code)) {
        index += 1;
        continue;
      }
      const start = index;
      let hash = HASH_START;
      do {
        if (code < 0x80) code = isAsciiLetter(code) ? code | 0x20 : code;
        hash = hashStep(hash, code);
        index += 1;
        const script = SCRIPT_OF[code] ?? 0;
        letters[script] = (letters[script] ?? 0) + 1;
        code = index < text.length ? text.charCodeAt(index) : 0;
      } while (isLetterOrDigit(code) && !isIdeograph(text.charCodeAt(start)));
      words += 1;
      countWord(hash);
    }
    return words;
  }

  /** The language of a script with the most frequent words in a text of so many words, if these are enough. */
  function mostLikely(script: ForeignScript, words: number): string | undefined {
    let best = -1;
    for (const index of ofScript.get(script) ?? []) if (best < 0 || (counts[index] ?? 0) > (counts[best] ?? 0)) best = index;
    if (script === 'latin' && (counts[best] ?? 0) <= words * LEAST_SHARE) return undefined;
    return languages[best]?.code;
  }

  return {
    of(text) {
      const words = count(text);
      const script = mainScript(letters);
      return script === undefined ? undefined : mostLikely(script, words);
    },
    ofAscii({ count: most, hashes, kinds, words }) {
      counts.fill(0);
      for (let token = 0; token < most; token += 1) if (((kinds[token] ?? 0) & IS_LETTERS) !== 0) countWord(hashes[token] ?? 0);
      return mostLikely('latin', words);
    },
  };
}

/** The script that a text with these letters is written in: another than the Latin one if it has enough of it. */
function mainScript(letters: Uint32Array): ForeignScript | undefined {
  let total = 0;
  let best = 0;
  for (const [script, count] of letters.entries()) {
    total += count;
    if (script > 0 && (best === 0 || count > (letters[best] ?? 0))) best = script;
  }
  const of = (script: ForeignScript): number => letters[SCRIPTS.indexOf(script)] ?? 0;
  if ((letters[best] ?? 0) <= total * LEAST_LETTERS) return total === 0 ? undefined : 'latin';
  if (SCRIPTS[best] === 'han' && of('kana') > of('han') * LEAST_KANA) return 'kana';
  return SCRIPTS[best];
}
