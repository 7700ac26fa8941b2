/** Character codes that begin JSON escapes (RFC 8259, section 7). */
export const BACKSLASH = 92;
export const LETTER_U = 117;
/** Length of a `\uXXXX` escape in UTF-16 code units. */
export const CODE_ESCAPE = 6;
/** By code of the character after a backslash: one more than the code it stands for; 0 if it forms no escape. */
export const SAID = new Uint8Array(128);
for (const [kind = '', said = ''] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'])
  SAID[kind.charCodeAt(0)] = said.charCodeAt(0) + 1;

/** By code: one more than the value of a hexadecimal digit; 0 for any other character. */
export const HEX_DIGITS: Readonly<Uint8Array> = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[0-9a-fA-F]/.test(character) ? Number.parseInt(character, 16) + 1 : 0;
});

/** Value of four hexadecimal digits; -1 for anything else. */
export function codeAt(raw: string, start: number): number {
  let code = 0;
  for (let index = start; index < start + 4; index += 1) {
    const digit = HEX_DIGITS[raw.charCodeAt(index)] ?? 0;
    if (digit === 0) return -1;
    code = code * 16 + digit - 1;
  }
  return code;
}

/** Number of characters converted to a string at once. */
const BLOCK = 8192;

/** Decodes everything unchanged except lone surrogates. */
const WHOLE = new TextDecoder('utf-16le', { ignoreBOM: true });
const FIRST_HALF = 0xd800;
const LAST_HALF = 0xdfff;

function hasHalves(units: Uint16Array): boolean {
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index] ?? 0;
    if (unit >= FIRST_HALF && unit <= LAST_HALF) return true;
  }
  return false;
}

/** The string of UTF-16 code units. */
export function textOfUnits(units: Uint16Array<ArrayBuffer>): string {
  if (units.length > BLOCK && !hasHalves(units)) return WHOLE.decode(units);
  let text = '';
  for (let start = 0; start < units.length; start += BLOCK)
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(start, start + BLOCK));
  return text;
}
