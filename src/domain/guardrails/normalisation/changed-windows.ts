import type { DecodedText } from './decoded-text.ts';

/** A stretch of a text, in UTF-16 code units. */
export interface TextWindow {
  readonly start: number;
  readonly end: number;
}

/** Units of context on either side of what decoding changed: longer than a private key with an escape at either end. */
const CONTEXT = 2048;
/** Units that count as changed from the first one that differs. */
const STRIDE = 64;
/** Units that are compared at once, which is much faster than one by one. */
const BLOCK = 1024;

/**
 * The windows of a decoded text around what decoding changed; everything outside them stands in the original text as it is.
 * Undefined if they would cover more than half of the text, which is then better read whole. Linear in the length of the text.
 */
export function changedWindows(raw: string, { text, written }: DecodedText): readonly TextWindow[] | undefined {
  const most = text.length / 2;
  const windows: { start: number; end: number }[] = [];
  let covered = 0;
  let [place, at] = [0, 0];
  while (covered <= most) {
    const same = equalFrom(text, place, raw, at);
    place += same;
    at += same;
    if (place >= text.length) return windows;
    const last = windows.at(-1);
    const [start, end] = [Math.max(0, place - CONTEXT), Math.min(text.length, place + STRIDE + CONTEXT)];
    if (last !== undefined && start <= last.end) {
      covered += end - last.end;
      last.end = end;
    } else {
      covered += end - start;
      windows.push({ start, end });
    }
    place += STRIDE;
    at = written(place);
  }
  return undefined;
}

/** How many units two texts share from a place in each. */
function equalFrom(one: string, from: number, other: string, at: number): number {
  let count = 0;
  while (
    from + count + BLOCK <= one.length &&
    one.slice(from + count, from + count + BLOCK) === other.slice(at + count, at + count + BLOCK)
  ) {
    count += BLOCK;
  }
  while (from + count < one.length && one.charCodeAt(from + count) === other.charCodeAt(at + count)) count += 1;
  return count;
}
