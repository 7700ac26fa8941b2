import type { Transcript, TranscriptSegment, TranscriptWord } from '../../ports/speech.ts';

/** The longest caption people can read at once: two lines of 42 letters, at most six seconds (BBC subtitle guidelines). */
const MOST_LETTERS = 84;
const MOST_SECONDS = 6;

/**
 * The captions of a transcript, in order. Segments with word timestamps are split between words so that each caption fits a screen,
 * where a sentence or a clause ends if it can be; otherwise each segment is a caption, and without segments one caption has all the text.
 * Empty for an empty transcript.
 */
export function toCaptions({ text, durationInSeconds, segments, words = [] }: Transcript): TranscriptSegment[] {
  const spoken = segments ?? (text === '' ? [] : [{ start: 0, end: durationInSeconds, text }]);
  return spoken.flatMap((segment) => {
    const own = words.filter(({ start }) => start >= segment.start && start < segment.end);
    return own.length === 0 ? [segment] : cutBetween(own);
  });
}

/** Where a caption is best cut: at the end of a sentence, or else of a clause. */
const ENDS = [/[.?!…。！？]["'”’)\]]*$/u, /[,;:—–、，；：]["'”’)\]]*$/u];

function cutBetween(words: readonly TranscriptWord[]): TranscriptSegment[] {
  const captions: TranscriptSegment[] = [];
  for (let from = 0; from < words.length;) {
    const most = longest(words, from);
    const to = most === words.length ? most : bestCut(words, from, most);
    captions.push(captionOf(words.slice(from, to)));
    from = to;
  }
  return captions;
}

/** Behind the last word up to which a caption fits; at least one word is in it. */
function longest(words: readonly TranscriptWord[], from: number): number {
  const begun = words[from]?.start ?? 0;
  let letters = words[from]?.text.length ?? 0;
  let to = from + 1;
  for (let next = words[to]; next !== undefined; next = words[to]) {
    letters += 1 + next.text.length;
    if (letters > MOST_LETTERS || next.end - begun > MOST_SECONDS) break;
    to += 1;
  }
  return to;
}

/** Behind the last word in the second half of a full caption that ends a sentence, or else a clause; the full caption if none does. */
function bestCut(words: readonly TranscriptWord[], from: number, most: number): number {
  const full = captionOf(words.slice(from, most));
  const isHalf = (to: number): boolean => {
    const { end, text } = captionOf(words.slice(from, to));
    return 2 * text.length >= full.text.length || 2 * (end - full.start) >= full.end - full.start;
  };
  for (const ending of ENDS) {
    for (let to = most; to > from && isHalf(to); to -= 1) if (ending.test(words[to - 1]?.text ?? '')) return to;
  }
  return most;
}

function captionOf(words: readonly TranscriptWord[]): TranscriptSegment {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text: words.map(({ text }) => text).join(' ') };
}

/** Captions as a SubRip file; empty for none. */
export function toSubRip(captions: readonly TranscriptSegment[]): string {
  return captions.map(({ start, end, text }, index) => `${index + 1}\n${timed(start, ',')} --> ${timed(end, ',')}\n${text}\n`).join('\n');
}

/** Captions as a WebVTT file (https://www.w3.org/TR/webvtt1/). */
export function toWebVtt(captions: readonly TranscriptSegment[]): string {
  const cues = captions.map(({ start, end, text }) => `\n${timed(start, '.')} --> ${timed(end, '.')}\n${escaped(text)}\n`);
  return `WEBVTT\n${cues.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Hours, minutes, seconds and milliseconds. */
function timed(seconds: number, point: ',' | '.'): string {
  const whole = Math.round(seconds * 1000);
  const digits = (value: number, length: number): string => String(Math.floor(value)).padStart(length, '0');
  return `${digits(whole / 3_600_000, 2)}:${digits((whole / 60_000) % 60, 2)}:${digits((whole / 1000) % 60, 2)}${point}${digits(whole % 1000, 3)}`;
}
