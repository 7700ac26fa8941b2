import { isAscii } from './character-runs.ts';
import { createSpanDecoder, type DecodedText } from './decoded-text.ts';

/** Consecutive character codes, from the first on, and the ASCII characters they stand for. */
type Variants = readonly [first: number, said: string];

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = CAPITALS + CAPITALS.toLowerCase();
const NUMERALS = '0123456789';
/**
 * The zeros of Unicode's decimal digits: Arabic, Persian, N'Ko, Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada,
 * Malayalam, Sinhala, Thai, Lao, Tibetan, Burmese, Shan, Khmer, Mongolian, Limbu, Tai Lue, Tai Tham, Balinese, Sundanese, Lepcha, Ol
 * Chiki, Vai, Saurashtra, Kayah Li, Javanese, Burmese Tai Laing, Cham, Meitei and full-width ones.
 */
const ZEROS = '٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐᥆᧐᪀᪐᭐᮰᱀᱐꘠꣐꤀꧐꧰꩐꯰０';
const VARIANTS = saidByCode([
  ...Array.from(ZEROS, (zero): Variants => [zero.charCodeAt(0), NUMERALS]),
  [0xff21, CAPITALS],
  [0xff41, CAPITALS.toLowerCase()],
]);
/** Mathematical letters (bold, sans-serif, bold sans-serif, monospace) and digits, by the second of their two UTF-16 code units. */
const MATHEMATICAL = saidByCode([
  [0xdc00, LETTERS],
  [0xdda0, LETTERS],
  [0xddd4, LETTERS],
  [0xde70, LETTERS],
  [0xdfce, NUMERALS.repeat(5)],
]);
const MATHEMATICAL_UNIT = 0xd835;
/** Ranges of these characters for a regular-expression class, also of a single surrogate. */
export const VARIED = String.raw`\ud835\uff21-\uff3a\uff41-\uff5a${Array.from(ZEROS, (zero) => `${zero}-${String.fromCharCode(zero.charCodeAt(0) + 9)}`).join('')}`;
const MAY_BE_VARIED = new RegExp(`[${VARIED}]`);

/** The ASCII code that the character at a place is a variant of; 0 if it is none. */
export function variantAt(raw: string, at: number, code: number): number {
  return (code === MATHEMATICAL_UNIT ? MATHEMATICAL[raw.charCodeAt(at + 1)] : VARIANTS[code]) ?? 0;
}

/** UTF-16 units of a variant. */
export function variantLength(code: number): number {
  return code === MATHEMATICAL_UNIT ? 2 : 1;
}

/** Whether a code is that of a digit of any script. */
export function isDigitOfAny(code: number): boolean {
  const said = code < 0x80 ? code : (VARIANTS[code] ?? 0);
  return said >= 0x30 && said <= 0x39;
}

/**
 * Replaces digits of other scripts and Unicode variants of letters by ASCII, each whatever is around it, so that a text that grows is read
 * as it was; undefined if it has none. Linear in its length.
 */
export function readVariants(raw: string): DecodedText | undefined {
  if (isAscii(raw) || !MAY_BE_VARIED.test(raw)) return undefined;
  const decoder = createSpanDecoder(raw);
  for (let at = 0; at < raw.length;) {
    const code = raw.charCodeAt(at);
    const said = code < 0x80 ? 0 : variantAt(raw, at, code);
    const end = at + (said === 0 ? 1 : variantLength(code));
    if (said !== 0) decoder.replace(at, end, String.fromCharCode(said));
    at = end;
  }
  return decoder.finish();
}

/** By character code, the code of what it stands for; 0 for any other. */
function saidByCode(all: readonly Variants[]): Uint8Array {
  const codes = new Uint8Array(Math.max(...all.map(([first, said]) => first + said.length)));
  for (const [first, said] of all) for (let index = 0; index < said.length; index += 1) codes[first + index] = said.charCodeAt(index);
  return codes;
}
