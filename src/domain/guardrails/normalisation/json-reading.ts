import type { Finding, GuardPart } from '../../../ports/guard.ts';
import { isJsonText } from '../redaction/json-notation.ts';
import { changedWindows, type TextWindow } from './changed-windows.ts';
import { createSpanDecoder, shiftBefore, type DecodedText } from './decoded-text.ts';
import { BACKSLASH, CODE_ESCAPE, codeAt, LETTER_U, SAID, textOfUnits } from './json-escapes.ts';
import { readThrough } from './read-through.ts';

/** An escape cut off by the end of the text. */
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/;
/**
 * Decodes the JSON escapes of a text wherever they stand, also outside strings, where valid JSON has none. An invalid escape is
 * left as is. Linear in the length of the text.
 */
export function readEscapes(raw: string): DecodedText {
  const first = raw.indexOf('\\');
  if (first < 0) return { text: raw, written: (place) => place };
  return readFew(raw, first) ?? readMany(raw, first);
}

/** With more backslashes than this, everything after the first is decoded unit by unit. */
const FEW = 4096;

/** Fast path for a text with few backslashes: copies the stretches between them; undefined if there are more. */
function readFew(raw: string, first: number): DecodedText | undefined {
  const decoder = createSpanDecoder(raw);
  let backslashes = 0;
  let next = first;
  for (let at = first; at >= 0; at = raw.indexOf('\\', next)) {
    backslashes += 1;
    if (backslashes > FEW) return undefined;
    const kind = raw.charCodeAt(at + 1);
    const said = kind === LETTER_U ? codeAt(raw, at + 2) : (SAID[kind] ?? 0) - 1;
    next = at + 1;
    if (said < 0) continue;
    next += kind === LETTER_U ? 5 : 1;
    decoder.replace(at, next, String.fromCharCode(said));
  }
  return decoder.finish() ?? { text: raw, written: (place) => place };
}

function readMany(raw: string, first: number): DecodedText {
  const units = new Uint16Array(raw.length - first);
  // For each escape, its place in the decoded text and the total number of units saved by it and all earlier ones.
  const places = new Uint32Array((units.length >> 1) + 1);
  const shifts = new Uint32Array((units.length >> 1) + 1);
  let [length, count, shift] = [0, 0, 0];
  for (let index = first; index < raw.length; index += 1) {
    const code = raw.charCodeAt(index);
    if (code !== BACKSLASH) {
      units[length++] = code;
      continue;
    }
    const kind = raw.charCodeAt(index + 1);
    const said = kind === LETTER_U ? codeAt(raw, index + 2) : (SAID[kind] ?? 0) - 1;
    units[length] = said < 0 ? code : said;
    if (said >= 0) {
      const more = kind === LETTER_U ? 5 : 1;
      index += more;
      shift += more;
      places[count] = first + length;
      shifts[count++] = shift;
    }
    length += 1;
  }
  if (count === 0) return { text: raw, written: (place) => place };
  const [at, by] = [places.slice(0, count), shifts.slice(0, count)];
  const text = raw.slice(0, first) + textOfUnits(units.subarray(0, length));
  return { text, written: (place) => place + shiftBefore(at, by, place) };
}

/** How much of a growing text can be decoded: everything but an incomplete escape at its end. */
export function readableLength(raw: string): number {
  const last = raw.lastIndexOf('\\');
  if (last < raw.length - LONGEST_CUT || last < 0) return raw.length;
  let first = last;
  while (first > 0 && raw[first - 1] === '\\') first -= 1;
  // In a row of backslashes every second one is escaped.
  if ((last - first) % 2 === 1) return raw.length;
  return CUT_ESCAPE.test(raw.slice(last)) ? last : raw.length;
}

/** Length of the longest incomplete escape. */
const LONGEST_CUT = CODE_ESCAPE - 1;

/** A part as the checks read it, and a mapping of findings back to the text as written. */
export interface PartReading {
  readonly part: GuardPart;
  /** Where the text differs from the reading before it, if that is little of it; undefined if the whole text is to be inspected. */
  readonly windows?: readonly TextWindow[] | undefined;
  placed<Found extends Finding>(finding: Found): Found;
}

/** Decodes a part's text if it is JSON; otherwise the text is read as written. */
export function readPart(part: GuardPart): PartReading {
  if (part.readAs !== undefined || !part.text.includes('\\') || isJsonText(part.id, part.text) !== true) return { part, placed: asItIs };
  const { text, written } = readEscapes(part.text);
  return {
    part: { ...part, text, readAs: 'json' },
    placed: (finding) => ({ ...finding, start: written(finding.start), end: written(finding.end) }),
  };
}

/** How many times the strings of a text are decoded again: JSON may contain JSON that contains JSON; other text may contain JSON. */
const MAX_LEVELS = { json: 2, text: 1 } as const;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;

/**
 * Further readings of a text that contains escapes after decoding, as nested JSON does; usually none. Text escaped more deeply
 * than this is decoded completely in one pass. A growing text is read only up to an incomplete escape.
 */
export function readAgain(text: string, readAs: 'json' | 'text', isGrowing = false): DecodedText[] {
  return atOnce(readAgainStepwise(text, readAs, isGrowing));
}

/** Runs a generator to its result, ignoring the pauses. */
function atOnce<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** `readAgain` with a pause before each pass over the text. */
function* readAgainStepwise(text: string, readAs: 'json' | 'text', isGrowing: boolean): Generator<void, DecodedText[]> {
  const readings: DecodedText[] = [];
  let last: DecodedText = { text, written: (place) => place };
  while (readings.length < MAX_LEVELS[readAs] && last.text.includes('\\')) {
    const before = last;
    yield;
    const next = readEscapes(isGrowing ? before.text.slice(0, readableLength(before.text)) : before.text);
    if (next.text === before.text) return readings;
    last = { text: next.text, written: (place) => before.written(next.written(place)) };
    readings.push(last);
  }
  if (!last.text.includes('\\')) return readings;
  const isCut = isGrowing && readableLength(last.text) < last.text.length;
  if (!isCut && !ESCAPE.test(last.text)) return readings;
  yield;
  readings.push(readThroughBehind(last, isGrowing));
  return readings;
}

/**
 * Decodes the escapes left after a reading completely. Starts from that reading, so that it equals it where no escapes are left:
 * in a growing text it is not yet known whether deeper escapes will follow.
 */
function readThroughBehind({ text, written }: DecodedText, isGrowing: boolean): DecodedText {
  const through = readThrough(text, isGrowing, written);
  return { text: through.text, written: (place) => written(through.written(place)) };
}

/** A part as the checks read it, and further readings where decoded text contains escapes again. */
export interface PartReadings {
  readonly read: PartReading;
  readonly again: readonly PartReading[];
}

/** All readings of a part: its text, and further readings where decoded text contains escapes again. */
export function readingsOf(part: GuardPart): PartReadings {
  if (!part.text.includes('\\')) return { read: { part, placed: asItIs }, again: NOT_AGAIN };
  return atOnce(readingsStepwise(part));
}

/** `readingsOf` with a pause before each pass over the text, which takes milliseconds for a long one. */
export function* readingsStepwise(part: GuardPart): Generator<void, PartReadings> {
  if (!part.text.includes('\\')) return { read: { part, placed: asItIs }, again: NOT_AGAIN };
  const read = readPart(part);
  const { text: own, readAs = 'text' } = read.part;
  const readings = yield* readAgainStepwise(own, readAs, false);
  if (readings.length === 0) return { read, again: [] };
  // Leaving half an escape behind would break the JSON.
  const placed: PartReading['placed'] =
    readAs === 'json' ? (finding) => read.placed({ ...finding, ...onEscapes(readings, finding) }) : read.placed;
  const again: PartReading[] = [];
  for (const { text, written } of readings) {
    yield;
    again.push({
      part: { ...read.part, text },
      windows: changedWindows(own, { text, written }),
      placed: (finding) => placed({ ...finding, start: written(finding.start), end: written(finding.end) }),
    });
  }
  return { read: { part: read.part, placed }, again };
}

const NOT_AGAIN: readonly PartReading[] = [];

/** Widens a span that ends inside an escape of other readings of the text, so that it covers the whole escape. */
function onEscapes(readings: readonly DecodedText[], { start, end }: { readonly start: number; readonly end: number }) {
  let [from, to] = [start, end];
  for (const reading of readings) [from, to] = [escapeBefore(reading, from), escapeBehind(reading, to)];
  return { start: from, end: to };
}

/** How much of a reading was written before a place, not counting an escape that spans the place. */
export function readUpTo({ text, written }: DecodedText, place: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (written(middle) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The place itself, or the start of the escape that spans it. Places are in the text as written. */
export function escapeBefore(reading: DecodedText, place: number): number {
  const length = readUpTo(reading, place);
  // No escapes are known beyond the end of the reading.
  return length === reading.text.length ? place : reading.written(length);
}

function escapeBehind(reading: DecodedText, place: number): number {
  const before = escapeBefore(reading, place);
  if (before === place) return place;
  let next = place + 1;
  while (escapeBefore(reading, next) !== next) next += 1;
  return next;
}

/** Identity mapping for a text that is read as written. */
export function asItIs<Found>(finding: Found): Found {
  return finding;
}
