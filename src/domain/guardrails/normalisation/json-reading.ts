import type { Finding, GuardPart } from '../../../ports/guard.ts';
import { isJsonText } from '../redaction/json-notation.ts';
import { BACKSLASH, CODE_ESCAPE, codeAt, LETTER_U, SAID, textOfUnits } from './json-escapes.ts';
import { readThrough } from './read-through.ts';

/** What a JSON text says: its escapes decoded, everything else as it stands, and where each place of it was written. */
export interface JsonReading {
  readonly text: string;
  /** UTF-16 index in the written text of a place in `text`; the end of what was read for its length. */
  written(place: number): number;
}

/** An escape that the end of a text cuts off. */
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/;
/**
 * Reads a text with escapes. They are decoded wherever they stand, also outside strings, where valid JSON has none; what
 * looks like one and is none stands for itself. Linear in the length of the text.
 */
export function readEscapes(raw: string): JsonReading {
  const first = raw.indexOf('\\');
  if (first < 0) return { text: raw, written: (place) => place };
  return readFew(raw, first) ?? readMany(raw, first);
}

/** Backslashes of a text that are looked at one by one; of more everything behind the first is read unit by unit. */
const FEW = 4096;

/** The same of a text with few backslashes, of which the rest is taken over as it stands; undefined for more. */
function readFew(raw: string, first: number): JsonReading | undefined {
  const pieces: string[] = [];
  const places: number[] = [];
  const shifts: number[] = [];
  let [from, length, shift, looks] = [0, 0, 0, 0];
  let next = first;
  for (let at = first; at >= 0; at = raw.indexOf('\\', next)) {
    looks += 1;
    if (looks > FEW) return undefined;
    const kind = raw.charCodeAt(at + 1);
    const said = kind === LETTER_U ? codeAt(raw, at + 2) : (SAID[kind] ?? 0) - 1;
    next = at + 1;
    if (said < 0) continue;
    const more = kind === LETTER_U ? 5 : 1;
    next += more;
    shift += more;
    pieces.push(raw.slice(from, at), String.fromCharCode(said));
    length += at - from;
    places.push(length);
    shifts.push(shift);
    length += 1;
    from = next;
  }
  if (places.length === 0) return { text: raw, written: (place) => place };
  pieces.push(raw.slice(from));
  const [sorted, by] = [Uint32Array.from(places), Uint32Array.from(shifts)];
  return { text: pieces.join(''), written: (place) => place + shiftBefore(sorted, by, place) };
}

function readMany(raw: string, first: number): JsonReading {
  const units = new Uint16Array(raw.length - first);
  // Of every escape its place in the reading, and how much longer than what they say it and all before it are.
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

/** How much of a growing text can be read: all of it but an escape whose rest has not come. */
export function readableLength(raw: string): number {
  const last = raw.lastIndexOf('\\');
  if (last < raw.length - LONGEST_CUT || last < 0) return raw.length;
  let first = last;
  while (first > 0 && raw[first - 1] === '\\') first -= 1;
  // Of backslashes in a row every second one is what an escape says.
  if ((last - first) % 2 === 1) return raw.length;
  return CUT_ESCAPE.test(raw.slice(last)) ? last : raw.length;
}

/** No cut escape is longer. */
const LONGEST_CUT = CODE_ESCAPE - 1;

/** A part as checks read it, and a finding in what they read as one in what was written. */
export interface PartReading {
  readonly part: GuardPart;
  placed<Found extends Finding>(finding: Found): Found;
}

/** How checks read a part: what its text says where that is JSON, and the text itself elsewhere. */
export function readPart(part: GuardPart): PartReading {
  if (part.readAs !== undefined || !part.text.includes('\\') || isJsonText(part.id, part.text) !== true) return { part, placed: asItIs };
  const { text, written } = readEscapes(part.text);
  return {
    part: { ...part, text, readAs: 'json' },
    placed: (finding) => ({ ...finding, start: written(finding.start), end: written(finding.end) }),
  };
}

/** How often the strings of a text are read again one by one: of JSON, which may hold JSON that holds JSON, and of any other text. */
const MAX_LEVELS = { json: 2, text: 1 } as const;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;

/**
 * What a text says where it holds escapes, as JSON inside of JSON does, or JSON and code in a text: most often nothing else
 * than the text. What is escaped more often than it is read step by step is read through at once. One that grows is read up
 * to an escape whose rest has not come.
 */
export function readAgain(text: string, readAs: 'json' | 'text', isGrowing = false): JsonReading[] {
  return atOnce(readAgainStepwise(text, readAs, isGrowing));
}

/** What steps come to, without a pause between them. */
function atOnce<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same, with a pause before each time that a text is read through. */
function* readAgainStepwise(text: string, readAs: 'json' | 'text', isGrowing: boolean): Generator<void, JsonReading[]> {
  const readings: JsonReading[] = [];
  let last: JsonReading = { text, written: (place) => place };
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
 * What is left of escapes behind a reading, read through at once. From there on, so that it says the same as that reading
 * wherever no escape is left: of a growing text nobody knows yet whether one will come that has to be read through.
 */
function readThroughBehind({ text, written }: JsonReading, isGrowing: boolean): JsonReading {
  const through = readThrough(text, isGrowing, written);
  return { text: through.text, written: (place) => written(through.written(place)) };
}

/** A part as checks read it, and what that says where it holds escapes again. */
export interface PartReadings {
  readonly read: PartReading;
  readonly again: readonly PartReading[];
}

/** Every way in which checks read a part: what it says, and what that says where it holds escapes again. */
export function readingsOf(part: GuardPart): PartReadings {
  if (!part.text.includes('\\')) return { read: { part, placed: asItIs }, again: NOT_AGAIN };
  return atOnce(readingsStepwise(part));
}

/** The same, with a pause before each time that a text is read through: for a long one that takes milliseconds. */
export function* readingsStepwise(part: GuardPart): Generator<void, PartReadings> {
  if (!part.text.includes('\\')) return { read: { part, placed: asItIs }, again: NOT_AGAIN };
  const read = readPart(part);
  const { text: own, readAs = 'text' } = read.part;
  const readings = yield* readAgainStepwise(own, readAs, false);
  if (readings.length === 0) return { read, again: [] };
  // Half an escape that stays would break JSON.
  const placed: PartReading['placed'] =
    readAs === 'json' ? (finding) => read.placed({ ...finding, ...onEscapes(readings, finding) }) : read.placed;
  const again = readings.map(({ text, written }): PartReading => {
    return {
      part: { ...read.part, text },
      placed: (finding) => placed({ ...finding, start: written(finding.start), end: written(finding.end) }),
    };
  });
  return { read: { part: read.part, placed }, again };
}

const NOT_AGAIN: readonly PartReading[] = [];

/** A span that ends in no escape of other readings of the same text: it takes the whole of one. */
function onEscapes(readings: readonly JsonReading[], { start, end }: { readonly start: number; readonly end: number }) {
  let [from, to] = [start, end];
  for (const reading of readings) [from, to] = [escapeBefore(reading, from), escapeBehind(reading, to)];
  return { start: from, end: to };
}

/** How much of a reading was written up to a place, an escape that goes on over it not counted. */
export function readUpTo({ text, written }: JsonReading, place: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (written(middle) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A place in what was written, or the beginning of the escape that goes on over it. */
export function escapeBefore(reading: JsonReading, place: number): number {
  const length = readUpTo(reading, place);
  // Behind the end of what was read nothing is known of escapes.
  return length === reading.text.length ? place : reading.written(length);
}

function escapeBehind(reading: JsonReading, place: number): number {
  const before = escapeBefore(reading, place);
  if (before === place) return place;
  let next = place + 1;
  while (escapeBefore(reading, next) !== next) next += 1;
  return next;
}

/** A finding in a text that stands as it was written. */
export function asItIs<Found>(finding: Found): Found {
  return finding;
}

/** How much longer the escapes before a place are than what they say. */
export function shiftBefore(places: Uint32Array, shifts: Uint32Array, place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? Infinity) < place) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (shifts[low - 1] ?? 0);
}
