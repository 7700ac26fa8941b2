import { BASE32, bytesIn } from './radix-bytes.ts';
import { utf8 } from './utf8.ts';

/** Text in base64, standard or URL-safe (RFC 4648, sections 4 and 5); undefined if it is none. */
export function fromBase64(coded: string): string | undefined {
  // A word, a path or a hexadecimal digest is not base64.
  if (!/[A-Z]/.test(coded) || !/[a-z]/.test(coded)) return undefined;
  const plain = coded.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const usable = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
  try {
    const characters = atob(usable);
    const bytes = new Uint8Array(characters.length);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
    // Shells of Windows take commands in UTF-16.
    return bytes.length > 3 && bytes[1] === 0 && bytes[3] === 0 ? new TextDecoder('utf-16le').decode(bytes) : utf8(bytes);
  } catch {
    return undefined;
  }
}

/** A shorter code is more likely a name. */
const LEAST_TURNED = 32;

/** The same with its characters turned by 13 places or in reverse order. */
export function fromTurnedBase64(coded: string): string | undefined {
  if (coded.length < LEAST_TURNED || !/[A-Z]/.test(coded) || !/[a-z]/.test(coded) || !/\d/.test(coded)) return undefined;
  return [rot13(coded), Array.from(coded).toReversed().join('').replace(/^=+/, '')].map(fromBase64).find((text) => text !== undefined);
}

/** Text in base32 (RFC 4648, section 6), in capitals or in small letters; undefined if it is none. */
export function fromBase32(written: string): string | undefined {
  if (!/^(?:[A-Z2-7]+|[a-z2-7]+)=*$/.test(written) || !/[2-7]/.test(written)) return undefined;
  return utf8(Uint8Array.from(bytesIn(written.toUpperCase().replace(/=+$/, ''), BASE32, 5)));
}

/** Bytes in hexadecimal, with or without separators. */
export function fromHex(coded: string): string | undefined {
  const digits = coded.replaceAll(/0x|[ :,]/g, '');
  const bytes = new Uint8Array(digits.length >> 1);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = hexDigit(digits.charCodeAt(index * 2)) * 16 + hexDigit(digits.charCodeAt(index * 2 + 1));
  }
  return utf8(bytes);
}

function hexDigit(code: number): number {
  return code < 58 ? code - 48 : (code | 32) - 87;
}

/** Percent escapes, and those of programs and of HTML, with what stands between them. */
export function fromEscapes(coded: string): string | undefined {
  const characters = coded
    .replaceAll(/[\\%]u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/g, (_, long: string | undefined, short: string | undefined) =>
      String.fromCharCode(Number.parseInt(long ?? short ?? '20', 16)),
    )
    .replaceAll(/\\u\{([0-9a-fA-F]{1,6})\}/g, (_, digits: string) => codePoint(Number.parseInt(digits, 16)))
    .replaceAll(/\\([0-3][0-7]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    .replaceAll(/&#x([0-9a-fA-F]{1,6});/gi, (_, digits: string) => codePoint(Number.parseInt(digits, 16)))
    .replaceAll(/&#(\d{1,6});/g, (_, digits: string) => codePoint(Number(digits)));
  if (!characters.includes('%')) return characters;
  try {
    return decodeURIComponent(characters.replaceAll(/%(?![0-9a-fA-F]{2})/g, '%25')).replaceAll('+', ' ');
  } catch {
    return undefined;
  }
}

/** Code points in the notation of Unicode, such as `U+0041`. */
export function fromCodePoints(coded: string): string {
  return coded.replaceAll(/U\+([0-9a-fA-F]{4,6})[ ,]{0,2}/gi, (_, digits: string) => codePoint(Number.parseInt(digits, 16)));
}

/** Bytes as mail writes them (quoted-printable, RFC 2045, section 6.7). */
export function fromQuotedPrintable(coded: string): string | undefined {
  return utf8(Uint8Array.from(coded.match(/[0-9A-F]{2}/g) ?? [], (digits) => Number.parseInt(digits, 16)));
}

/** Bytes in binary digits, or UTF-16 in sixteen each. */
export function fromBinary(coded: string): string | undefined {
  const bits = coded.replaceAll(/\s/g, '');
  const bytes = Uint8Array.from({ length: bits.length >> 3 }, (_, index) => Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2));
  return bytes[0] === 0 && bytes[2] === 0 ? new TextDecoder('utf-16be').decode(bytes) : utf8(bytes);
}

/** Bits as invisible characters of two kinds, either of which may stand for one; what is seldom parts them. */
export function fromInvisible(coded: string): string | undefined {
  const counts = new Map<string, number>();
  for (const sign of coded) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1]).map(([sign]) => sign);
  if (second === undefined) return undefined;
  const bits = (one: string): string =>
    Array.from(coded, (sign) => (sign === one ? '1' : sign === first || sign === second ? '0' : '')).join('');
  return [second, first]
    .map((one) => fromBinary(bits(one ?? '')))
    .find((text) => text !== undefined && /^[\t\n\r -~\u00a0-\uffff]*$/.test(text));
}

/** Words that are in base64 one by one; undefined if they are not. */
export function fromBase64Words(coded: string): string | undefined {
  const words = coded
    .trim()
    .split(/\s+/)
    .map((word) => {
      try {
        return utf8(Uint8Array.from(atob(word), (unit) => unit.charCodeAt(0)));
      } catch {
        return undefined;
      }
    });
  return words.includes(undefined) ? undefined : words.join(' ');
}

const LEAST_PRINTABLE = 9;
const MOST_PRINTABLE = 255;
const BLANK = 32;
/** Mean length of words, in letters, above which codes are no text. */
const LONGEST_WORD = 14;

/** Codes of characters in decimal or octal; undefined if they can be no text with spaces. */
export function fromDecimal(coded: string): string | undefined {
  const numbers = coded.match(/\d+/g) ?? [];
  return textOf(numbers.map(Number)) ?? textOf(numbers.map((octal) => (/[89]/.test(octal) ? 0 : Number.parseInt(octal, 8))));
}

function textOf(codes: readonly number[]): string | undefined {
  if (codes.some((code) => code < LEAST_PRINTABLE || code > MOST_PRINTABLE)) return undefined;
  // Marks and ages are letters, too, but seldom spaces.
  if (codes.filter((code) => code === BLANK).length * LONGEST_WORD < codes.length) return undefined;
  return utf8(Uint8Array.from(codes));
}

/** The selectors of the first block stand for bytes below 16, those of the supplement for the others. */
const FIRST_SELECTOR = 0xfe00;
const FIRST_OF_SUPPLEMENT = 0xe0100;
const IN_FIRST_BLOCK = 16;

/** Bytes as variation selectors, as they are hidden behind an emoji. */
export function fromSelectors(coded: string): string | undefined {
  return utf8(
    Uint8Array.from(
      Array.from(coded, (selector) => selector.codePointAt(0) ?? 0),
      (code) => (code < FIRST_OF_SUPPLEMENT ? code - FIRST_SELECTOR : code - FIRST_OF_SUPPLEMENT + IN_FIRST_BLOCK),
    ),
  );
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const MORSE: ReadonlyMap<string, string> = new Map(
  '.-a -...b -.-.c -..d .e ..-.f --.g ....h ..i .---j -.-k .-..l --m -.n ---o .--.p --.-q .-.r ...s -t ..-u ...-v .--w -..-x -.--y --..z -----0 .----1 ..---2 ...--3 ....-4 .....5 -....6 --...7 ---..8 ----.9 .-.-.-. --..--, ..--..?'
    .split(' ')
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);
const LEAST_MORSE_WORDS = 2;
const LEAST_MORSE_LETTERS = 5;

/** Morse code (ITU-R M.1677) with blanks between letters, and slashes, line breaks or wider gaps between words; undefined if it is none. */
export function fromMorse(coded: string): string | undefined {
  const words = coded.trim().split(/ ?\/ ?| {3,}|\n/);
  if (words.length < LEAST_MORSE_WORDS) return undefined;
  const letters = words.map((word) =>
    word
      .trim()
      .split(/ +/)
      .map((signs) => (signs === '' ? '' : MORSE.get(signs))),
  );
  const drawn = new Set(letters.flat());
  // Rules of dashes and dots have few.
  drawn.delete('');
  if (drawn.has(undefined) || drawn.size < LEAST_MORSE_LETTERS) return undefined;
  return letters.map((word) => word.join('')).join(' ');
}

/** Letters turned by 13 places. */
export function rot13(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
