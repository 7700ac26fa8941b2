import type { DecodedText } from './normalisation/decoded-text.ts';
import { escapeBefore, readableLength, readUpTo, readAgain, readEscapes } from './normalisation/json-reading.ts';
import { LONGEST_ESCAPE } from './normalisation/read-through.ts';
import { createJsonNesting, withNesting } from './redaction/json-nesting.ts';
import { isJsonText, jsonStateAfter, numberStart, spansInJson, type JsonState } from './redaction/json-notation.ts';
import { redact, type RedactionSpan, type WriteRedaction } from './redaction/redact.ts';

/** Average expansion by escaping above which a stretch may contain oversized escapes (thousands of backslashes), which no finding spans. */
const WIDE = 8;
/** Limit on the average expansion by escaping that looking back allows for. */
const WIDEST = 32;

/** The end of a text being received, decoded and as written; the two differ where JSON escapes are decoded. */
export interface GrowingText {
  /** The decoded text; all places are indexes into it. */
  readonly window: string;
  /** UTF-16 code units received so far. */
  readonly length: number;
  push(delta: string): void;
  /** Marks the text as complete: an incomplete escape at its end is taken literally. */
  end(): void;
  /** Maps a place to its index in the whole text as written. */
  inWhole(place: number): number;
  /** Whether the text is read as JSON, with escapes decoded, or as plain text. */
  readonly readAs: 'text' | 'json';
  /**
   * Place up to which the text is final. `open` returns the first index of a text that may still change. A JSON number becomes
   * final as a whole.
   */
  settled(open: (text: string) => number): number;
  /**
   * The place `length` characters before another, counting an escaped character as one however often it is escaped. Goes back at
   * most 32 times `length` and never past an oversized escape; negative if the window has fewer characters.
   */
  back(place: number, length: number): number;
  /** Number of characters between two places, counting an escaped character as one. */
  said(from: number, until: number): number;
  /** How far a finding that began before the window continues in it, and whether it ends there. */
  goneOn(goesOn: (text: string) => { readonly length: number; readonly isOver: boolean }): {
    readonly length: number;
    readonly isOver: boolean;
  };
  /** The place, or the start of the JSON number that contains it. */
  wholeBefore(place: number): number;
  /** The text between two places, as written, with the spans redacted. */
  redacted(from: number, until: number, spans: readonly RedactionSpan[], write?: WriteRedaction): string;
  /** Drops the beginning of the window. */
  drop(length: number): void;
}

/** An empty text for a part. */
export function createGrowingText(id: string): GrowingText {
  let isJson: boolean | undefined;
  /** The window as written, without the incomplete escape that may follow it. */
  let raw = '';
  let open = '';
  let reading = readEscapes('');
  let state: JsonState = 'outside';
  let dropped = 0;
  const nesting = createJsonNesting(id);
  /** How much of `raw` the nesting tracker has read. */
  let followed = 0;
  let length = 0;

  /** Further readings, for decoded text that contains escapes again; computed on first use. */
  let others: readonly DecodedText[] | undefined;

  function read(): void {
    reading = isJson === true ? readEscapes(raw) : { text: raw, written: (place) => place };
    others = undefined;
  }

  function again(): readonly DecodedText[] {
    others ??= readAgain(reading.text, isJson === true ? 'json' : 'text', true);
    return others;
  }

  function wholeBefore(place: number): number {
    if (isJson !== true) return place;
    const end = reading.written(place);
    // Numbers contain no escapes, so decoded and written length are the same.
    return place - (end - numberStart(raw, end, state));
  }

  return {
    get window() {
      return reading.text;
    },
    get length() {
      return length;
    },
    push(delta) {
      length += delta.length;
      const piece = open + delta;
      isJson ??= isJsonText(id, raw + piece);
      const end = isJson === true ? wholeLength(piece, readableLength(piece), HALF_ESCAPED) : wholeLength(piece, piece.length, HALF);
      raw += piece.slice(0, end);
      open = piece.slice(end);
      read();
    },
    end() {
      raw += open;
      open = '';
      read();
    },
    inWhole: (place) => dropped + reading.written(place),
    get readAs() {
      return isJson === true ? 'json' : 'text';
    },
    settled(limit) {
      const readings = again();
      const least = readings.reduce((before, other) => Math.min(before, placeIn(other, limit(other.text))), limit(reading.text));
      return isJson === true ? wholeBefore(onEscape(readings, least)) : least;
    },
    back(place, length) {
      const deepest = again().at(-1);
      if (deepest === undefined) return place - length;
      const read = readUpTo(deepest, place);
      const before = read - length;
      const begin = before < 0 ? before : deepest.written(before);
      if (place - Math.max(0, begin) <= length * WIDE) return begin;
      const giant = endOfGiant(deepest, Math.max(0, before), Math.min(read + 1, deepest.text.length));
      return Math.max(begin, place - length * WIDEST, giant === undefined ? begin : Math.min(giant, place) - LONGEST_ESCAPE);
    },
    said(from, until) {
      const deepest = again().at(-1);
      return deepest === undefined ? until - from : readUpTo(deepest, until) - readUpTo(deepest, from);
    },
    goneOn(goesOn) {
      const readings = again();
      // A finding in text escaped more deeply than we decode never ends.
      const { text, written } = readings.at(-1) ?? { text: reading.text, written: (place: number) => place };
      const { length, isOver } = goesOn(text);
      return { length: isOver ? written(length) : onEscape(readings, written(length)), isOver };
    },
    wholeBefore,
    redacted(from, until, spans, write) {
      const [start, end] = [reading.written(from), reading.written(until)];
      const whole = spans.map((span) => ({ ...span, start: reading.written(span.start), end: reading.written(span.end) }));
      const clipped = (isJson === true ? spansInJson(raw, whole, state) : whole)
        .map((span) => ({ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) }))
        .filter((span) => span.start < span.end);
      const placed = isJson === true ? withNesting(raw, clipped, nesting, followed) : clipped;
      followed = Math.max(followed, placed.at(-1)?.start ?? 0);
      const own = placed.map((span) => ({ ...span, start: span.start - start, end: span.end - start }));
      return redact(raw.slice(start, end), own, write);
    },
    drop(length) {
      const end = reading.written(length);
      if (isJson === true) {
        state = jsonStateAfter(raw.slice(0, end), state);
        nesting.push(raw.slice(followed, end));
      }
      followed = Math.max(0, followed - end);
      raw = raw.slice(end);
      dropped += end;
      read();
    },
  };
}

/** The first half of a surrogate pair at the end of a text: without the second half it is no letter, and decides nothing. */
const HALF = /[\ud800-\udbff]$/;
/** The same, also as a JSON escape. */
const HALF_ESCAPED = /(?:[\ud800-\udbff]|\\u[dD][89abAB][0-9a-fA-F]{2})$/;
/** Length of the longest half. */
const LONGEST_HALF = 6;

/** How much of the first `length` characters ends with a whole character. */
function wholeLength(text: string, length: number, half: RegExp): number {
  const end = text.slice(Math.max(0, length - LONGEST_HALF), length);
  return length - (half.exec(end)?.[0].length ?? 0);
}

/** Where a place of a reading was written, or the end of the last oversized escape after it, which no finding spans. */
function placeIn(reading: DecodedText, place: number): number {
  const { text, written } = reading;
  const begin = written(place);
  const isWide = written(text.length) - begin > (text.length - place) * WIDE + LONGEST_ESCAPE;
  return isWide ? Math.max(begin, endOfGiant(reading, place, text.length) ?? begin) : begin;
}

/** End, as written, of the last oversized character between two places. */
function endOfGiant({ written }: DecodedText, from: number, until: number): number | undefined {
  for (let at = until; at > from; at -= 1) if (written(at) - written(at - 1) > LONGEST_ESCAPE) return written(at);
  return undefined;
}

/** Moves a place back so that it splits no escape in any reading and follows no incomplete one. */
function onEscape(readings: readonly DecodedText[], place: number): number {
  return readings.reduce((before, reading) => {
    const end = Math.min(before, reading.written(reading.text.length));
    const begin = escapeBefore(reading, end);
    return end - begin > LONGEST_ESCAPE ? end : begin;
  }, place);
}
