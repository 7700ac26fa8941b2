import { cardinalWords, ordinalWords, romanValue, yearWords } from './number-words.ts';
import type { ReadingRule } from './reading-rule.ts';

const REGNAL =
  /\b(?:King|Queen|Pope|Emperor|Tsar|Henry|Louis|Charles|George|Edward|Elizabeth|William|James|Richard|John|Paul|Pius|Benedict|Napoleon|Philip|Catherine|Nicholas|Alexander|Frederick|Mary|Ramses|Leo|Victoria|Francis|Ferdinand|Juan|Carlos|Innocent|Gregory|Clement|Wilhelm) $/;
const COUNTED =
  /\b(chapters?|parts?|books?|volumes?|vols?\.|ch\.|art\.|sec\.|pt\.|acts?|scene|section|article|appendix|phase|type|world war|super bowl|rocky|class|stage|level|title|figure|table|canto|psalm|grade|war|final fantasy|apollo|saturn) $/i;
/** After «part I» these go on about the part; after the pronoun none of them can follow. */
const AFTER_NUMERAL =
  /^ (?:of|and|or|to|in|for|with|from|through|versus|vs|at|on|as|by|is|has|does|are|were|clinical|listed|(?:error|trial|cancer|tumou?r|disease|drug|interferon|railroad|superconductor|building|stud)(?:s|y|ies)?|diabetes|hypersensitivity|collagen)\b/;
/** After «Part I» these can only follow the pronoun. */
const AFTER_PRONOUN =
  /^ (?:am|have|had|do|did|don't|didn't|will|would|can|could|should|want|need|like|liked|love|loved|think|thought|know|knew|mean)\b/;

/** Whether an I is the pronoun: «the book I read», but «Book I begins» and «type I error». */
function isPronoun(before: string, after: string): boolean {
  if (!/^ [a-z]/.test(after)) return false;
  const noun = COUNTED.exec(before)?.[1];
  if (noun === undefined) return true;
  return /^[A-Z]|^world war/.test(noun) ? AFTER_PRONOUN.test(after) : !AFTER_NUMERAL.test(after);
}

/** A numeral as the words before it ask for; undefined if they ask for none. */
function readNumeral(written: string, value: number, before: string): string | undefined {
  if (COUNTED.test(before)) return cardinalWords(String(value));
  if (REGNAL.test(before)) return value < 40 ? `the ${ordinalWords(String(value))}` : undefined;
  // No word or abbreviation looks like a year of four or more letters, such as MMXXIV.
  if (written.length > 3 && value >= 1000 && value < 2100) return yearWords(String(value));
  // Longer numerals are no words, initials or abbreviations.
  return /^(?:II|III|VII|VIII|IX|XII|XIII)$/.test(written) && /[A-Z][a-z]+ $/.test(before) ? cardinalWords(String(value)) : undefined;
}

/** What the numbers of a book's first pages follow, which are written small. */
const PAGES = /\b(?:pages?|pp?\.?) $/i;

/**
 * Roman numerals after a ruler's name (ordinal), after a counted noun or «page» (cardinal) and before «century» (ordinal), and those of
 * years.
 */
export const ROMAN_RULES: readonly ReadingRule[] = [
  {
    pattern: /([ivxl]{1,8})(?:[-–]([ivxl]{1,8}))?(?![A-Za-z’'])/y,
    say: ([, from = '', to], { before }) => {
      const pages = (to === undefined ? [from] : [from, to]).map((page) => romanValue(page.toUpperCase()));
      if (pages.includes(undefined) || !PAGES.test(before)) return undefined;
      return pages.map((page) => cardinalWords(String(page))).join(' to ');
    },
  },
  {
    pattern: /([IVXLC]{1,8})[-–]([IVXLC]{1,8})(?![A-Za-z])/y,
    say: ([, from = '', to = ''], { before }) => {
      const [first, last] = [romanValue(from), romanValue(to)];
      if (first === undefined || last === undefined || !COUNTED.test(before)) return undefined;
      return `${cardinalWords(String(first))} to ${cardinalWords(String(last))}`;
    },
  },
  {
    pattern: /([IVX]{1,6})(?= (?:century|centuries)\b)/y,
    say: ([, written = '']) => (romanValue(written) === undefined ? undefined : ordinalWords(String(romanValue(written)))),
  },
  {
    pattern: /([IVXLCDM]{1,15})(['’]s)?(?![A-Za-z’'])/y,
    say: ([, written = '', possessive = ''], { before, after }) => {
      const value = romanValue(written);
      if (value === undefined || (written === 'I' && isPronoun(before, after))) return undefined;
      const said = readNumeral(written, value, before);
      return said === undefined ? undefined : said + possessive.replace('’', "'");
    },
  },
];
