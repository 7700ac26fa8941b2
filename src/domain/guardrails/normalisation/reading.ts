import { foldConfusables } from './confusables.ts';
import { decodedPieces, mayBeTurned, turnedViews, type DecodedPiece } from './decoded-views.ts';
import { isLeetspeakIn, unleeted } from './leetspeak.ts';
import { normalise, type FoldMemory, type NormalisedText } from './normalise.ts';
import { joinSpacedLetters, LEAST_JOINED } from './spaced-letters.ts';
import type { ProfileText } from './text-profile.ts';
import type { TextTokens, TokenReader } from './text-tokens.ts';

/** Between two readings of a text, so that no phrase runs from one into the next. */
const BREAK = '\n\n';
/** Longer texts are read as they stand: whole-text ciphers are for short ones. */
const MAX_VIEWED = 65_536;

/** A text with its decoded views behind it: `views` says where each begins, the text as it stands at 0. */
export interface Reading extends Omit<NormalisedText, 'mayMixScripts'> {
  readonly views: readonly number[];
  /** Of a text without decoded views: its tokens, until the next text is read. Their own text may not be in lower case yet. */
  readonly tokens?: TextTokens | undefined;
}

/** What texts are read with, one after the other. */
export interface ReadingRoom {
  readonly reader?: TokenReader;
  readonly memory?: FoldMemory;
  readonly profile?: ProfileText;
  /** Words are weighed for data. */
  readonly isData?: boolean;
}

const ONE_VIEW: readonly number[] = [0];

/**
 * A text as the attack detectors read it: normalised, look-alike letters folded where scripts mix in a word, and behind
 * it everything that stands in code in it, decoded. Spread letters are only read together. A span of a decoded view
 * leads to the code it came from. What is given to read it
 * with takes it apart on the way.
 */
export function readText(text: string, { reader, memory, profile, isData }: ReadingRoom = {}): Reading {
  const surveyed = profile?.(text);
  const coded = decodedPieces(text, surveyed?.longestRun);
  const ascii = coded.length === 0 && surveyed?.isAscii !== false ? reader?.readAscii(text, isData) : undefined;
  if (ascii !== undefined && (text.length > MAX_VIEWED || !(ascii.apart >= LEAST_JOINED || mayReadOtherwise(ascii))))
    return asWritten(ascii);
  const plain = normalise(text, memory);
  const folded = plain.mayMixScripts ? foldConfusables(plain.text) : plain.text;
  const taken = ascii ?? (coded.length === 0 ? reader?.read(folded, isData) : undefined);
  const together = folded.length > MAX_VIEWED || (taken?.apart ?? LEAST_JOINED) < LEAST_JOINED ? undefined : joinSpacedLetters(folded);
  const tokens = together === undefined ? taken : undefined;
  const hasViews = tokens === undefined || (folded.length <= MAX_VIEWED && mayReadOtherwise(tokens));
  const pieces = hasViews ? viewsOf(text, folded, coded) : NO_PIECES;
  if (together === undefined && pieces.length === 0 && coded.length === 0) {
    return { text: folded, views: ONE_VIEW, tokens, original: (start, end) => plain.original(start, Math.min(end, folded.length)) };
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
    original(start, end) {
      const view = views.findLast(({ from }) => start >= from);
      if (view !== undefined) return { start: view.piece.start, end: view.piece.end };
      return plain.original(start, Math.min(end, folded.length));
    },
  };
}

const NO_PIECES: readonly DecodedPiece[] = [];

/** Whether letters of a text may be turned, or signs stand for them. */
function mayReadOtherwise(tokens: TextTokens): boolean {
  return isLeetspeakIn(tokens) || mayBeTurned(tokens);
}

/** A text of nothing but ASCII and without views. Only some who read it need it in lower case. */
function asWritten(tokens: TextTokens): Reading {
  const { text } = tokens;
  let lower: string | undefined;
  return {
    get text() {
      lower ??= text.toLowerCase();
      return lower;
    },
    views: ONE_VIEW,
    tokens,
    original: (start, end) => ({ start, end: Math.min(end, text.length) }),
  };
}

function viewsOf(text: string, folded: string, coded: readonly DecodedPiece[]): DecodedPiece[] {
  const all = { start: 0, end: text.length };
  const views: DecodedPiece[] = [];
  for (const piece of coded) {
    const said = normalise(piece.text).text;
    views.push({ ...piece, text: said });
    for (const inner of decodedPieces(piece.text)) views.push({ ...piece, text: normalise(inner.text).text });
    const { rotated } = turnedViews(said);
    if (rotated !== undefined) views.push({ ...piece, text: rotated });
  }
  if (folded.length > MAX_VIEWED) return views;
  const { rotated, reversed } = turnedViews(folded);
  for (const view of [rotated, unleeted(folded), reversed]) {
    if (view !== undefined) views.push({ ...all, text: view });
  }
  return views;
}

/** The text with blanks where decoded pieces stand, so that code says nothing by its looks; only where no offset has moved. */
function withoutCode(folded: string, text: string, pieces: readonly DecodedPiece[]): string {
  if (folded.length !== text.length) return folded;
  let plain = folded;
  for (const { start, end } of pieces) plain = plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end);
  return plain;
}
