import { cardinalWords, numberWords, ordinalWords } from './number-words.ts';
import type { ReadingRule } from './reading-rule.ts';

const GREEK =
  'α alpha,β beta,γ gamma,δ delta,ε epsilon,ζ zeta,η eta,θ theta,ι iota,κ kappa,λ lambda,μ mu,µ mu,ν nu,ξ xi,ο omicron,π pi,ρ rho,ς sigma,σ sigma,τ tau,υ upsilon,φ phi,χ chi,ψ psi,ω omega';
const SIGNS =
  '× times,÷ divided by,± plus or minus,√ square root of,∛ cube root of,≤ is less than or equal to,≥ is greater than or equal to,≠ is not equal to,≈ is about,≡ is equivalent to,∞ infinity,∑ sum of,∏ product of,∫ integral of,∂ partial,∆ delta,∈ in,∉ not in,∪ union,∩ intersection,⊂ is a subset of,∀ for all,∃ there exists,¬ not,∧ and,∨ or,→ to,⇒ implies,← from,↔ to and from,⇔ if and only if,° degrees,© copyright,§ section,¶ paragraph,† ,‡ ,™ ,® ,№ number,% percent,& and,€ euros,£ pounds,¥ yen,$ dollars,¢ cents,⁄ over,➜ to,➡ to,⟶ to,✓ check,✗ X,✅ check,❌ X,❎ X,👍 thumbs up,👎 thumbs down,❤ heart,♥ heart,💔 broken heart,😀 smile,😊 smile,🙂 smile,😂 laughing,🤣 laughing,😢 crying,😭 crying,😍 heart eyes,😎 cool,🤔 thinking,😉 wink,😡 angry,😱 shocked,🙏 thank you,👏 applause,👋 wave,🔥 fire,🎉 party,🚀 rocket,⭐ star,🌟 star,💡 idea,⚠ warning,🍕 pizza,🎂 birthday cake,☕ coffee,🍺 beer,🐶 dog,🐱 cat,🌞 sun,☀ sun,🌧 rain,❄ snow,🌈 rainbow,💰 money,📧 mail,📞 telephone,🏠 house,🚗 car,✈ plane,💯 one hundred,🤖 robot,👀 eyes,💪 strong,🥳 party,🔒 lock,📅 calendar,⏰ alarm clock,🎵 music,🌍 earth,🏆 trophy,🎁 present';
const NAMES: ReadonlyMap<string, string> = new Map(
  [...GREEK.split(','), ...SIGNS.split(',')].map((entry) => {
    const blank = entry.indexOf(' ');
    return [entry.slice(0, blank), entry.slice(blank + 1)];
  }),
);

/**
 * The name of a symbol in speech notation, or an empty text. An emoji is named only if it stands for a word (between words of a line, or
 * alone); at the beginning or end, or after punctuation, it is decoration and silent.
 */
export function symbolWords(sign: string, before: string, after: string): string {
  const name = NAMES.get(sign) ?? NAMES.get(sign.toLowerCase()) ?? '';
  if (!/\p{Extended_Pictographic}/u.test(sign) || /[©™®↔➡]/u.test(sign)) return name;
  const left = before.trim();
  const right = after.replace(/^[\uFE0F\u200D]+/, '').trim();
  if (left === '' && right === '') return name;
  return /[\p{L}\p{N},]$/u.test(left) && /^[\p{L}\p{N}]/u.test(right) ? name : '';
}

/** Rows of numbers in circles, in parentheses or with a full stop: the first sign of each, its number, and how many there are. */
const CIRCLED: readonly (readonly [first: number, number: number, count: number])[] = [
  [0x2460, 1, 20],
  [0x2474, 1, 20],
  [0x2488, 1, 20],
  [0x24ea, 0, 1],
  [0x24eb, 11, 10],
  [0x24f5, 1, 10],
  [0x24ff, 0, 1],
  [0x2776, 1, 10],
  [0x2780, 1, 10],
  [0x278a, 1, 10],
  [0x3251, 21, 15],
  [0x32b1, 36, 15],
];

function circledNumber(sign: string): number {
  const point = sign.charCodeAt(0);
  const row = CIRCLED.find(([first, , count]) => point >= first && point < first + count);
  return row === undefined ? 0 : point - row[0] + row[1];
}

/** Mathematical and other symbols between numbers and words. */
export const SYMBOL_RULES: readonly ReadingRule[] = [
  {
    pattern: /<3(?!\s?[\d\w])/y,
    say: (_, { before }) => (/[\d)a-z]\s?$/.test(before) && !/[a-z]{2}\s?$/.test(before) ? undefined : 'heart'),
  },
  {
    pattern: /([+\-−*])=(?!=)/y,
    say: ([, sign = '']) => `${{ '+': 'plus', '*': 'times' }[sign] ?? 'minus'} equals`,
  },
  { pattern: /\+\+/y, say: (_, { before }) => (/\w$/.test(before) ? 'plus plus' : '') },
  { pattern: /(?:<=|=<)/y, say: () => 'is less than or equal to' },
  { pattern: />=/y, say: () => 'is greater than or equal to' },
  { pattern: /(?:!==?|<>)/y, say: () => 'is not equal to' },
  { pattern: /(?:<?[-=]{1,2}>|→)/y, say: () => 'to' },
  { pattern: /={2,3}(?!=)/y, say: () => 'equals' },
  { pattern: /=(?!=)/y, say: () => 'equals' },
  { pattern: /<(?=\s?[\w.$∞√-])/y, say: () => 'less than' },
  { pattern: />(?=\s?[\w.$∞√-])/y, say: () => 'greater than' },
  { pattern: /\s?\+\s?(?=[\w($])/y, say: () => 'plus' },
  { pattern: /\+/y, say: (_, { before }) => (/\w$/.test(before) ? 'plus' : '') },
  { pattern: /\s?[*∗·](?=\s?[\d(])/y, say: (_, { before }) => (/[\d)a-z]\s?$/.test(before) ? 'times' : undefined) },
  // Behind other marks than those that numbers end with, a hyphen between two of them is a range: «30-35'».
  { pattern: /[-–](?=[1-9]\d{0,3}[A-Za-z]?(?![\w.-]))/y, say: (_, { before }) => (/(?<![\w.-])\d{1,4}$/.test(before) ? 'to' : undefined) },
  { pattern: /−/y, say: () => 'minus' },
  {
    pattern: /[\u2460-\u249B\u24EA-\u24FF\u2776-\u2793\u3251-\u325F\u32B1-\u32BF]/y,
    say: ([sign = '']) => cardinalWords(String(circledNumber(sign))),
  },
  {
    pattern: /\^\{?(-?(?:\d{1,3}|[a-z](?![a-z])))\}?/y,
    say: ([, power = '']) =>
      power === '2'
        ? 'squared'
        : power === '3'
          ? 'cubed'
          : `to the ${/[a-z]/.test(power) ? power.replace('-', 'minus ').replace(/[a-z]$/, (letter) => letter.toUpperCase()) : power.startsWith('-') ? numberWords(power) : ordinalWords(power)}`,
  },
  { pattern: /\^(?=\()/y, say: () => 'to the power of' },
  { pattern: /²/y, say: () => 'squared' },
  { pattern: /³/y, say: () => 'cubed' },
  {
    pattern: /\/(?=\s?(?:\w|(?<=[)²³!]\s?\/\s?)\())/y,
    say: (_, { before, after }) =>
      /[)²³!]\s?$/.test(before) && /^\s?(?:\d|\(|[a-z](?![a-z]))/.test(after)
        ? 'over'
        : /\d\s?$/.test(before)
          ? /^\s?\d/.test(after)
            ? 'over'
            : 'per'
          : /^(?:or|s|her|she)\b/.test(after)
            ? ' '
            : 'slash',
  },
];
