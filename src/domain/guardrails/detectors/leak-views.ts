import { isAsciiLetter } from '../normalisation/ascii.ts';
import { isAscii } from '../normalisation/character-runs.ts';
import { decodedPieces, turnedViews, type DecodedPiece } from '../normalisation/decoded-views.ts';
import { unleeted } from '../normalisation/leetspeak.ts';
import { normalise } from '../normalisation/normalise.ts';
import { readText } from '../normalisation/reading.ts';
import { shiftedPassage } from '../normalisation/shifted-letters.ts';
import { joinSpacedLetters, mayHaveSpacedLetters } from '../normalisation/spaced-letters.ts';

/** An alternative reading of a text, with a mapping of its spans to the original. */
export interface LeakView {
  readonly text: string;
  original(start: number, end: number): { readonly start: number; readonly end: number };
}

/** Minimum length of an encoded passage. */
const LEAST = 60;
/** Whole texts are deobfuscated (reversed, ROT13, …) only up to this length; longer ones are read as written and in their encoded spans. */
const MAX_TURNED = 16_384;
/** A disguised passage of a few words contains at least this many such characters. */
const LEAST_SIGNS = 8;
/** Digits or signs for letters, in two nearby words. */
const LEET = /[a-z][013457@$][a-z]{1,12}[^a-z\n]{0,3}\s?[\w@$]{0,12}[a-z][013457@$][a-z]/i;
/** Function words: one occurs in nearly every text of its language, and none in a reversed or ROT13 one. */
const ORDINARY = /\b(?:the|and|of|is|you|der|die|und|ist|de|la|que|et|les|des|il|che|van|het|en|el|um|o|och|att|og|jest|nie)\b/i;
/** Markup between or before words: tags, entities for spaces, list numbers; and a single word between two of them. */
const MARKUP = /<\/?[a-z][^<>]{0,40}>|&nbsp;|^[ \t]{0,8}\d{1,3}[.)][ \t]/gim;
const MARKED_WORD = /(?:>|&nbsp;|\n[ \t]{0,8}\d{1,3}[.)][ \t])[\w.,:;!?'-]{1,30}(?:<|&nbsp;|\n)/;

/**
 * Alternative readings of a text: decoded spans (base64, hexadecimal, escapes, binary digits), and the text with disguised,
 * spaced-out, reversed or shifted letters resolved or with markup removed.
 */
export function* leakViews(text: string): Generator<LeakView> {
  if (text.length < LEAST) return;
  for (const { start, end, text: said } of joined(text, decodedPieces(text))) {
    const original = (): { readonly start: number; readonly end: number } => ({ start, end });
    yield { text: normalise(said).text, original };
    for (const inner of decodedPieces(said)) yield { text: normalise(inner.text).text, original };
  }
  if (text.length > MAX_TURNED) return;
  if (MARKED_WORD.test(text)) {
    yield { text: text.replaceAll(MARKUP, (mark) => ' '.repeat(mark.length)), original: (start, end) => ({ start, end }) };
  }
  const isPlain = isAscii(text);
  if (!isPlain && isDisguised(text)) yield readText(text);
  const whole = (): { readonly start: number; readonly end: number } => ({ start: 0, end: text.length });
  if (!isPlain) return;
  for (const read of [mayHaveSpacedLetters(text) ? joinSpacedLetters : undefined, LEET.test(text) ? unleeted : undefined]) {
    const view = read?.(text.toLowerCase());
    if (view !== undefined) yield { text: view, original: whole };
  }
  if (ORDINARY.test(text)) return;
  const { rotated, reversed } = turnedViews(text);
  if (rotated !== undefined) yield { text: rotated, original: (start, end) => ({ start, end }) };
  if (reversed !== undefined) yield { text: reversed, original: whole };
  const shifted = rotated === undefined && reversed === undefined ? shiftedPassage(text) : undefined;
  if (shifted !== undefined) yield { text: shifted, original: whole };
}

/** Whether a text contains several invisible characters, full-width letters, or adjacent letters of two scripts. */
function isDisguised(text: string): boolean {
  let before: 'latin' | 'alike' | undefined;
  let signs = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isLatin = isAsciiLetter(code);
    const isAlike = code >= 0x370 && code <= 0x4ff;
    if ((isLatin && before === 'alike') || (isAlike && before === 'latin') || (code > 0x500 && isHidden(code))) signs += 1;
    if (signs === LEAST_SIGNS) return true;
    before = isLatin ? 'latin' : isAlike ? 'alike' : undefined;
  }
  return false;
}

/** High surrogate of a tag character, or an invisible or full-width character of the basic plane. */
function isHidden(code: number): boolean {
  return (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x206f) || code === 0xfeff || code === 0xdb40 || isWide(code);
}

function isWide(code: number): boolean {
  return code >= 0xff21 && code <= 0xff5a;
}

/** Pieces sorted by offset, with those separated only by white space merged. */
function joined(text: string, pieces: readonly DecodedPiece[]): readonly DecodedPiece[] {
  if (pieces.length < 2) return pieces;
  const whole: DecodedPiece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    const last = whole.at(-1);
    const isNext =
      last !== undefined && piece.start >= last.end && piece.start - last.end < 8 && text.slice(last.end, piece.start).trim() === '';
    if (isNext) whole[whole.length - 1] = { start: last.start, end: piece.end, text: last.text + piece.text };
    else whole.push(piece);
  }
  return whole;
}
