import type { Random } from './random.ts';

const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}]\p{M}*/gu;
/** Letters that are typed as these where a keyboard lacks them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ı: 'i', ø: 'o', æ: 'ae', ß: 'ss' };

/** As many type it: now and then without accents, capitals or stops. */
export function typed(text: string, random: Random): string {
  const style = random.next();
  const plain = style < 0.15 ? unaccented(text) : text;
  return style > 0.08 && style < 0.25
    ? plain
        .toLowerCase()
        .replaceAll(/[.,;:!?。，！、«»„“”"]/g, ' ')
        .trim()
    : plain;
}

function unaccented(text: string): string {
  return text.replaceAll(ACCENTED, (letter) => PLAIN_LETTERS[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, ''));
}
