import type { SpokenToken } from '../../ports/spoken-text.ts';

type BreakMark = Extract<SpokenToken, { kind: 'break' }>['mark'];
const MARKS: ReadonlySet<string> = new Set([',', ';', ':', '.', '?', '!', '\u2026', '\u2014']);
/** The longest word spoken as one; longer runs of letters are split. */
const LONGEST_WORD = 40;

/** Names of the letters, for plurals and possessives of acronyms (ARPAbet of the CMU dictionary). */
const LETTER_NAMES: Readonly<Record<string, string>> = {
  a: 'EY1',
  b: 'B IY1',
  c: 'S IY1',
  d: 'D IY1',
  e: 'IY1',
  f: 'EH1 F',
  g: 'JH IY1',
  h: 'EY1 CH',
  i: 'AY1',
  j: 'JH EY1',
  k: 'K EY1',
  l: 'EH1 L',
  m: 'EH1 M',
  n: 'EH1 N',
  o: 'OW1',
  p: 'P IY1',
  q: 'K Y UW1',
  r: 'AA1 R',
  s: 'EH1 S',
  t: 'T IY1',
  u: 'Y UW1',
  v: 'V IY1',
  w: 'D AH1 B AH0 L Y UW0',
  x: 'EH1 K S',
  y: 'W AY1',
  z: 'Z IY1',
};

/** Words whose spelling misleads a letter-to-sound network, or that are not pronounced as written. */
const NAMED: Readonly<Record<string, string>> = {
  sequel: 'S IY1 K W AH0 L',
  poelish: 'P OW1 L IH0 SH',
  jpeg: 'JH EY1 P EH2 G',
  wi: 'W AY1',
  fi: 'F AY1',
  gui: 'G UW1 IY0',
  meme: 'M IY1 M',
  emoji: 'IH0 M OW1 JH IY0',
  covid: 'K OW1 V IH0 D',
  ios: 'AY1 OW1 EH2 S',
};

function isMark(text: string): text is BreakMark {
  return MARKS.has(text);
}

/** Whether the text is a mark that ends a sentence. */
export function endsSentence(mark: string): boolean {
  return mark === '.' || mark === '?' || mark === '!' || mark === '\u2026';
}

function plural(letter: string): string {
  const name = LETTER_NAMES[letter] ?? '';
  if (letter === 's' || letter === 'x' || letter === 'h') return `${name} IH0 Z`;
  return letter === 'f' ? `${name} S` : `${name} Z`;
}

/**
 * Parses speech notation: tokens separated by spaces, where lower case is a word, a single capital is a letter said by name, «F's» is a
 * letter in the plural, and a punctuation mark is a pause. Anything else is left out.
 */
export function* notationTokens(notation: string): Generator<SpokenToken> {
  for (const piece of notation.split(' ')) {
    if (piece === '') continue;
    if (isMark(piece)) yield { kind: 'break', mark: piece };
    else if (/^[A-Z]$/.test(piece)) yield { kind: 'letter', text: piece.toLowerCase() };
    else if (/^[A-Z]'s$/.test(piece)) {
      const text = piece.toLowerCase();
      yield { kind: 'word', text, pronunciation: plural(text.charAt(0)) };
    } else {
      const word = plainWord(piece);
      for (let start = 0; start < word.length; start += LONGEST_WORD) {
        const text = word.slice(start, start + LONGEST_WORD);
        const pronunciation = NAMED[text];
        yield pronunciation === undefined ? { kind: 'word', text } : { kind: 'word', text, pronunciation };
      }
    }
  }
}

const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'th', þ: 'th', ł: 'l', ı: 'i' };

/** Lower case a-z and apostrophes of a word, accents folded; empty for a word without any letter of the Latin alphabet. */
function plainWord(written: string): string {
  const word = written
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => FOLDED[letter] ?? '')
    .normalize('NFD')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[^a-z']/g, '');
  return /[a-z]/.test(word) ? word.replace(/^'+(?=.{3})(?!til|cause|round|twas|tis|em)|'{2,}/g, '') : '';
}
