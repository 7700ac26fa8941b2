/** Scripts that distinguish languages. */
export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'han'
  | 'kana'
  | 'hangul'
  | 'arabic'
  | 'hebrew'
  | 'devanagari'
  | 'bengali'
  | 'thai'
  | 'armenian'
  | 'georgian'
  | 'tamil'
  | 'telugu'
  | 'kannada'
  | 'malayalam'
  | 'gujarati'
  | 'gurmukhi'
  | 'ethiopic'
  | 'khmer'
  | 'lao'
  | 'burmese';

/** Languages (ISO 639-1) written in a script, the most spoken first; absent if there are too many to list. */
export const LANGUAGES_BY_SCRIPT: Readonly<Partial<Record<Script, readonly string[]>>> = {
  cyrillic: ['ru', 'uk', 'bg', 'sr', 'be', 'mk', 'kk', 'ky', 'mn', 'tg', 'uz', 'tt', 'ba', 'cv', 'os', 'ab', 'ce', 'av', 'cu', 'kv'],
  greek: ['el'],
  han: ['zh', 'ja'],
  kana: ['ja'],
  hangul: ['ko'],
  arabic: ['ar', 'fa', 'ur', 'ps', 'ku', 'sd', 'ug', 'ckb', 'dv', 'ks', 'ms', 'pa'],
  hebrew: ['he', 'yi'],
  devanagari: ['hi', 'mr', 'ne', 'sa', 'ks', 'sd', 'bh', 'kok'],
  bengali: ['bn', 'as'],
  thai: ['th'],
  armenian: ['hy'],
  georgian: ['ka'],
  tamil: ['ta'],
  telugu: ['te'],
  kannada: ['kn'],
  malayalam: ['ml'],
  gujarati: ['gu'],
  gurmukhi: ['pa'],
  ethiopic: ['am', 'ti'],
  khmer: ['km'],
  lao: ['lo'],
  burmese: ['my'],
};

/** First and last code of each script's blocks. */
const BLOCKS: readonly (readonly [number, number, Script])[] = [
  [0x41, 0x5a, 'latin'],
  [0x61, 0x7a, 'latin'],
  [0xc0, 0x24f, 'latin'],
  [0x370, 0x3ff, 'greek'],
  [0x400, 0x52f, 'cyrillic'],
  [0x531, 0x587, 'armenian'],
  [0x5d0, 0x5ea, 'hebrew'],
  [0x620, 0x6d3, 'arabic'],
  [0x750, 0x77f, 'arabic'],
  [0x904, 0x97f, 'devanagari'],
  [0x985, 0x9b9, 'bengali'],
  [0xa05, 0xa39, 'gurmukhi'],
  [0xa85, 0xab9, 'gujarati'],
  [0xb85, 0xbb9, 'tamil'],
  [0xc05, 0xc39, 'telugu'],
  [0xc85, 0xcb9, 'kannada'],
  [0xd05, 0xd3a, 'malayalam'],
  [0xe01, 0xe2e, 'thai'],
  [0xe81, 0xeae, 'lao'],
  [0x1000, 0x109f, 'burmese'],
  [0x10a0, 0x10ff, 'georgian'],
  [0x1100, 0x11ff, 'hangul'],
  [0x1200, 0x137f, 'ethiopic'],
  [0x1780, 0x17b3, 'khmer'],
  [0x1e00, 0x1eff, 'latin'],
  [0x1f00, 0x1fff, 'greek'],
  [0x3040, 0x30ff, 'kana'],
  [0x3400, 0x4dbf, 'han'],
  [0x4e00, 0x9fff, 'han'],
  [0xac00, 0xd7a3, 'hangul'],
];

/** Number of letters of each script in a text. Linear in its length. */
export function lettersByScript(text: string): ReadonlyMap<Script, number> {
  const counts = new Map<Script, number>();
  let block: readonly [number, number, Script] | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x41) continue;
    if (block === undefined || code < block[0] || code > block[1]) block = BLOCKS.find(([from, to]) => code >= from && code <= to);
    if (block !== undefined) counts.set(block[2], (counts.get(block[2]) ?? 0) + 1);
  }
  return counts;
}
