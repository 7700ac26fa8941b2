import { cardinalWords } from './number-words.ts';
import type { ReadingRule } from './reading-rule.ts';

/** The elements that formulas of everyday chemistry are made of. */
const ELEMENTS =
  'He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|As|Se|Br|Kr|Rb|Sr|Zr|Ag|Cd|Sn|Sb|Te|Xe|Cs|Ba|Pt|Au|Hg|Pb|Bi|Ra|Th|H|B|C|N|O|F|P|S|K|V|I|U';
/** An element and how many of its atoms there are. */
const ATOMS = `(?:${ELEMENTS})(?:[₀-₉]{1,3}|\\d{1,2})?`;
const PART = new RegExp(`(${ELEMENTS})|([0-9]{1,3})`, 'g');
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';
/** Letters, figures and signs below the line. */
const INDICES = '\u2080-\u209Cᵢᵣᵤᵥⱼ';
const INDEX_SIGNS: Readonly<Record<string, string>> = { '+': 'plus', '−': 'minus', '=': 'equals', '(': '', ')': '' };
const FUNCTIONS: Readonly<Record<string, string>> = {
  sin: 'sine',
  cos: 'cosine',
  tan: 'tangent',
  log: 'log',
  ln: 'natural log',
  exp: 'exponential',
  sqrt: 'square root',
};

/** Whether a run of symbols of elements is a formula rather than a word in capitals or camelCase. */
function isFormula(written: string): boolean {
  if (written === 'NaN' || /^[A-Z]{4,}\d*$/.test(written)) return false;
  const elements = written.match(new RegExp(ELEMENTS, 'g')) ?? [];
  const counted = /\d/.test(written) || /[₀-₉]/.test(written);
  return (
    elements.length > 1 &&
    (counted ? elements.length > 2 || /[a-z₀-₉]/.test(written) : /[A-Z][a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z]$)/.test(written))
  );
}

function formulaWords(written: string): string {
  const plain = written.replace(/[₀-₉]/g, (digit) => String(LOWERED.indexOf(digit)));
  return Array.from(plain.matchAll(PART), ([, element, count]) =>
    element === undefined ? (count === undefined ? '' : cardinalWords(count)) : element.toUpperCase().split('').join(' '),
  ).join(' ');
}

function derivative(name: string, primes: string): string {
  return `${name.toUpperCase()} ${['prime', 'double prime', 'triple prime'][primes.length - 1] ?? ''}`;
}

/** Formulas of chemistry by letter and number, and functions of mathematics «of» what they are taken of. */
export const FORMULA_RULES: readonly ReadingRule[] = [
  {
    pattern: new RegExp(`(?:${ATOMS}|\\((?:${ATOMS}){1,4}\\)(?:[₀-₉]{1,2}|\\d{1,2})){1,12}(?![\\w])`, 'y'),
    say: ([written = '']) => (isFormula(written) ? formulaWords(written) : undefined),
  },
  { pattern: /(sin|cos|tan|log|ln|exp|sqrt)\(/y, say: ([, name = '']) => `${FUNCTIONS[name] ?? ''} of` },
  {
    pattern: /([fgh])(['’′]{0,3})\(([a-z])\)/y,
    say: ([, name = '', primes = '', of = '']) => `${derivative(name, primes)} of ${of.toUpperCase()}`,
  },
  {
    pattern: /([A-Za-z])(['’′]{1,3})(?![\w'’"”])/y,
    say: ([, name = '', primes = ''], { before, after }) =>
      !/['‘]$/.test(before) && (/^(?:\(|\s?[=+*×÷<>≤≥])/.test(after) || /[=+*×÷]\s?$/.test(before)) ? derivative(name, primes) : undefined,
  },
  {
    pattern: /!(?![=!?])/y,
    say: (_, { before, after }) =>
      (/(?:(?<![A-Za-z'’])[a-z]|\d|\))$/.test(before) && /^(?:\s?[=+*×÷/<>≤≥]\s?[\w(]|\s[-−]\s[\w(]|[(^)])/.test(after)) ||
      /[=+*×÷/]\s?(?:[a-z]|\([^()]{1,20}\))$/.test(before)
        ? 'factorial'
        : undefined,
  },
  {
    pattern: new RegExp(`(log|[A-Za-z])?([${INDICES}]{1,8})(?!\\p{L})`, 'uy'),
    say: ([, name = '', written = ''], { before, after }) => {
      if (name === '' && !/\p{Script=Greek}$/u.test(before)) return undefined;
      const index = Array.from(written.normalize('NFKC'), (sign) => INDEX_SIGNS[sign] ?? sign.toUpperCase()).join(' ');
      const words = index.replace(/\d(?: \d)*/g, (digits) => cardinalWords(digits.replaceAll(' ', '')));
      if (name === 'log') return `log base ${words}${/^\s?\(/.test(after) ? ' of' : ''}`;
      // Vitamins and other names in capitals have plain numbers.
      return `${name.toUpperCase()} ${/^[A-Z]$/.test(name) ? '' : 'sub '}${words}`;
    },
  },
];
