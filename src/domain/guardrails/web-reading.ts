import { shiftBefore, type JsonReading, type PartReading } from './json-reading.ts';

/**
 * A character of ASCII as addresses write it, such as `%20`, also where an address stands in another one: `%2520`; and as HTML
 * does, by its number or its name.
 */
const CODES = /%(?:25){0,3}([0-7][\dA-Fa-f])|&#(?:0{0,5}(\d{1,3})|[xX]0{0,4}([\dA-Fa-f]{1,2}));|&([a-z]{2,6});/g;
/** The names that stand for what a finding may hold, or be bordered by. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ nbsp: ' ', amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', commat: '@', colon: ':', period: '.', equals: '=' }),
);

/** What a text says where characters stand in codes of the web (RFC 3986, section 2.1; HTML), those of ASCII alone. Linear in its length. */
export function readWebCodes(raw: string): JsonReading {
  const pieces: string[] = [];
  const places: number[] = [];
  const shifts: number[] = [];
  let [from, length, shift] = [0, 0, 0];
  for (const { 0: code, 1: percent, 2: decimal, 3: hexadecimal, 4: name = '', index } of raw.matchAll(CODES)) {
    const number = decimal === undefined ? Number.parseInt(percent ?? hexadecimal ?? '', 16) : Number(decimal);
    const said = Number.isNaN(number)
      ? NAMED.get(name)
      : number === NO_BREAK
        ? ' '
        : number < ASCII
          ? String.fromCharCode(number)
          : undefined;
    if (said === undefined) continue;
    pieces.push(raw.slice(from, index), said);
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

const ASCII = 128;
const NO_BREAK = 160;

/** What the addresses and the HTML in a part say, over its deepest reading; undefined where that is what is written. */
export function webReading({
  read,
  again,
}: {
  readonly read: PartReading;
  readonly again: readonly PartReading[];
}): PartReading | undefined {
  const { part, placed } = again.at(-1) ?? read;
  if (!part.text.includes('%') && !part.text.includes('&')) return undefined;
  const { text, written } = readWebCodes(part.text);
  if (text === part.text) return undefined;
  return { part: { ...part, text }, placed: (finding) => placed({ ...finding, start: written(finding.start), end: written(finding.end) }) };
}
