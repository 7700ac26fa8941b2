import { bareLetters, mayHideInMarks } from './bare-letters.ts';
import { foldConfusables } from './confusables.ts';
import { AS_IT_STANDS, decodedPieces, mayBeTurned, turnedViews, type DecodedPiece } from './decoded-views.ts';
import { mayBeDoubled, undoubled } from './doubled-letters.ts';
import { evenWords, mayBeEven } from './even-words.ts';
import type { Gloss, GlossText } from './gloss.ts';
import { isLeetspeakIn, unleeted } from './leetspeak.ts';
import { maySpell, spelledOut } from './letter-codes.ts';
import { mayLackLetters, withAllLetters } from './missing-letters.ts';
import { normalise, type FoldMemory, type NormalisedText } from './normalise.ts';
import { mayBeParted, withoutPartings } from './parted-words.ts';
import { mayBeBroken, mayLackSpaces, withoutBreaks, withSpaces } from './run-together.ts';
import { mayBeShifted, shiftedPassage } from './shifted-letters.ts';
import { joinSpacedLetters, LEAST_JOINED, mayBeListed } from './spaced-letters.ts';
import type { ProfileText, TextProfile } from './text-profile.ts';
import { createTokenReader, type TextTokens, type TokenReader } from './text-tokens.ts';
import { mayBeUpsideDown, uprightText } from './upside-down.ts';

/** Separates the readings of a text, so that no phrase spans two of them. */
const BREAK = '\n\n';
/** Longer texts are only read as written: whole-text ciphers are for short ones. */
const MAX_VIEWED = 65_536;

/** A text followed by its decoded views; `views` holds the start of each, with the text itself at 0. */
export interface Reading extends Omit<NormalisedText, 'mayMixScripts'> {
  readonly views: readonly number[];
  /** Whether it is in another language, of which a gloss is among the views. */
  readonly isForeign: boolean;
  /** Tokens of a text without decoded views, valid until the next text is read. Their text may not be in lower case yet. */
  readonly tokens?: TextTokens | undefined;
}

/** Buffers and caches reused from text to text. */
export interface ReadingRoom {
  readonly reader?: TokenReader;
  readonly memory?: FoldMemory;
  readonly profile?: ProfileText;
  /** Weigh words as in data, not as in user text. */
  readonly isData?: boolean;
  /** Reads other languages word by word in English. */
  readonly gloss?: GlossText | undefined;
}

const ONE_VIEW: readonly number[] = [0];

/**
 * A text as the attack detectors read it: normalised, with lookalike letters folded in words that mix scripts, and followed by
 * the decoded content of its encoded spans and its gloss, if it is in another language. A span of a decoded view maps back to the
 * encoded text. If a token reader is given, it tokenises the text on the way.
 */
export function readText(text: string, { reader, memory, profile, isData, gloss }: ReadingRoom = {}): Reading {
  const surveyed = profile?.(text);
  const coded = decodedPieces(text, surveyed?.longestRun);
  const ascii = coded.length === 0 && surveyed?.isAscii !== false ? reader?.readAscii(text, isData) : undefined;
  const inEnglish = text.length > MAX_VIEWED ? undefined : gloss;
  const glossOfAscii = ascii && inEnglish?.(text, ascii);
  if (ascii !== undefined && glossOfAscii === undefined) {
    if (text.length > MAX_VIEWED || !(mayBeSpread(ascii) || mayReadOtherwise(ascii, surveyed) || mayBeParted(text)))
      return asWritten(ascii);
  }
  const plain = normalise(text, memory);
  const folded = plain.mayMixScripts ? foldConfusables(plain.text) : plain.text;
  const glossed = ascii === undefined ? inEnglish?.(folded) : glossOfAscii;
  const taken = ascii ?? (coded.length === 0 ? reader?.read(folded, isData) : undefined);
  const together = folded.length > MAX_VIEWED ? undefined : putTogether(folded, taken);
  const tokens = together === undefined && glossed === undefined ? taken : undefined;
  const hasViews =
    tokens === undefined ||
    (folded.length <= MAX_VIEWED && (mayReadOtherwise(tokens, surveyed) || mayBeUpsideDown(text) || mayHideInMarks(folded)));
  const decoded = hasViews
    ? viewsOf(text, folded, coded, tokens ?? (reader ?? createTokenReader()).read(folded, isData), surveyed)
    : NO_PIECES;
  const pieces = glossed === undefined ? decoded : [...decoded, viewOf(glossed, plain, folded.length)];
  if (together === undefined && pieces.length === 0 && coded.length === 0) {
    return {
      text: folded,
      views: ONE_VIEW,
      isForeign: false,
      tokens,
      original: (start, end) => plain.original(start, Math.min(end, folded.length)),
    };
  }
  const views: { readonly from: number; readonly piece: DecodedPiece }[] = [];
  if (together !== undefined) views.push({ from: 0, piece: { start: 0, end: text.length, text: together } });
  const parts = [together ?? withoutCode(folded, text, coded)];
  let length = parts[0]?.length ?? 0;
  for (const piece of pieces) {
    views.push({ from: length + BREAK.length, piece });
    parts.push(piece.text);
    length += BREAK.length + piece.text.length;
  }
  return {
    text: parts.join(BREAK),
    views: [0, ...views.map(({ from }) => from).filter((from) => from > 0)],
    isForeign: glossed !== undefined,
    original(start, end) {
      const view = views.findLast(({ from }) => start >= from);
      if (view === undefined) return plain.original(start, Math.min(end, folded.length));
      const { piece, from } = view;
      return piece.original?.(start - from, end - from) ?? { start: piece.start, end: piece.end };
    },
  };
}

const NO_PIECES: readonly DecodedPiece[] = [];

/** A gloss as a view of the text that it was made of. */
function viewOf(gloss: Gloss, plain: NormalisedText, length: number): DecodedPiece {
  const original = (start: number, end: number): { readonly start: number; readonly end: number } => {
    const own = gloss.original(start, end);
    return plain.original(own.start, Math.min(own.end, length));
  };
  return { ...original(0, gloss.text.length), text: gloss.text, original };
}

/** Whether a text might be in ROT13 or another shift, reversed, leetspeak, spelled out, or its words apart by signs. */
function mayReadOtherwise(tokens: TextTokens, profile: TextProfile | undefined): boolean {
  return (
    isLeetspeakIn(tokens) ||
    mayBeTurned(tokens) ||
    mayBeShifted(tokens) ||
    mayBeEven(tokens) ||
    maySpell(tokens.text, profile) ||
    mayLackSpaces(tokens) ||
    mayBeBroken(tokens) ||
    mayBeDoubled(tokens.text) ||
    mayLackLetters(tokens.text)
  );
}

/** Quick filter: whether the letters of words may stand apart. */
function mayBeSpread({ apart, text }: TextTokens): boolean {
  return apart >= LEAST_JOINED || mayBeListed(text);
}

/** A text with its parted words put together; undefined if it has none. */
function putTogether(folded: string, tokens: TextTokens | undefined): string | undefined {
  const whole = withoutPartings(folded);
  return (tokens === undefined || mayBeSpread(tokens) ? joinSpacedLetters(whole ?? folded) : undefined) ?? whole;
}

/** Reading of an all-ASCII text without views; lower-cased on first use, since not all readers need it. */
function asWritten(tokens: TextTokens): Reading {
  const { text } = tokens;
  let lower: string | undefined;
  return {
    get text() {
      lower ??= text.toLowerCase();
      return lower;
    },
    views: ONE_VIEW,
    isForeign: false,
    tokens,
    original: (start, end) => ({ start, end: Math.min(end, text.length) }),
  };
}

function viewsOf(
  text: string,
  folded: string,
  coded: readonly DecodedPiece[],
  tokens: TextTokens,
  profile: TextProfile | undefined,
): DecodedPiece[] {
  const all = { start: 0, end: text.length };
  const views: DecodedPiece[] = [];
  for (const piece of coded) {
    const said = normalise(piece.text).text;
    views.push({ ...piece, text: said });
    for (const inner of decodedPieces(piece.text)) views.push({ ...piece, text: normalise(inner.text).text });
    const rotated = turnedViews(said).rotated ?? shiftedPassage(said);
    if (rotated !== undefined) views.push({ ...piece, text: rotated });
  }
  if (folded.length > MAX_VIEWED) return views;
  const uncoded = withoutCode(folded, text, coded);
  // With codes in it the tokens are not those of the text that is read.
  const may = (is: boolean): boolean => is || coded.length > 0;
  const { rotated, reversed } = may(mayBeTurned(tokens)) ? turnedViews(uncoded) : AS_IT_STANDS;
  const shifted = rotated ?? (may(mayBeShifted(tokens)) ? shiftedPassage(uncoded) : undefined);
  const parted = [
    mayBeEven(tokens) ? evenWords(uncoded) : undefined,
    mayLackSpaces(tokens) ? withSpaces(uncoded) : undefined,
    mayBeBroken(tokens) ? withoutBreaks(uncoded) : undefined,
    undoubled(uncoded),
    withAllLetters(uncoded),
  ];
  for (const view of [
    shifted,
    unleeted(uncoded),
    reversed,
    ...parted,
    uprightText(text),
    bareLetters(uncoded),
    spelledOut(text, profile),
  ]) {
    if (view !== undefined) views.push({ ...all, text: view });
  }
  return views;
}

/** Blanks out the encoded spans, so that their characters do not count as words; only if no offset has moved. */
function withoutCode(folded: string, text: string, pieces: readonly DecodedPiece[]): string {
  if (folded.length !== text.length) return folded;
  let plain = folded;
  for (const { start, end } of pieces) plain = plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end);
  return plain;
}
