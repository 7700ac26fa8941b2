import { joinGapped, withGaps, type Gapped } from '../../core/gapped-words.ts';
import type { Transcript, TranscriptSegment, TranscriptWord } from '../../ports/speech.ts';

/** The longest caption people can read at once: two lines of 42 letters, at most six seconds (BBC subtitle guidelines). */
const MOST_LETTERS = 84;
const MOST_SECONDS = 6;

/** Longest segment in seconds. */
const LONGEST_SEGMENT = 12;

/**
 * The captions of a transcript, in order. Segments with word timestamps are split between words so that each caption fits a screen,
 * where a sentence or a clause ends if it can be; otherwise each segment is a caption, and without segments one caption has all the text.
 * Empty for an empty transcript.
 */
export function toCaptions(transcript: Transcript): TranscriptSegment[] {
  return captionsByPause(transcript).flatMap((captions) => ('text' in captions ? [captions] : captions.map(captionOf)));
}

/**
 * The segments of a transcript, each of whole captions: up to one that ends a sentence or to a pause, or else of at most 12 seconds. Those of a
 * recogniser without word timestamps stay as they are, and without any timestamps one segment has all the text.
 */
export function toSegments(transcript: Transcript): TranscriptSegment[] {
  return captionsByPause(transcript).flatMap((captions) => ('text' in captions ? [captions] : joinedToSentences(captions).map(captionOf)));
}

type Words = readonly Gapped<TranscriptWord>[];

/** The words of each caption of each segment that a recogniser gave, which cuts at pauses; the segment itself if it has no words. */
function captionsByPause({ text, durationInSeconds, segments, words = [] }: Transcript): (TranscriptSegment | Words[])[] {
  const spoken = segments ?? (text === '' ? [] : [{ start: 0, end: durationInSeconds, text }]);
  return spoken.map((segment) => {
    const own = words.filter(({ start }) => start >= segment.start && start < segment.end);
    return own.length === 0 ? segment : cutBetween(withGaps(segment.text, own));
  });
}

function joinedToSentences(captions: readonly Words[]): Words[] {
  const segments: Words[] = [];
  for (const caption of captions) {
    const last = segments.at(-1) ?? [];
    const isLong = (caption.at(-1)?.end ?? 0) - (last[0]?.start ?? 0) > LONGEST_SEGMENT;
    if (last.length === 0 || ENDS_SENTENCE.test(last.at(-1)?.text ?? '') || isLong) segments.push(caption);
    else segments[segments.length - 1] = [...last, ...caption];
  }
  return segments;
}

/** The end of a sentence; titles have a full stop, too. */
export const ENDS_SENTENCE = /(?<!(?:^|\s)(?:Mrs?|Ms|Dr|St|Prof))[.?!…。！？]["'”’)\]]*$/u;
const ENDS_CLAUSE = /[,;:—–、，；：]["'”’)\]]*$/u;

function cutBetween(words: Words): Words[] {
  const captions: Words[] = [];
  for (let from = 0; from < words.length;) {
    const to = bestCut(words, from, longest(words, from));
    captions.push(words.slice(from, to));
    from = to;
  }
  return captions;
}

/** Behind the last word up to which a caption fits; at least one word is in it. */
function longest(words: Words, from: number): number {
  const begun = words[from]?.start ?? 0;
  let letters = words[from]?.text.length ?? 0;
  let to = from + 1;
  for (let next = words[to]; next !== undefined; next = words[to]) {
    letters += next.gap.length + next.text.length;
    if (letters > MOST_LETTERS || next.end - begun > MOST_SECONDS) break;
    to += 1;
  }
  return to;
}

/**
 * Behind the last word of a full caption that ends a sentence, but behind the first if the caption goes on with one that has begun before;
 * else behind the last in its second half that ends a clause; the full caption if none does.
 */
function bestCut(words: Words, from: number, most: number): number {
  const ends = (at: number, ending: RegExp): boolean => ending.test(words[at]?.text ?? '');
  const places = Array.from({ length: most - from }, (_, index) => from + index);
  const begins = from === 0 || ends(from - 1, ENDS_SENTENCE);
  const sentence = begins ? places.findLast((at) => ends(at, ENDS_SENTENCE)) : places.find((at) => ends(at, ENDS_SENTENCE));
  if (sentence !== undefined) return sentence + 1;
  if (most === words.length) return most;
  const full = captionOf(words.slice(from, most));
  const clause = places.findLast((at) => ends(at, ENDS_CLAUSE));
  if (clause === undefined) return most;
  const { end, text } = captionOf(words.slice(from, clause + 1));
  const isHalf = 2 * text.length >= full.text.length || 2 * (end - full.start) >= full.end - full.start;
  return isHalf ? clause + 1 : most;
}

function captionOf(words: Words): TranscriptSegment {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text: joinGapped(words) };
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
