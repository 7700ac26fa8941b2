import { ASTRAL_LETTER, CLASSES, LETTER, SPACE } from './character-classes.ts';
import {
  fromBase32,
  fromBase64,
  fromBase64Words,
  fromBinary,
  fromCodePoints,
  fromDecimal,
  fromEscapes,
  fromHex,
  fromInvisible,
  fromMorse,
  fromQuotedPrintable,
  fromSelectors,
  fromTurnedBase64,
  rot13,
} from './code-readers.ts';
import { NO_ENCODED_SPANS } from './code-rows.ts';
import { commonWords, countsOf, MAX_SAMPLE, noteRun, noteRuns, turnedWords, type CommonWords, type SeenWords } from './common-words.ts';
import { encodedSpans, withPlainSigns, type EncodedSpan } from './encoded-spans.ts';
import { joinedSentence } from './joined-words.ts';
import { fromPrintable } from './printable-codes.ts';
import { IS_LETTERS, IS_WORD, type TextTokens } from './text-tokens.ts';

/** An encoded span of a text with its decoded content. `start` and `end` are offsets in the text. */
export interface DecodedPiece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Maps a span of the content to the span of the text that it came from; absent if it came from all of it. */
  readonly original?: (start: number, end: number) => { readonly start: number; readonly end: number };
}

/** Limit on the decoded characters per text. */
const MAX_DECODED = 65_536;
const MAX_PIECES = 64;
/** Encodings within one another that are decoded. */
const MAX_LAYERS = 4;

/**
 * Decodes the encoded spans of a text (base64, also in ROT13 or from its end, base32, hexadecimal, percent and character escapes, code
 * points, quoted-printable, uuencode, ascii85, base85, binary digits, decimal and octal codes, Morse code, variation selectors, invisible bits, joined words), also those within decoded ones, keeping those that
 * decode to natural language. `longestRun` comes from the text's profile.
 */
export function decodedPieces(text: string, longestRun?: number): readonly DecodedPiece[] {
  return piecesIn(text, longestRun, MAX_LAYERS);
}

function piecesIn(text: string, longestRun: number | undefined, layers: number): readonly DecodedPiece[] {
  if (text.length < 20) return NO_PIECES;
  const spans = encodedSpans(text, longestRun);
  if (Object.values(spans).every((found) => found === NO_ENCODED_SPANS)) return NO_PIECES;
  const pieces: DecodedPiece[] = [];
  let budget = MAX_DECODED;
  const take = (stretches: Iterable<EncodedSpan>, decode: (match: string) => string | undefined): void => {
    for (const { start, end } of stretches) {
      if (budget <= 0 || pieces.length >= MAX_PIECES) return;
      budget -= end - start;
      const once = decode(text.slice(start, end));
      const decoded = once === undefined || isLanguage(once) ? once : throughLayers(once, layers - 1);
      if (decoded !== undefined) pieces.push({ start, end, text: decoded });
    }
  };
  take(spans.base64, (written) => {
    const coded = written.replaceAll(/\s/g, '');
    return joinedSentence(written) ?? fromBase64(coded) ?? fromBase32(coded) ?? fromTurnedBase64(coded);
  });
  take(spans.hex, fromHex);
  take(spans.escaped, fromEscapes);
  take(spans.binary, fromBinary);
  take(spans.decimal, fromDecimal);
  take(spans.selectors, fromSelectors);
  take(spans.morse, (coded) => fromMorse(withPlainSigns(coded)));
  take(spans.codePoints, fromCodePoints);
  take(spans.quotedPrintable, fromQuotedPrintable);
  take(spans.printable, fromPrintable);
  take(spans.invisible, fromInvisible);
  take(spans.numbered, fromDecimal);
  take(spans.words, fromBase64Words);
  return pieces;
}

const NO_PIECES: readonly DecodedPiece[] = [];

/** A decoded text with its own codes decoded; undefined if that is no language. */
function throughLayers(text: string, layers: number): string | undefined {
  if (layers === 0) return undefined;
  let [said, from] = ['', 0];
  for (const { start, end, text: inner } of piecesIn(text, undefined, layers).toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    said += text.slice(from, start) + inner;
    from = end;
  }
  if (from === 0) return undefined;
  said += text.slice(from);
  return isLanguage(said) ? said : undefined;
}

/** Longer runs without a space are not words. */
const MAX_RUN = 60;

/** Whether a text is mostly letters and spaces, with words of ordinary length. */
function isLanguage(text: string): boolean {
  if (text.length < 8) return false;
  let [spoken, characters, run, letters, hasWord] = [0, 0, 0, 0, false];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) ?? 0;
    const kind = code > 0xffff ? (ASTRAL_LETTER.test(String.fromCodePoint(code)) ? LETTER : 0) : (CLASSES[code] ?? 0);
    characters += 1;
    if ((kind & SPACE) !== 0) run = 0;
    else run += code > 0xffff ? 2 : 1;
    if (run >= MAX_RUN) return false;
    if ((kind & (LETTER | SPACE)) !== 0) spoken += 1;
    letters = (kind & LETTER) === 0 ? 0 : letters + 1;
    if (letters === 2) hasWord = true;
    if (code > 0xffff) index += 1;
  }
  return hasWord && spoken >= 0.75 * characters;
}

const LEAST_COMMON = 3;
/** Suffices if a short text contains nothing else. */
const LEAST_TURNED = 2;

/** A text in ROT13 and reversed. */
export interface TurnedViews {
  /** The text in ROT13, if that is English and the text as written is not. */
  readonly rotated: string | undefined;
  /** The text reversed, if that is English and the text as written is not. */
  readonly reversed: string | undefined;
}

/** No readings but that as written. */
export const AS_IT_STANDS: TurnedViews = { rotated: undefined, reversed: undefined };

function areMany({ turned, backward }: Omit<CommonWords, 'plain'>): boolean {
  return turned >= LEAST_TURNED || backward >= LEAST_COMMON;
}

/** Quick filter: whether a text might be in ROT13 or reversed. No false negatives. */
export function mayBeTurned(tokens: TextTokens): boolean {
  return areMany(tokens.turned ?? turnedWordsIn(tokens, MAX_SAMPLE));
}

/** `turnedWords` for the first `most` characters of a tokenised text. */
export function turnedWordsIn({ text, count, starts, ends, kinds }: TextTokens, most: number): Omit<CommonWords, 'plain'> {
  let seen: SeenWords | undefined;
  for (let token = 0; token < count; token += 1) {
    const kind = kinds[token] ?? 0;
    if ((kind & IS_WORD) === 0) continue;
    const start = starts[token] ?? 0;
    if (start >= most) break;
    const end = Math.min(ends[token] ?? 0, most);
    seen = (kind & IS_LETTERS) === 0 ? noteRuns(text, start, end, seen) : noteRun(text, start, end, seen);
  }
  return countsOf(seen);
}

/**
 * Computes the ROT13 and reversed readings of a text, where they are plausible; where the text as a whole is English, those of its lines
 * that are not.
 */
export function turnedViews(text: string): TurnedViews {
  const sample = text.slice(0, MAX_SAMPLE);
  if (!areMany(turnedWords(sample))) return AS_IT_STANDS;
  const rotates = isRotated(sample);
  const reverses = isReversed(sample);
  const lines = rotates && reverses ? NO_LINES : sample.split('\n');
  const [rotated, reversed] = [rotates ? NO_LINES : lines.filter(isRotated), reverses ? NO_LINES : lines.filter(isReversed)];
  return {
    rotated: rotates ? rot13(text.slice(0, MAX_DECODED)) : said(rotated, rot13),
    reversed: reverses ? backwards(sample) : said(reversed, backwards),
  };
}

const NO_LINES: readonly string[] = [];

function said(lines: readonly string[], read: (line: string) => string): string | undefined {
  return lines.length === 0 ? undefined : lines.map(read).join('\n');
}

function backwards(text: string): string {
  return Array.from(text).toReversed().join('');
}

function isRotated(text: string): boolean {
  const { turned } = turnedWords(text);
  if (turned < LEAST_TURNED) return false;
  const { plain } = commonWords(text.toLowerCase());
  return (turned >= LEAST_COMMON && turned > plain) || (turned === LEAST_TURNED && plain === 0 && text.length < 120);
}

function isReversed(text: string): boolean {
  const { backward } = turnedWords(text);
  return backward >= LEAST_COMMON && backward > commonWords(text.toLowerCase()).plain;
}
