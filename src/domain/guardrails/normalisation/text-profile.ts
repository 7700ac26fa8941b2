/** What one walk over a text says of it, so that most checks need not look at it again. Holds until two other texts are surveyed. */
export interface TextProfile {
  readonly text: string;
  readonly isAscii: boolean;
  /** No more characters stand in a row that keys, tokens and code are made of: letters, digits and the signs of addresses. */
  readonly longestRun: number;
  /** Digits from 0 to 9, and those of full width. */
  readonly digits: number;
  readonly wideDigits: number;
  /** Where the first of the digits stand, `MOST_PLACES` of them. */
  readonly places: Int32Array;
}

/** Surveys a text. */
export type ProfileText = (text: string) => TextProfile;

/** So many digits of a text are known by their places. */
export const MOST_PLACES = 4096;

/** What every issued token, and all base64, is made of. */
const IN_RUN = /[A-Za-z0-9_.:~+/=!$%@-]/;
/** All bits of a character that goes on a run, none of any other: there is nothing to decide at every character. */
const GOES_ON = Int32Array.from({ length: 128 }, (_, code) => (IN_RUN.test(String.fromCharCode(code)) ? -1 : 0));
const ZERO = 48;
const WIDE_ZERO = 0xff10;
const DIGITS = 10;
const ASCII = 128;
/** What is beyond ASCII is taken for what its last bits are: a run seems longer then, never shorter. */
const LAST_BITS = 127;

/** Surveys texts one after the other, and remembers the last two: several checks read the same, some in two readings. Linear in the length of the text. */
export function createTextProfiler(): ProfileText {
  const rooms = [new Int32Array(MOST_PLACES), new Int32Array(MOST_PLACES)] as const;
  let last: TextProfile | undefined;
  let before: TextProfile | undefined;
  return (text) => {
    if (last?.text === text) return last;
    const profile = before?.text === text ? before : surveyed(text, last?.places === rooms[0] ? rooms[1] : rooms[0]);
    before = last;
    last = profile;
    return profile;
  };
}

function surveyed(text: string, places: Int32Array): TextProfile {
  const { length } = text;
  let run = 0;
  let longestRun = 0;
  let digits = 0;
  let wideDigits = 0;
  let all = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    all |= code;
    run = (run + 1) & (GOES_ON[code & LAST_BITS] ?? 0);
    if (run > longestRun) longestRun = run;
    if ((code - ZERO) >>> 0 < DIGITS) {
      if (digits < MOST_PLACES) places[digits] = index;
      digits += 1;
    } else if ((code - WIDE_ZERO) >>> 0 < DIGITS) wideDigits += 1;
  }
  return { text, isAscii: all < ASCII, longestRun, digits, wideDigits, places };
}
