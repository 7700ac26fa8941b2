import { cardinalWords, numberWords } from './number-words.ts';
import type { ReadingRule, Surroundings } from './reading-rule.ts';

const NUMBER = '(\\d{1,3}(?:,\\d{3}){1,6}(?:\\.\\d{1,30})?|\\d{1,15}(?:\\.\\d{1,30})?|\\.\\d{1,30})';
const ASKED = /(?:[+×*÷=]\s?|\b(?:what is|what's|calculate|compute|evaluate|solve)\s)$/i;
/** Hours are written as «from 9 - 5», results as «won 110 - 98». */
const SPANNED =
  /\b(?:from|between|open|hours:?|works?|working|won|wins?|lost|beat|led|leads?|(?:score|result)(?:s|d)?(?::| is| was| of)?) $/i;
const RATED =
  /\b(?:giv(?:e|es|en) (?:it|this|that|them|him|her)|gave (?:it|this|that|them|him|her)|rat(?:e|es|ed|ing)|rat(?:e|ed|ing)(?: it| this| is| of| at)|scor(?:e|ed|es|ing)|score (?:of|is|was)|got)(?: an?)?:? $/i;

/** People and cases are counted out of a number, not divided by it. */
const COUNTED = /^ (?:people|users|patients|customers|respondents|voters|doctors|dentists|cases|times|adults|children)\b/;

function value(written: string): number {
  return Number(written.replace(/,/g, ''));
}

/** Whether a hyphen between two numbers takes away rather than spans a range. */
function isDifference(from: string, to: string, spaced: boolean, { before, after }: Surroundings): boolean {
  // Between the names of two teams is a result.
  if (SPANNED.test(before) || (/[A-Z][a-z]+ $/.test(before) && /^ [A-Z][a-z]/.test(after))) return false;
  return /^\s?[=×*÷+]/.test(after) || /^ [-−] \d/.test(after) || ASKED.test(before) || (spaced && value(from) > value(to));
}

/** Differences, quotients and ratings («8/10»), which look like ranges and fractions. */
export const ARITHMETIC_RULES: readonly ReadingRule[] = [
  { pattern: /50[-–]50(?![\w.,]\d|\w)/y, say: () => 'fifty fifty' },
  {
    pattern: new RegExp(`${NUMBER}\\s?−\\s?${NUMBER}(?![\\w.,]\\d|\\w)`, 'y'),
    say: ([, from = '', to = '']) => `${numberWords(from)} minus ${numberWords(to)}`,
  },
  {
    pattern: new RegExp(`${NUMBER}(\\s?)[-–]\\2${NUMBER}(?![\\w]|[-–.,]\\d)`, 'y'),
    say: ([, from = '', space = '', to = ''], around) =>
      isDifference(from, to, space !== '', around) ? `${numberWords(from)} minus ${numberWords(to)}` : undefined,
  },
  {
    pattern: new RegExp(`${NUMBER}\\s/\\s${NUMBER}(?![\\w]|[.,]\\d)`, 'y'),
    say: ([, over = '', under = '']) => `${numberWords(over)} divided by ${numberWords(under)}`,
  },
  {
    pattern: new RegExp(`${NUMBER}/${NUMBER}(?![\\w/]|[.,]\\d)`, 'y'),
    say: ([, over = '', under = ''], { before, after }) => {
      if ((RATED.test(before) || COUNTED.test(after)) && /^(?:5|10|20|100)$/.test(under))
        return `${numberWords(over)} out of ${numberWords(under)}`;
      if (over.includes('.') || under.includes('.')) return `${numberWords(over)} over ${numberWords(under)}`;
      const quotient = value(over) / value(under);
      if (/^\s?=/.test(after) && quotient >= 1) return `${cardinalWords(over)} divided by ${cardinalWords(under)}`;
      return Number.isInteger(quotient) && quotient >= 10 ? `${cardinalWords(over)} over ${cardinalWords(under)}` : undefined;
    },
  },
];
