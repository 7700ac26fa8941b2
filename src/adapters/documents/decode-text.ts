import { analyse } from 'chardet';
import type { FileFormat } from '../../core/file-types.ts';
import { declaredCharset, markedCharset } from './declared-charset.ts';
import { fileFault } from './faults.ts';

/** How many bytes are used for detecting the charset. */
const SAMPLE_BYTES = 64 * 1024;
/** A text with a larger share of control characters, but for one, is not text. */
const MAX_CONTROL = 0.02;
const MIN_CONFIDENCE = 40;
/** What is enough where the bytes are clearly no Latin script: a list of names is too short for more. */
const MIN_CONFIDENCE_ELSEWHERE = 10;
const WHOLE_PER_BROKEN = 4;

/**
 * Decodes a text file: by its byte order mark, as UTF-8 if valid, by the charset it declares, as UTF-16 if every other byte is zero, as
 * UTF-8 with few broken characters, otherwise by charset detection, with Windows-1252 as the fallback. Line ends become line feeds and
 * trailing spaces are removed, so that there are only line feeds between blocks. Throws `invalid_file` if it is not text.
 */
export function decodeText(bytes: Uint8Array, format: FileFormat): string {
  const text = decode(bytes, format).replace(/^\uFEFF/, '');
  const sample = text.slice(0, SAMPLE_BYTES);
  const controls = sample.match(/(?!\s)\p{Cc}|\uFFFD/gu)?.length ?? 0;
  if (text.includes('\0') || controls > 1 + sample.length * MAX_CONTROL) {
    throw fileFault('invalid_file', 'it holds binary data, not text.');
  }
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function decode(bytes: Uint8Array, format: FileFormat): string {
  const marked = markedCharset(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
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
  const wide = wideCharset(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) throw fileFault('invalid_file', 'it holds binary data, not text.');
  const lossy = new TextDecoder().decode(bytes);
  if (isMostlyWhole(lossy)) return lossy;
  const western = new TextDecoder('windows-1252').decode(bytes);
  const isElsewhere = isOtherScript(western);
  const first = bytes.findIndex((byte) => byte > 127);
  for (const { name, confidence } of analyse(bytes.subarray(first, first + SAMPLE_BYTES))) {
    if (confidence < (isElsewhere ? MIN_CONFIDENCE_ELSEWHERE : MIN_CONFIDENCE)) break;
    if (isElsewhere && confidence < MIN_CONFIDENCE && LATIN_CHARSET.test(name)) continue;
    try {
      const text = new TextDecoder(name.toLowerCase(), { fatal: true }).decode(bytes);
      if (confidence >= MIN_CONFIDENCE || isLetters(text)) return text;
    } catch {
      // The detected charset is not supported by this runtime, or does not fit the rest of the file: the next candidate.
    }
  }
  return western;
}

const LATIN_CHARSET = /^(?:ISO-8859-(?:1|2|9|15)|windows-125[02478])$/i;

/** Whether bytes decoded as Windows-1252 are of another script: words of Latin languages have plain letters besides accented ones. */
function isOtherScript(western: string): boolean {
  const words =
    western
      .slice(0, SAMPLE_BYTES)
      .match(/[A-Za-z\u0080-\u{10FFFF}]+/gu)
      ?.filter((word) => /[^\0-\x7F]/.test(word)) ?? [];
  const foreign = words.filter((word) => word.length > 2 && (word.match(/[A-Za-z]/g)?.length ?? 0) * 3 < word.length);
  return foreign.length * 2 > words.length;
}

/** Whether nearly all characters outside of ASCII are letters of full width, as in a text; signs and halves are of a wrong charset. */
function isLetters(text: string): boolean {
  const others = text.slice(0, SAMPLE_BYTES).match(/[^\0-\x7F]/gu) ?? [];
  return (
    others.filter((mark) => /[\p{L}\p{M}\u3000-\u303F\uFF00-\uFF60]/u.test(mark) && !/[\uFF61-\uFF9F]/u.test(mark)).length >=
    others.length * 0.9
  );
}

/** Whether bytes decoded as UTF-8 are that, but for a stray byte here and there: other charsets hardly ever contain its characters. */
function isMostlyWhole(text: string): boolean {
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const whole = text.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0;
  return whole > broken * WHOLE_PER_BROKEN;
}

/** UTF-16 without a byte order mark: mostly Latin text, so that one byte of most pairs is zero. */
function wideCharset(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 2048);
  if (bytes.byteLength % 2 !== 0 || sample.byteLength < 4) return undefined;
  const zeros = [0, 0];
  for (let at = 0; at < sample.byteLength; at += 1) {
    if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const pairs = sample.byteLength / 2;
  if (odd > pairs * 0.7 && even < pairs * 0.05) return 'utf-16le';
  if (even > pairs * 0.7 && odd < pairs * 0.05) return 'utf-16be';
  return undefined;
}
