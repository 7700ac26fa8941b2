/**
 * For a regular-expression class: characters that make an adjacent number part of a longer word, namely digits and letters of
 * scripts with spaces between words. Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese have none, or attach particles
 * directly to a value.
 */
export const PART_OF_WORD = [
  String.raw`\p{N}`,
  ...'Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Georgian Ethiopic'
    .split(' ')
    .map((script) => String.raw`\p{Script=${script}}`),
].join('');

/** An underscore joins a value to a word only if more of the word is on its other side; a single one is Markdown italics. */
export const NO_NAME_BEFORE = String.raw`(?<![\p{L}\p{N}_]_)`;
export const NO_NAME_BEHIND = String.raw`(?!_[\p{L}\p{N}_])`;
/** A slash and a letter go on the number of a part: `078-05-1221/B`. */
export const NO_PART_BEHIND = String.raw`(?!/[A-Z](?![\p{L}\d]))`;
