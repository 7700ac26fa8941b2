/** Character classes, as bits of the entries of `CLASSES`. */
export const LETTER = 1;
export const NUMBER = 2;
export const MARK = 4;
export const SPACE = 8;

/**
 * The classes of every UTF-16 code unit that is a whole character; 0 for surrogates. A table lookup is many times faster than a
 * regular expression.
 */
export const CLASSES: Uint8Array = classes();

function classes(): Uint8Array {
  const codes = Uint16Array.from({ length: 0x10000 }, (_, code) => (code >= 0xd800 && code <= 0xdfff ? 0 : code));
  const parts: string[] = [];
  for (let from = 0; from < codes.length; from += 0x1000) parts.push(String.fromCharCode(...codes.subarray(from, from + 0x1000)));
  const all = parts.join('');
  const table = new Uint8Array(0x10000);
  for (const [pattern, bit] of [
    [/\p{L}+/gu, LETTER],
    [/\p{N}+/gu, NUMBER],
    [/\p{M}+/gu, MARK],
    [/\s+/gu, SPACE],
  ] as const) {
    for (const { 0: run, index } of all.matchAll(pattern)) {
      for (let code = index; code < index + run.length; code += 1) table[code] = (table[code] ?? 0) | bit;
    }
  }
  return table;
}

/** From this code unit on a character may take two units. */
export const SURROGATES = 0xd800;

/** A single letter, of one code unit or two. */
export const ASTRAL_LETTER = /^\p{L}$/u;

/** Whether a letter of two code units begins at an index; `code` is its first unit. */
export function isAstralLetter(text: string, index: number, code: number): boolean {
  return code >= SURROGATES && code <= 0xdbff && ASTRAL_LETTER.test(String.fromCodePoint(text.codePointAt(index) ?? 0));
}
