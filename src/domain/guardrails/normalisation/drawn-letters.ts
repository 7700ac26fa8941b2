const FIRST_LETTER = 97;
const LETTERS = 26;
/** First of the letters in filled circles, in filled squares, of those that flags are made of, and of those in parentheses. */
const ALPHABETS: readonly number[] = [0x1f150, 0x1f170, 0x1f1e6, 0x249c];
/** Small capitals with the letters that they are, as fonts of messages draw them. */
const SMALL_CAPITALS = 'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz';
/** Braille of the letters a to z, without contractions; the cell without dots is a space. */
const BRAILLE = '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵';
const NO_DOTS = 0x2800;

/** Letters that are drawn as signs and that NFKC leaves as they are, by code point. */
export const DRAWN_LETTERS: ReadonlyMap<number, string> = new Map([
  ...ALPHABETS.flatMap((first) => Array.from({ length: LETTERS }, (_, place) => [first + place, letterAt(place)] as const)),
  ...Array.from(SMALL_CAPITALS.matchAll(/(.)(.)/gu), ([, from = '', to = '']) => [from.charCodeAt(0), to] as const),
  ...Array.from(BRAILLE, (cell, place) => [cell.charCodeAt(0), letterAt(place)] as const),
  [NO_DOTS, ' '],
]);

function letterAt(place: number): string {
  return String.fromCharCode(FIRST_LETTER + place);
}
