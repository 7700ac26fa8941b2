import type { JsonValue } from '../../core/json.ts';

/** Characters of a text that are as much work as a visit of a value. */
export const CHARACTERS = 64;

/** A text that equal values share, whatever the order of their fields. Calls `spend` with the work. */
export function equalityKey(value: JsonValue, spend: (work: number) => void): string {
  spend(typeof value === 'string' ? 1 + value.length / CHARACTERS : 1);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => equalityKey(item, spend)).join(',')}]`;
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${equalityKey(item, spend)}`);
  return `{${fields.toSorted().join(',')}}`;
}

/** Whether one number is a multiple of another as both are written in decimals, without the errors of binary fractions. */
export function isMultiple(value: number, of: number): boolean {
  const [whole, places] = decimal(value);
  const [divisor, divisorPlaces] = decimal(of);
  const scale = Math.max(places, divisorPlaces);
  return divisor !== 0n && (whole * 10n ** BigInt(scale - places)) % (divisor * 10n ** BigInt(scale - divisorPlaces)) === 0n;
}

/** A number as a whole one and how many of its digits are behind the point; negative for zeros in front of it. */
function decimal(value: number): readonly [whole: bigint, places: number] {
  const [digits = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const [before = '0', after = ''] = digits.split('.');
  return [BigInt(before + after), after.length - Number(exponent)];
}

/** The name that schemas have for the type of a value. */
export function typeOf(value: JsonValue): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a value is of a type that schemas name. */
export function isOfType(value: JsonValue, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : type === typeOf(value);
}

/** Whether a value is under a bound, if that is one. */
export function isUnder(value: number, bound: JsonValue | undefined): boolean {
  return typeof bound === 'number' && value < bound;
}

/** Whether a value is over a bound, if that is one. */
export function isOver(value: number, bound: JsonValue | undefined): boolean {
  return typeof bound === 'number' && value > bound;
}

/** The length of a text in characters, not in UTF-16 code units. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) length -= 1;
  }
  return length;
}
