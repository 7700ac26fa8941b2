/**
 * What makes a number part of a longer word when it stands right beside, as inside a class of a regular expression: digits
 * and letters of scripts that set spaces between words. Chinese, Japanese, Korean, Thai, Lao, Khmer and
 * Burmese set none, or particles right behind a value.
 */
export const PART_OF_WORD = [
  String.raw`\p{N}`,
  ...'Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Georgian Ethiopic'
    .split(' ')
    .map((script) => String.raw`\p{Script=${script}}`),
].join('');

/** An underscore is part of a word where more of it stands on its other side; alone it sets what it stands around in italics. */
export const NO_NAME_BEFORE = String.raw`(?<![\p{L}\p{N}_]_)`;
export const NO_NAME_BEHIND = String.raw`(?!_[\p{L}\p{N}_])`;
