import { textOfUnits } from './json-escapes.ts';

/** A decoded text and the mapping back to the text it was decoded from. */
export interface DecodedText {
  readonly text: string;
  /** Offset in the original text of an offset in `text`; maps the length of `text` to the end of what was read. */
  written(place: number): number;
}

/** Builds a decoded text from left to right. */
export interface SpanDecoder {
  /** Replaces the span from `start` to `end`, which is behind all earlier ones, by one UTF-16 code unit. */
  replace(start: number, end: number, by: string): void;
  /** The decoded text; undefined if nothing was replaced. */
  finish(): DecodedText | undefined;
}

/** With more replacements than this, the text is copied unit by unit: a string for each takes ten times as long. */
const FEW = 4096;

/** Starts with the whole of a text still to be copied. */
export function createSpanDecoder(raw: string): SpanDecoder {
  const pieces: string[] = [];
  const places: number[] = [];
  const shifts: number[] = [];
  let [from, length, shift, count] = [0, 0, 0, 0];
  /** What follows the pieces, and where in the decoded text it begins. */
  let units: Uint16Array<ArrayBuffer> | undefined;
  let before = 0;

  function copyUpTo(end: number): void {
    if (units === undefined) {
      if (end > from) pieces.push(raw.slice(from, end));
    } else for (let index = from, to = length - before; index < end; index += 1, to += 1) units[to] = raw.charCodeAt(index);
    length += end - from;
  }

  return {
    replace(start, end, by) {
      copyUpTo(start);
      if (units === undefined) pieces.push(by);
      else units[length - before] = by.charCodeAt(0);
      // A span of one unit moves nothing.
      if (end - start !== 1) {
        places.push(length);
        shift += end - start - 1;
        shifts.push(shift);
      }
      length += 1;
      from = end;
      count += 1;
      if (count === FEW) [units, before] = [new Uint16Array(raw.length - from), length];
    },
    finish() {
      if (count === 0) return undefined;
      copyUpTo(raw.length);
      const [sorted, by] = [Uint32Array.from(places), Uint32Array.from(shifts)];
      const rest = units === undefined ? '' : textOfUnits(units.subarray(0, length - before));
      return { text: pieces.join('') + rest, written: (place) => place + shiftBefore(sorted, by, place) };
    },
  };
}

/** Total units saved by the replacements before a place. */
export function shiftBefore(places: Uint32Array, shifts: Uint32Array, place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? Infinity) < place) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (shifts[low - 1] ?? 0);
}
