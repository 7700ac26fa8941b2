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

/** Starts with the whole of a text still to be copied. */
export function createSpanDecoder(raw: string): SpanDecoder {
  const pieces: string[] = [];
  const places: number[] = [];
  const shifts: number[] = [];
  let [from, length, shift] = [0, 0, 0];
  return {
    replace(start, end, by) {
      if (start > from) pieces.push(raw.slice(from, start));
      pieces.push(by);
      length += start - from;
      places.push(length);
      length += 1;
      shift += end - start - 1;
      shifts.push(shift);
      from = end;
    },
    finish() {
      if (places.length === 0) return undefined;
      pieces.push(raw.slice(from));
      const [sorted, by] = [Uint32Array.from(places), Uint32Array.from(shifts)];
      return { text: pieces.join(''), written: (place) => place + shiftBefore(sorted, by, place) };
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
