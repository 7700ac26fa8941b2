/** Facts gathered in one pass over a text, so that most checks need not read it again. Valid until two other texts have been profiled. */
export interface TextProfile {
  readonly text: string;
  readonly isAscii: boolean;
  /** Length of the longest run of characters that keys, tokens and encodings consist of: letters, digits and URL punctuation. */
  readonly longestRun: number;
  /** Number of digits, ASCII and full-width. */
  readonly digits: number;
  readonly wideDigits: number;
  /** Offsets of the first `MOST_PLACES` digits. */
  readonly places: Int32Array;
}

/** Profiles a text. */
export type ProfileText = (text: string) => TextProfile;

/** Number of digits whose offsets are recorded. */
export const MOST_PLACES = 4096;

/** Characters of vendor tokens and of base64. */
const IN_RUN = /[A-Za-z0-9_.:~+/=!$%@-]/;
/** All bits set for a character that continues a run, none for others: branch-free. */
const GOES_ON = Int32Array.from({ length: 128 }, (_, code) => (IN_RUN.test(String.fromCharCode(code)) ? -1 : 0));
const ZERO = 48;
const WIDE_ZERO = 0xff10;
const DIGITS = 10;
const ASCII = 128;
/** A non-ASCII character is classified by its low bits, so a run may seem longer than it is, never shorter. */
const LAST_BITS = 127;

/**
 * Creates a profiler that remembers the last two texts: several checks read the same one, some in two readings. Linear in the
 * length of the text.
 */
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
