import { shiftBefore, type JsonReading, type PartReading } from './json-reading.ts';

/** A character of ASCII as addresses write it, such as `%20`, also where an address stands in another one: `%2520`. */
const CODES = /%(?:25){0,3}([0-7][\dA-Fa-f])/g;

/** What a text says where characters stand in percent signs (RFC 3986, section 2.1), those of ASCII alone. Linear in its length. */
export function readPercentSigns(raw: string): JsonReading {
  const pieces: string[] = [];
  const places: number[] = [];
  const shifts: number[] = [];
  let [from, length, shift] = [0, 0, 0];
  for (const { 0: code, 1: digits = '', index } of raw.matchAll(CODES)) {
    pieces.push(raw.slice(from, index), String.fromCharCode(Number.parseInt(digits, 16)));
    length += index - from;
    places.push(length);
    length += 1;
    shift += code.length - 1;
    shifts.push(shift);
    from = index + code.length;
  }
  if (places.length === 0) return { text: raw, written: (place) => place };
  pieces.push(raw.slice(from));
  const [sorted, by] = [Uint32Array.from(places), Uint32Array.from(shifts)];
  return { text: pieces.join(''), written: (place) => place + shiftBefore(sorted, by, place) };
}

/** What the addresses in a part say, over its deepest reading; undefined where that is what is written. */
export function addressReading({
  read,
  again,
}: {
  readonly read: PartReading;
  readonly again: readonly PartReading[];
}): PartReading | undefined {
  const { part, placed } = again.at(-1) ?? read;
  if (!part.text.includes('%')) return undefined;
  const { text, written } = readPercentSigns(part.text);
  if (text === part.text) return undefined;
  return { part: { ...part, text }, placed: (finding) => placed({ ...finding, start: written(finding.start), end: written(finding.end) }) };
}
