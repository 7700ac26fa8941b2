/** Metadata of libphonenumber, version 4: arrays without names for their places. */
export interface PhoneMetadata {
  /** The countries that share each calling code, the main one first. */
  readonly country_calling_codes: Readonly<Record<string, readonly string[]>>;
  readonly countries: Readonly<Record<string, CountryMetadata>>;
  /** Calling codes of no country. */
  readonly nonGeographic: Readonly<Record<string, CountryMetadata>>;
}

/** What is known of a country. Absent values are zeros, so that a place is read by what it holds. */
type CountryMetadata = readonly unknown[];

/** Places in the metadata of a country. */
const PATTERN = 2;
const LENGTHS = 3;
const NATIONAL_PREFIX = 5;
const PREFIX_PATTERN = 7;
const PREFIX_RULE = 8;
const LEADING_DIGITS = 10;
const TYPES = 11;

/** Whether the digits behind a calling code are a possible number there. */
export type NumberingPlan = (national: string) => boolean;

/** A country among those that share a calling code. */
interface Country {
  readonly lengths: readonly number[];
  readonly owns: (national: string) => boolean;
}

/**
 * The numbering plan of a calling code, or `undefined` if nobody has this code. It answers as `isPossible` of libphonenumber-js does
 * from the same metadata, without the parser, which compiles its patterns anew for every number.
 */
export function createNumberingPlan(metadata: PhoneMetadata, callingCode: string): NumberingPlan | undefined {
  const countries = (metadata.country_calling_codes[callingCode] ?? []).map((name) => metadata.countries[name] ?? []);
  const main = countries[0] ?? metadata.nonGeographic[callingCode];
  if (main === undefined) return undefined;
  const lengthsOf = createLengths(main, countries);
  const withoutPrefix = createPrefixReader(main, lengthsOf);
  return (national) => {
    const number = withoutPrefix(national);
    return lengthsOf(number).includes(number.length);
  };
}

/** The lengths that numbers have in the country of a number. Only countries that differ in them have to be told apart. */
function createLengths(main: CountryMetadata, countries: readonly CountryMetadata[]): (national: string) => readonly number[] {
  const lengths = numbersAt(main, LENGTHS);
  if (countries.every((country) => String(country[LENGTHS]) === String(lengths))) return () => lengths;
  const candidates = countries.map(toCountry);
  return (national) => candidates.find(({ owns }) => owns(national))?.lengths ?? lengths;
}

function toCountry(country: CountryMetadata): Country {
  const lengths = numbersAt(country, LENGTHS);
  const leading = textAt(country, LEADING_DIGITS);
  if (leading !== undefined) {
    const start = new RegExp(`^(?:${leading})`);
    return { lengths, owns: (national) => start.test(national) };
  }
  const whole = entirely(textAt(country, PATTERN) ?? '');
  const patterns = listAt(country, TYPES).flatMap((type) => (Array.isArray(type) ? (textAt(type, 0) ?? []) : []));
  const types = entirely(patterns.join('|'));
  return { lengths, owns: (national) => patterns.length > 0 && whole.test(national) && types.test(national) };
}

/** Takes away the prefix of calls inside the country, if a number that may be possible remains. */
function createPrefixReader(main: CountryMetadata, lengthsOf: (national: string) => readonly number[]): (national: string) => string {
  const prefix = textAt(main, PREFIX_PATTERN) ?? textAt(main, NATIONAL_PREFIX);
  if (prefix === undefined) return (national) => national;
  const start = new RegExp(`^(?:${prefix})`);
  const rule = textAt(main, PREFIX_RULE);
  const whole = entirely(textAt(main, PATTERN) ?? '');
  return (national) => {
    const match = start.exec(national);
    if (match === null) return national;
    const isRewritten = rule !== undefined && match.length > 1 && Boolean(match.at(-1));
    const number = isRewritten ? national.replace(start, rule) : national.slice(match[0].length);
    if (number === national || (whole.test(national) && !whole.test(number))) return national;
    const lengths = lengthsOf(number);
    return lengths.includes(number.length) || number.length > (lengths.at(-1) ?? 0) ? number : national;
  };
}

function entirely(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

function textAt(values: readonly unknown[], place: number): string | undefined {
  const value = values[place];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function listAt(values: readonly unknown[], place: number): readonly unknown[] {
  const value = values[place];
  return Array.isArray(value) ? value : [];
}

function numbersAt(values: readonly unknown[], place: number): readonly number[] {
  return listAt(values, place).filter((value) => typeof value === 'number');
}
