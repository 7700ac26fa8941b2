import { createJsonNesting, withNesting } from './redaction/json-nesting.ts';
import { isJsonText, jsonStateAfter, numberStart, spansInJson, type JsonState } from './redaction/json-notation.ts';
import { escapeBefore, readableLength, readUpTo, readAgain, readEscapes, type JsonReading } from './reading/json-reading.ts';
import { LONGEST_ESCAPE } from './reading/read-through.ts';
import { redact, type RedactionSpan, type WriteRedaction } from './redaction/redact.ts';

/** What is written longer than what it says by this much, on average, may hold escapes over which nothing goes on: thousands of backslashes. */
const WIDE = 8;
/** What is escaped more often than this on average is looked back over less far. */
const WIDEST = 32;

/** The end of a text that is being written: what it says, and how it was written. They differ in the escapes of JSON. */
export interface GrowingText {
  /** What is read of it; places are indexes in this. */
  readonly window: string;
  /** UTF-16 units that were written so far. */
  readonly length: number;
  push(delta: string): void;
  /** Nothing follows: the beginning of an escape at its end stands as it is. */
  end(): void;
  /** The place in the whole written text of a place. */
  inWhole(place: number): number;
  /** How it is read: what JSON says, or as it stands. */
  readonly readAs: 'text' | 'json';
  /** How much is settled, when `open` says where a text may still become something else. Numbers of JSON are settled as wholes. */
  settled(open: (text: string) => number): number;
  /**
   * The place so many characters before another one, however often they are escaped, but not 32 times as far and not before
   * an escape over which nothing goes on; below 0 where there are not so many.
   */
  back(place: number, length: number): number;
  /** How many characters stand between two places, however often they are escaped. */
  said(from: number, until: number): number;
  /** How far something that began before the window goes on in it, and whether it is over there. */
  goneOn(goesOn: (text: string) => { readonly length: number; readonly isOver: boolean }): {
    readonly length: number;
    readonly isOver: boolean;
  };
  /** A place, or the beginning of the number of JSON that goes on over it. */
  wholeBefore(place: number): number;
  /** What was written between two places, with spans replaced. */
  redacted(from: number, until: number, spans: readonly RedactionSpan[], write?: WriteRedaction): string;
  /** Lets go of the beginning. */
  drop(length: number): void;
}

/** The text of a part that grows from nothing. */
export function createGrowingText(id: string): GrowingText {
  let isJson: boolean | undefined;
  /** How the window was written, and an escape behind it whose rest has not come. */
  let raw = '';
  let open = '';
  let reading = readEscapes('');
  let state: JsonState = 'outside';
  let dropped = 0;
  const nesting = createJsonNesting(id);
  /** How much of what was written it has followed. */
  let followed = 0;
  let length = 0;

  /** What it says where it holds escapes again. */
  let others: readonly JsonReading[] | undefined;

  function read(): void {
    reading = isJson === true ? readEscapes(raw) : { text: raw, written: (place) => place };
    others = undefined;
  }

  function again(): readonly JsonReading[] {
    others ??= readAgain(reading.text, isJson === true ? 'json' : 'text', true);
    return others;
  }

  function wholeBefore(place: number): number {
    if (isJson !== true) return place;
    const end = reading.written(place);
    // No number holds an escape, so that it is as long as it was written.
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
      const end = isJson === true ? readableLength(piece) : piece.length;
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
      // What is escaped more often than it is read here goes on for ever.
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

/** Where a place of a reading was written, or the end of the last escape behind it over which nothing goes on. */
function placeIn(reading: JsonReading, place: number): number {
  const { text, written } = reading;
  const begin = written(place);
  const isWide = written(text.length) - begin > (text.length - place) * WIDE + LONGEST_ESCAPE;
  return isWide ? Math.max(begin, endOfGiant(reading, place, text.length) ?? begin) : begin;
}

/** Where the last character between two places ends that was written longer than any escape. */
function endOfGiant({ written }: JsonReading, from: number, until: number): number | undefined {
  for (let at = until; at > from; at -= 1) if (written(at) - written(at - 1) > LONGEST_ESCAPE) return written(at);
  return undefined;
}

/** A place, or one before it that is in the middle of no escape in any reading and behind none whose rest is waited for. */
function onEscape(readings: readonly JsonReading[], place: number): number {
  return readings.reduce((before, reading) => {
    const end = Math.min(before, reading.written(reading.text.length));
    const begin = escapeBefore(reading, end);
    return end - begin > LONGEST_ESCAPE ? end : begin;
  }, place);
}
