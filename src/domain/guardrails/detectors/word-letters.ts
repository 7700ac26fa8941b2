/**
 * What makes a number part of a longer word when it stands right beside, as inside a class of a regular expression: digits,
 * the underscore, and letters of scripts that set spaces between words. Chinese, Japanese, Korean, Thai, Lao, Khmer and
 * Burmese set none, or particles right behind a value.
 */
export const PART_OF_WORD = [
  String.raw`\p{N}_`,
  ...'Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Georgian Ethiopic'
    .split(' ')
    .map((script) => String.raw`\p{Script=${script}}`),
].join('');
