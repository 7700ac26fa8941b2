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
    while (place < text.length && text.charCodeAt(place) === raw.charCodeAt(at)) {
      place += 1;
      at += 1;
    }
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
