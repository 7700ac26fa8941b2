/** Ways to write a text that schools, puzzles and programs use; every one can be read back. */
export interface TextCode {
  /** What people call it. */
  readonly names: readonly string[];
  readonly encode: (text: string) => string;
}

const MORSE: Readonly<Record<string, string>> = Object.fromEntries(
  'a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...- w.-- x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----.'
    .split(' ')
    .map((entry) => [entry.charAt(0), entry.slice(1)]),
);

/** The text with every letter moved on in the alphabet by so many places. */
export function shifted(text: string, places: number): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + places) % 26));
  });
}

const bytes = (text: string, radix: number, width: number, between: string): string =>
  Array.from(Buffer.from(text), (byte) => byte.toString(radix).padStart(width, '0')).join(between);

export const TEXT_CODES: readonly TextCode[] = [
  { names: ['base64', 'Base64', 'base 64'], encode: (text) => Buffer.from(text).toString('base64') },
  { names: ['base64', 'Base64', 'base64url'], encode: (text) => Buffer.from(text).toString('base64url') },
  { names: ['hex', 'hexadecimal', 'hex code'], encode: (text) => bytes(text, 16, 2, ' ') },
  { names: ['hex', 'hexadecimal'], encode: (text) => bytes(text, 16, 2, '') },
  { names: ['binary', 'binary code'], encode: (text) => bytes(text.slice(0, 16), 2, 8, ' ') },
  { names: ['ASCII codes', 'ASCII'], encode: (text) => bytes(text, 10, 1, ' ') },
  { names: ['URL encoding', 'percent encoding', 'URL-encoded text'], encode: (text) => encodeURIComponent(text) },
  { names: ['ROT13', 'rot13'], encode: (text) => shifted(text, 13) },
  { names: ['Caesar cipher', 'a Caesar shift of 3'], encode: (text) => shifted(text, 3) },
  { names: ['backwards text', 'reversed text', 'mirror writing'], encode: (text) => Array.from(text).toReversed().join('') },
  { names: ['Morse code', 'Morse'], encode: (text) => Array.from(text.toLowerCase(), (letter) => MORSE[letter] ?? '/').join(' ') },
  {
    names: ['Unicode escapes', 'escaped text'],
    encode: (text) => text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  },
];
