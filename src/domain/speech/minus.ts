import type { Surroundings } from './reading-rule.ts';

const FUNCTION = 'sin|cos|tan|log|ln|exp|sqrt';
/** What is in no formula: words, but not products of variables such as «mx», marks that are none of mathematics, ends of clauses. */
const NO_FORMULA = new RegExp(
  `(?<![\\p{L}\\d])(?!(?:${FUNCTION}|pi|(?!by|my|th|st|nd|rd)[b-df-hj-np-tv-z]{2})(?!\\p{L}))\\p{L}{2,}|(?<=\\d)\\p{L}{4,}` +
    "|[.,](?=\\s|$)|[^\\p{Script=Latin}\\p{Script=Greek}\\d\\s=+*×÷·∙/^±√∛∞²³⁰-⁹₀-₉≤≥≠≈<>()[\\]|!,.'′_−-]",
  'gu',
);
/** An operand before a sign and the blank between them, and those behind it. An «a» or «I» before a word is none. */
const LEFT = /(?:\d|[)\]²³⁰-⁹₀-₉!|∞]|(?<=\p{L})['′]|(?<!\p{L})\p{L}{1,3})(\s?)$/u;
const RIGHT = new RegExp(`^(\\s?)(?:[(√∛∞|\\d]|(?:${FUNCTION})[([ ]|(?![aAI]\\s+\\p{L}{2})\\p{L}{1,2}(?![\\p{L}_]))`, 'u');
const NUMBERS = /(?<!\p{L})\d\s?-\s?\d+(?![A-Za-z\d²³⁰-⁹^])/u;
/** What only mathematics has: a relation or an operation between two operands, a power, a root. */
const EVIDENCE = /[\p{L}\d)\]|²³⁰-⁹₀-₉!'′]\s?[=+*×÷·∙±<>≤≥≠≈]=?\s?[-−±√∛(|[]{0,3}[\p{L}\d]|[\p{L}\d)\]][²³⁰-⁹^]|[√∛]\s?[\p{L}\d(]/u;
/** Brackets that are multiplied, raised or the argument of a function. */
const OPENED = /[\w)\]][([][^()[\]]{0,40}$/;
const CLOSED = /^[^()[\]]{0,40}[)\]](?:[(^²³⁰-⁹!*/]|\s?[=+×÷]\s?[\p{L}\d(])/u;
/** The bracket of a function. */
const ARGUMENT = new RegExp(`(?:(?<!\\p{L})[a-z]|(?:${FUNCTION}))\\($`, 'u');
/** A word that says what a value is, and words for what begins with a hyphen itself. */
const GIVES = /\b(?:is|are|be|was|were|equals?|equal to|becomes?|gives?|yields?|times|plus|minus|over|than) $/i;
const OPTIONS = /\b(?:flags?|options?|switch(?:es)?|arguments?|commands?|parameters?)\b/i;

/** Whether a hyphen, or with more evidence a dash, is the minus of a formula. Ranges of numbers and signed numbers are not asked about. */
export function isMinus(sign: string, around: Surroundings): boolean {
  const stops = Array.from(around.before.matchAll(NO_FORMULA), ({ 0: { length }, index }) => index + length);
  const before = around.before.slice(stops.at(-1) ?? 0);
  const after = around.after.slice(0, around.after.matchAll(NO_FORMULA).next().value?.index ?? around.after.length);
  const formula = `${before}-${after}`;
  const right = RIGHT.exec(around.after.slice(0, after.length + 3));
  if (right === null || right[0].length > after.length) return false;
  const left = LEFT.exec(before);
  const isSure = EVIDENCE.test(formula);
  if (left === null) return sign === '-' && right[1] === '' && isNegation(after, around, isSure);
  const pair = `${before.slice(-3)}-${after.slice(0, 3)}`;
  if (NUMBERS.test(pair) || /(?<![A-Za-z])a\s?-\s?z(?![A-Za-z])/i.test(pair)) return false;
  // Of models and vitamins the letter is a capital: «F-16».
  if (isSure) return !(/(?<!\p{L})[A-Z]$/u.test(before) && /^\d/.test(after)) || formula.includes('=');
  if (sign !== '-' || left[1] !== right[1]) return false;
  if (left[1] === '' && (OPENED.test(around.before) || CLOSED.test(after))) return /^(?:\d|[n-z](?!\p{L}))/u.test(after);
  if (left[1] === '') return /(?<![\w.-])\d{1,3}$/.test(around.before) && /^[n-z](?![\w-])/.test(after);
  // Of words in brackets nothing is taken away.
  if (/\)\s$/.test(before) && !before.includes('(')) return false;
  return !/(?<!\p{L})[A-Z]{1,3}\s$/u.test(before) && !/^\s(?:[A-Z]|\p{L}\d)/u.test(after);
}

/** Whether a hyphen in front of an operand makes it negative, rather than it being an option («ls -l») or a name. */
function isNegation(after: string, around: Surroundings, isSure: boolean): boolean {
  if (/[^\s=+*×÷·∙/^±√∛≤≥≠≈<>([|,]$/.test(around.before)) return false;
  if (/^\d+(?:\.\d+)?[a-z](?![A-Za-z\d])/.test(after)) return true;
  if (/^\d/.test(after)) return false;
  return (
    isSure ||
    ARGUMENT.test(around.before) ||
    /^[∞√∛]/.test(after) ||
    /=\s?$/.test(around.before) ||
    (GIVES.test(around.before) && /^\p{L}(?![\p{L}\d_-])/u.test(after) && !OPTIONS.test(around.before + around.after))
  );
}
