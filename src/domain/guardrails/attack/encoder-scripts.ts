import { isAsciiLetter } from '../normalisation/ascii.ts';
import { CLASSES, LETTER } from '../normalisation/character-classes.ts';

/** First code beyond the Latin letters. */
const OTHER_SCRIPTS = 0x250;
/** Sample size: only so many characters of a span are read. */
const MOST = 2000;

/**
 * Whether most letters of a span are of scripts for which the encoder has no vocabulary and reads letter by letter: its opinion
 * on them is worse than none. Linear in the length of the span, of which only a sample is read.
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
