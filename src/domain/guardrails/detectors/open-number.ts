/** Lookahead for a word that explains a value, in characters. */
export const BEHIND = 24;

/** Maximum length of a value of any form, in characters. */
const MAX_OPEN = 96;
/** Minimum number of digits of a value that a word after it makes personal. */
const MIN_DIGITS = 5;
/** A word that may be part of a number in groups, or precede one. */
const IN_NUMBER = /\d|^[+(A-Za-z/]{0,3}$/;
/** An incomplete account number at the end of the text. */
const OPEN_ACCOUNT = /(?<![\p{L}\p{N}_])[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]){0,31}[ \u00a0.,-]?$/iu;
/** A possibly incomplete date with a month name, and enough of the text after it to show what it is. */
const OPEN_DATE =
  /\d{1,2}[^\s\d]{0,2}(?: (?:(?:of|de) )?(?:\p{L}{0,10}[.,]{0,2}|\p{L}{3,10}[.,]{0,2}(?: de?)?(?: (?:\d{1,4}|\d{4}[^]{0,24})?)?))?$|\d{4}\. ?\p{L}{0,14}(?: \d{0,2})?$/iu;
/** The same with the month before the day. */
const OPEN_MONTH =
  /(?<!\p{L})(?:[jfmasond]\p{L}?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?(?: (?:\d{1,2}(?:st?|nd?|rd?|th?)?(?:,? ?(?:\d{1,4}|\d{4}[^]{0,24})?)?)?)?)$/iu;

/** Start of the first value that may be incomplete, or that a word right after it may yet explain. */
export function openNumber(text: string): number {
  const least = Math.max(0, text.length - MAX_OPEN - BEHIND);
  const end = text.slice(least);
  const start = Math.min(openGroups(end), openAt(OPEN_ACCOUNT, end), openAt(OPEN_DATE, end), openAt(OPEN_MONTH, end));
  return least + start;
}

function openAt(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.index ?? text.length;
}

/** Start of the first sequence of words that may be groups of one number and is still relevant. */
function openGroups(text: string): number {
  const settled = text.length - BEHIND;
  let [start, digits, counted] = [0, 0, 0];
  let last = -1;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (index - last > 2 || !IN_NUMBER.test(word)) {
      if (digits >= MIN_DIGITS && counted >= settled) return start;
      [start, digits, counted] = [index, 0, 0];
    }
    last = index + word.length;
    const own = word.replaceAll(/\D/g, '').length;
    if (own > 0) counted = last;
    digits += own;
  }
  if (last < text.length - 2) last = -1;
  if (last >= 0 && (counted >= settled || digits === 0)) return start;
  return text.length;
}
