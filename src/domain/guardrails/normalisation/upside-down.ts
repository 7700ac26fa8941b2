import { isEnglish } from './common-words.ts';

/** Letters and signs that look like others turned by 180 degrees, and what those are. */
const UPRIGHT: ReadonlyMap<string, string> = new Map([
  ...pairs('ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz', 'abcdefghijklmnopqrstuvwxyz'),
  ...pairs('ɓᵷıʃ∀ƆƎℲ⅁ſ⋊˥WNԀᴚ⊥┴∩ΛM⅄˙¿¡', 'ggilacefgjklmnprttuvwy.?!'),
]);
/** Of the letters that no other text has in number, some in nearly every word. */
const TURNED = /[ǝʇɐɹ]/g;
const LEAST_TURNED = 3;
/** Longer texts are no drawings. */
const MAX_LENGTH = 4000;

function pairs(turned: string, upright: string): (readonly [string, string])[] {
  return Array.from(turned, (sign, place) => [sign, upright.charAt(place)] as const);
}

/** Quick filter: whether a text might be written upside down. No false negatives. */
export function mayBeUpsideDown(text: string): boolean {
  return text.length <= MAX_LENGTH && (text.match(TURNED)?.length ?? 0) >= LEAST_TURNED;
}

/** A text written in letters that look upside down, read from its end or from its beginning; undefined if neither is English. */
export function uprightText(text: string): string | undefined {
  if (!mayBeUpsideDown(text)) return undefined;
  const signs = Array.from(text, (sign) => UPRIGHT.get(sign) ?? sign);
  const onward = signs.join('').toLowerCase();
  const back = signs.toReversed().join('').toLowerCase();
  return [back, onward].find((reading) => isEnglish(reading)) ?? [back, onward].find((reading) => isEnglish(reading, true));
}
