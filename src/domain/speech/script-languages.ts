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

/** Latin letters with their accents, and Greek ones that stand alone as symbols do, count for no other script. */
const FOREIGN = /[^\p{Script=Latin}\P{L}]/u;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;

const COUNTED = SCRIPTS.map(([script, languages]) => ({
  pattern: new RegExp(script === 'Greek' ? '\\p{Script=Greek}{2,}' : `\\p{Script=${script}}`, 'gu'),
  languages,
}));

/**
 * The languages that a text may be in by the script of most of its letters, as BCP-47 primary subtags, the most frequent first; none for
 * Latin letters, which say nothing about the language, and for a text without letters.
 */
export function languagesByScript(text: string): readonly string[] {
  if (!FOREIGN.test(text)) return [];
  const kana = lettersOf(text, JAPANESE);
  let most = { letters: lettersOf(text, /\p{Script=Latin}/gu), languages: [] as readonly string[] };
  for (const { pattern, languages } of COUNTED) {
    const letters = lettersOf(text, pattern);
    // Japanese is Chinese characters with kana between them; a few kana are in Chinese texts too.
    const isJapanese = languages[0] === 'zh' && kana > letters / 10;
    const sum = isJapanese ? letters + kana : letters;
    if (sum > most.letters) most = { letters: sum, languages: isJapanese ? ['ja'] : languages };
  }
  return most.languages;
}

function lettersOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.join('').length ?? 0;
}
