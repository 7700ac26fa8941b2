import { fromBase32, fromBase64, fromEscapes, fromHex } from '../normalisation/code-readers.ts';

/** Limit on the decoded characters per text. */
const MAX_DECODED = 65_536;
/** Encodings within one another that are decoded. */
const MAX_LAYERS = 3;
/** Up to this length a run is also read from its second, third and fourth character on, behind a name that runs into it. */
const MAX_SHIFTED = 1024;
const BASE64 = /[A-Za-z0-9+/_-]{8,}/g;
const BASE32 = /[A-Z2-7]{13,}|[a-z2-7]{13,}/g;
const HEX = /(?:0x|\\x)?[0-9a-f]{2}(?:[ :,-]?(?:0x|\\x)?[0-9a-f]{2}){5,}/gi;
const ESCAPE = /%[0-9a-f]{2}|\\[ux]|&#/i;
const UNPRINTABLE = /[^\P{C}\n\r\t]/u;

/**
 * What the base64, base32, hexadecimal and escapes of a text say, also within one another and whether or not it is language: codes and
 * numbers are none.
 */
export function codedValues(text: string): readonly string[] {
  const found = new Set<string>();
  let left = MAX_DECODED;
  let layer: readonly string[] = [text];
  for (let depth = 0; depth < MAX_LAYERS && layer.length > 0; depth += 1) {
    const next: string[] = [];
    for (const coded of layer) {
      for (const said of decodings(coded)) {
        if (left <= 0) return [...found];
        if (said.length < 4 || found.has(said) || UNPRINTABLE.test(said)) continue;
        left -= said.length;
        found.add(said);
        next.push(said);
      }
    }
    layer = next;
  }
  return [...found];
}

function* decodings(text: string): Generator<string> {
  if (ESCAPE.test(text)) {
    const said = fromEscapes(text);
    if (said !== undefined && said !== text) yield said;
  }
  for (const [run] of text.matchAll(HEX)) {
    const said = fromHex(run.replaceAll(/\\x|-/g, ''));
    if (said !== undefined) yield said;
  }
  for (const [run] of text.matchAll(BASE32)) {
    const said = fromBase32(run);
    if (said !== undefined) yield said;
  }
  for (const [run] of text.matchAll(BASE64)) yield* base64(run);
  // Lines of mail break long codes.
  const joined = /[A-Za-z0-9+/_-]\r?\n[A-Za-z0-9+/_-]/.test(text) ? text.replaceAll(/\r?\n/g, '') : '';
  for (const [run] of joined.matchAll(BASE64)) yield* base64(run);
}

/** The readings of a run of base64; slashes in it may also part the path of a URL. */
function* base64(run: string): Generator<string> {
  const pieces = run.includes('/') ? [run, ...run.split('/').filter((piece) => piece.length >= 8)] : [run];
  for (const piece of pieces) {
    const shifts = piece.length <= MAX_SHIFTED ? 4 : 1;
    for (let shift = 0; shift < shifts; shift += 1) {
      const said = fromBase64(piece.slice(shift));
      if (said === undefined) continue;
      yield said;
      break;
    }
  }
}
