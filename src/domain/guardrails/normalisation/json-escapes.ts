/** The codes of what escapes of JSON begin with (RFC 8259, section 7). */
export const BACKSLASH = 92;
export const LETTER_U = 117;
/** UTF-16 units of an escape that says a character by its code. */
export const CODE_ESCAPE = 6;
/** One more than what the character behind a backslash says, by its code; 0 for what is no escape. */
export const SAID = new Uint8Array(128);
for (const [kind = '', said = ''] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'])
  SAID[kind.charCodeAt(0)] = said.charCodeAt(0) + 1;

/** One more than what a hexadecimal digit says, by its code; 0 for what is none. */
export const HEX_DIGITS: Readonly<Uint8Array> = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[0-9a-fA-F]/.test(character) ? Number.parseInt(character, 16) + 1 : 0;
});

/** Four hexadecimal digits as a number; -1 for anything else. */
export function codeAt(raw: string, start: number): number {
  let code = 0;
  for (let index = start; index < start + 4; index += 1) {
    const digit = HEX_DIGITS[raw.charCodeAt(index)] ?? 0;
    if (digit === 0) return -1;
    code = code * 16 + digit - 1;
  }
  return code;
}

/** Characters that are made into a text at once. */
const BLOCK = 8192;

/** Takes everything as it is but halves of characters that stand alone. */
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

/** The text of UTF-16 units. */
export function textOfUnits(units: Uint16Array<ArrayBuffer>): string {
  if (units.length > BLOCK && !hasHalves(units)) return WHOLE.decode(units);
  let text = '';
  for (let start = 0; start < units.length; start += BLOCK)
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(start, start + BLOCK));
  return text;
}
