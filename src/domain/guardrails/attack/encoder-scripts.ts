import { isAsciiLetter } from '../normalisation/ascii.ts';
import { CLASSES, LETTER } from '../normalisation/character-classes.ts';

/** Behind the Latin letters. */
const OTHER_SCRIPTS = 0x250;
/** More of a stretch is not looked at. */
const MOST = 2000;

/**
 * Whether most letters of a stretch are of scripts that the encoder has no words for and reads letter by letter: its opinion
 * of them is worth less than none. Linear in the length of the stretch, and no more than a sample of it is read.
 */
export function isBeyondEncoder(text: string, start = 0, end = text.length): boolean {
  let latin = 0;
  let others = 0;
  const last = Math.min(end, start + MOST);
  for (let index = start; index < last; index += 1) {
    const code = text.charCodeAt(index);
    if (isAsciiLetter(code)) latin += 1;
    else if (code >= OTHER_SCRIPTS && ((CLASSES[code] ?? 0) & LETTER) !== 0) others += 1;
  }
  return others > latin;
}
