import { textOfUnits } from './json-escapes.ts';

/** Letters of other scripts that look Latin, by code. */
const LOOKALIKES: ReadonlyMap<number, number> = new Map(
  Array.from(
    'аaвbсcԁdеeѕsһhіiјjкkмmнhоoрpтtуyхxԛqԝwαaεeιiκkνvοoρpτtυuχxոnսuɡgıiӏlԍgɑaʏyꓲiƖl'.matchAll(/(.)(.)/gu),
    ([, from = '', to = '']) => [from.charCodeAt(0), to.charCodeAt(0)] as const,
  ),
);

/** What a word with such letters consists of: letters a to z, lookalikes (at least one), and characters allowed after that. */
const IS_LATIN = 1;
const IS_OTHER = 2;
const IS_TAIL = 4;
const KNOWN = 0x600;
const KINDS = Uint8Array.from({ length: KNOWN }, (_, code) => {
  const character = String.fromCharCode(code);
  const isOther = /[\u0370-\u03ff\u0400-\u052f\u0561-\u0587]/.test(character);
  return (
    (/[a-z]/.test(character) ? IS_LATIN | IS_TAIL : 0) |
    (isOther ? IS_OTHER : 0) |
    (isOther || (code >= 0x250 && code <= 0x3ff) ? IS_TAIL : 0)
  );
});
/** Limits on the letters a to z before the first lookalike, and on the characters after it. */
const MAX_BEFORE = 32;
const MAX_BEHIND = 64;

function kindOf(code: number): number {
  return code < KNOWN ? (KINDS[code] ?? 0) : 0;
}

/**
 * Replaces lookalike letters of other scripts by Latin ones, in words that also contain Latin letters. Linear in the length of
 * the text.
 */
export function foldConfusables(text: string): string {
  const { length } = text;
  let units: Uint16Array<ArrayBuffer> | undefined;
  let done = 0;
  for (let index = 0; index < length; index += 1) {
    if ((kindOf(text.charCodeAt(index)) & IS_OTHER) === 0) continue;
    let start = index;
    while (start > done && index - start < MAX_BEFORE && (kindOf(text.charCodeAt(start - 1)) & IS_LATIN) !== 0) start -= 1;
    let isMixed = start < index;
    let end = index + 1;
    for (; end < length && end - index <= MAX_BEHIND; end += 1) {
      const kind = kindOf(text.charCodeAt(end));
      if ((kind & IS_TAIL) === 0) break;
      if ((kind & IS_LATIN) !== 0) isMixed = true;
    }
    if (isMixed) {
      units ??= unitsOf(text);
      for (let place = start; place < end; place += 1) units[place] = LOOKALIKES.get(text.charCodeAt(place)) ?? text.charCodeAt(place);
    }
    done = end;
    index = end - 1;
  }
  return units === undefined ? text : textOfUnits(units);
}

/** Replaces every lookalike letter of a text by its Latin counterpart. */
export function latinised(text: string): string {
  return Array.from(text, (letter) => {
    const latin = LOOKALIKES.get(letter.charCodeAt(0));
    return latin === undefined ? letter : String.fromCharCode(latin);
  }).join('');
}

function unitsOf(text: string): Uint16Array<ArrayBuffer> {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
  return units;
}
