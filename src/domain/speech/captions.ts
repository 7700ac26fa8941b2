import type { Transcript, TranscriptSegment, TranscriptWord } from '../../ports/speech.ts';

/** The longest caption people can read at once: two lines of 42 letters, at most six seconds (BBC subtitle guidelines). */
const MOST_LETTERS = 84;
const MOST_SECONDS = 6;

/**
 * The captions of a transcript, in order. Segments with word timestamps are split between words so that each caption fits a screen;
 * otherwise each segment is a caption, and without segments one caption has all the text. Empty for an empty transcript.
 */
export function toCaptions({ text, durationInSeconds, segments, words = [] }: Transcript): TranscriptSegment[] {
  const spoken = segments ?? (text === '' ? [] : [{ start: 0, end: durationInSeconds, text }]);
  return spoken.flatMap((segment) => {
    const own = words.filter(({ start }) => start >= segment.start && start < segment.end);
    return own.length === 0 ? [segment] : cutBetween(own);
  });
}

function cutBetween(words: readonly TranscriptWord[]): TranscriptSegment[] {
  const captions: TranscriptSegment[] = [];
  for (const { start, end, text } of words) {
    const last = captions.at(-1);
    const longer = last === undefined ? undefined : { start: last.start, end, text: `${last.text} ${text}` };
    if (longer === undefined || longer.text.length > MOST_LETTERS || longer.end - longer.start > MOST_SECONDS) {
      captions.push({ start, end, text });
    } else captions[captions.length - 1] = longer;
  }
  return captions;
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
