/** Scripts other than Latin, with the languages that are written in them, the most frequent first. */
const SCRIPTS: readonly (readonly [string, readonly string[]])[] = [
  ['Han', ['zh', 'cmn', 'yue', 'hak']],
  ['Hangul', ['ko']],
  ['Cyrillic', ['ru', 'uk', 'bg', 'sr', 'be', 'mk', 'kk', 'ky', 'tt', 'ba', 'cv', 'mn', 'tg']],
  ['Arabic', ['ar', 'fa', 'ur', 'ug', 'ku', 'ps', 'sd']],
  ['Hebrew', ['he', 'yi']],
  ['Greek', ['el']],
  ['Devanagari', ['hi', 'mr', 'ne', 'kok']],
  ['Bengali', ['bn', 'as', 'bpy']],
  ['Gurmukhi', ['pa']],
  ['Gujarati', ['gu']],
  ['Oriya', ['or']],
  ['Tamil', ['ta']],
  ['Telugu', ['te']],
  ['Kannada', ['kn']],
  ['Malayalam', ['ml']],
  ['Sinhala', ['si']],
  ['Thai', ['th']],
  ['Lao', ['lo']],
  ['Khmer', ['km']],
  ['Myanmar', ['my', 'shn']],
  ['Georgian', ['ka']],
  ['Armenian', ['hy', 'hyw']],
  ['Ethiopic', ['am', 'ti']],
  ['Cherokee', ['chr']],
];

/** Addresses are in Latin letters in any language. */
const ADDRESS =
  /[a-z][a-z\d+.-]{0,20}:\/\/\S{1,2000}|[\w.+-]{1,64}@[\w.-]{1,255}|(?<![\w.-])(?:[\w-]{1,63}\.){1,9}[a-z]{2,24}(?![\w.])(?:\/\S{0,2000})?/gi;

/** Latin letters with their accents, and Greek ones that stand alone as symbols do, count for no other script. */
const FOREIGN = /[^\p{Script=Latin}\P{L}]/u;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Scripts that are written without blanks between words, and how many of their letters make a word. */
const UNSPACED = new Set(['Han', 'Thai', 'Lao', 'Khmer', 'Myanmar']);
const LETTERS_PER_WORD = 1.5;
const LATIN_WORDS = /\p{Script=Latin}[\p{Script=Latin}\p{M}'’]*/gu;

function wordsOf(script: string): string {
  const letter = `\\p{Script=${script}}`;
  return UNSPACED.has(script) ? letter : `${letter}[${letter}\\p{M}]${script === 'Greek' ? '+' : '*'}`;
}

const COUNTED = SCRIPTS.map(([script, languages]) => ({
  pattern: new RegExp(wordsOf(script), 'gu'),
  lettersPerWord: UNSPACED.has(script) ? LETTERS_PER_WORD : 1,
  languages,
}));

/**
 * The languages that a text may be in by the script of most of its words outside of addresses, as BCP-47 primary subtags, the most frequent
 * first; none for Latin letters, which say nothing about the language, and for a text without letters.
 */
export function languagesByScript(written: string): readonly string[] {
  if (!FOREIGN.test(written)) return [];
  const text = written.replace(ADDRESS, ' ');
  const kana = count(text, JAPANESE);
  let most = { words: count(text, LATIN_WORDS), languages: [] as readonly string[] };
  for (const { pattern, lettersPerWord, languages } of COUNTED) {
    const found = count(text, pattern);
    // Japanese is Chinese characters with kana between them; a few kana are in Chinese texts too.
    const isJapanese = languages[0] === 'zh' && kana > found / 10;
    const words = (isJapanese ? found + kana : found) / lettersPerWord;
    if (words > most.words) most = { words, languages: isJapanese ? ['ja'] : languages };
  }
  return most.languages;
}

/** A part of a text that is in one script other than Latin, or in none of them. */
export interface ScriptRun {
  readonly text: string;
  /** As languagesByScript gives them; none for Latin letters. */
  readonly languages: readonly string[];
}

/** A word, or what is between two. */
const WORD_OR_GAP = /[\p{L}\p{M}]+|[^\p{L}\p{M}]+/gu;

/** The parts of a text in different scripts, in order; joined they are the text. What is between two words belongs to the first. */
export function scriptRuns(text: string): ScriptRun[] {
  if (!FOREIGN.test(text)) return [{ text, languages: [] }];
  const runs: { text: string; script: string }[] = [];
  for (const [part] of text.matchAll(WORD_OR_GAP)) {
    const [language = ''] = languagesByScript(part);
    // Chinese characters are part of Japanese.
    const script = language === 'ja' ? 'zh' : language;
    const last = runs.at(-1);
    if (last !== undefined && (last.script === script || !/\p{L}/u.test(part))) last.text += part;
    else runs.push({ text: part, script });
  }
  return runs.map((run) => ({ text: run.text, languages: run.script === '' ? [] : languagesByScript(run.text) }));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
