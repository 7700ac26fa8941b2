import type { FileFormat } from '../../core/file-types.ts';
import { declaredCharset, markedCharset } from './declared-charset.ts';
import { fileFault } from './faults.ts';
import { likelyCharsets, likelyWideCharsets } from './likely-charset.ts';

/** How much of a file is searched for what is no text. */
const SAMPLE = 64 * 1024;
/** A text with a larger share of control characters, but for one, is not text. */
const MAX_CONTROL = 0.02;
const WHOLE_PER_BROKEN = 4;
/** What is less likely than this is no text. */
const LEAST_LIKELIHOOD = -10;

/**
 * Decodes a text file: by its byte order mark, as UTF-16 without one if it has bytes that no other text has, as UTF-8 if valid, by the
 * charset it declares, as UTF-8 with few broken characters, otherwise in the charset in which it is most likely a text. Line ends become
 * line feeds and trailing spaces are removed, so that there are only line feeds between blocks. Throws `invalid_file` if it is not text.
 */
export function decodeText(bytes: Uint8Array, format: FileFormat): string {
  const text = decode(bytes, format).replace(/^\uFEFF/, '');
  if (text.includes('\0') || isBinary(text)) throw fileFault('invalid_file', 'it holds binary data, not text.');
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const controls = sample.match(/(?!\s)\p{Cc}|\uFFFD/gu)?.length ?? 0;
  return controls > 1 + sample.length * MAX_CONTROL;
}

function decode(bytes: Uint8Array, format: FileFormat): string {
  const marked = markedCharset(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  const wide = wideText(bytes);
  if (wide !== undefined) return wide;
  const declared = declaredCharset(bytes, format);
  // Of the charsets without bytes above 127 only this one is not UTF-8 too. A page converted to UTF-8 may still declare another.
  if (declared === 'iso-2022-jp') return new TextDecoder(declared).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return declared === undefined || declared === 'utf-8' ? decodeUndeclared(bytes) : new TextDecoder(declared).decode(bytes);
  }
}

function decodeUndeclared(bytes: Uint8Array): string {
  const lossy = new TextDecoder().decode(bytes);
  if (isMostlyWhole(lossy)) return lossy;
  for (const { charset } of likelyCharsets(bytes)) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      // It does not fit the rest of the file: the next candidate.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Whether bytes decoded as UTF-8 are that, but for a stray byte here and there: other charsets hardly ever contain its characters. */
function isMostlyWhole(text: string): boolean {
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const whole = text.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0;
  return whole > broken * WHOLE_PER_BROKEN;
}

/** UTF-16 without a byte order mark: half of its bytes are zero, or others that are control characters elsewhere. */
function wideText(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 !== 0 || !bytes.subarray(0, SAMPLE).some((byte) => byte < 9)) return undefined;
  const [best] = likelyWideCharsets(bytes);
  if (best === undefined || best.likelihood < LEAST_LIKELIHOOD) return undefined;
  const text = new TextDecoder(best.charset).decode(bytes);
  return isBinary(text) ? undefined : text;
}
