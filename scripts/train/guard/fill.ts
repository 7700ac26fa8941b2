import type { Random } from './random.ts';

/** Puts a word of its list in the place of every `{name}`; the lists may hold places of their own. */
export function fill(template: string, lists: Readonly<Record<string, readonly string[]>>, random: Random): string {
  return template.replaceAll(/\{([\p{L}\d]+)\}/gu, (_, name: string) => fill(random.pick(lists[name] ?? ['']), lists, random));
}

/** One of the orders about one of the deeds in the list `crime`, which stands in its `{crime}` or, with a capital, in its `{Crime}`. */
export function fillOrder(orders: readonly string[], lists: Readonly<Record<string, readonly string[]>>, random: Random): string {
  const crime = fill('{crime}', lists, random);
  const order = random
    .pick(orders)
    .replace('{crime}', () => crime)
    .replace('{Crime}', () => capital(crime));
  return fill(order, lists, random);
}

/** The text with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text with `an` for `a` before a vowel's sound. */
export function withArticles(text: string): string {
  return text.replaceAll(/\b([Aa]) (?=[aeio](?!ne\b|u)|[AI][A-Z]|u[np](?!i))/g, '$1n ');
}

/** The text in lines of no more than so many characters, where there are spaces. */
export function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(new RegExp(`(.{1,${width}})( |$)`, 'gu'), '$1\n').trimEnd())
    .join('\n');
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}]/u;

/** Sentences one after the other, each with a capital, parted by spaces where their script has them. */
export function paragraph(sentences: readonly string[]): string {
  return joined(sentences.map(capital));
}

/** Sentences one after the other as they are, parted by spaces where their script has them. */
export function joined(sentences: readonly string[]): string {
  return sentences.join(UNSPACED.test(sentences.join('')) ? '' : ' ');
}
