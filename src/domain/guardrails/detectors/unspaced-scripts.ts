const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Cache by character of the basic plane: 0 unknown, 1 no, 2 yes. */
const KNOWN = new Uint8Array(0x10000);

/** Whether a character's script is written without spaces between words. */
export function isUnspaced(code: number): boolean {
  if (code <= 0xdff) return false;
  const known = (KNOWN[code] ||= UNSPACED.test(String.fromCharCode(code)) ? 2 : 1);
  return known === 2;
}
