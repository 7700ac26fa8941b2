import { isEnglish } from './common-words.ts';

/** Characters that are looked at, and so many of them must be followed by the same once more. */
const SAMPLE = 48;
const LEAST = 14;

/** Quick filter: whether every letter of a text may be written twice. */
export function mayBeDoubled(text: string): boolean {
  let doubles = 0;
  for (let index = 0; index < SAMPLE; index += 1) if (isLetterTwice(text, index)) doubles += 1;
  return doubles >= LEAST;
}

function isLetterTwice(text: string, index: number): boolean {
  const code = text.charCodeAt(index) | 32;
  return code >= 97 && code <= 122 && (text.charCodeAt(index + 1) | 32) === code;
}

/** A text in lower case with the letters that are written twice written once (`iiggnnoorree`); undefined if it is no English then. */
export function undoubled(text: string): string | undefined {
  if (!mayBeDoubled(text)) return undefined;
  const said = text.toLowerCase().replaceAll(/([a-z ])\1/g, '$1');
  return isEnglish(said) ? said : undefined;
}
