import { analyse } from 'chardet';
import { fileFault } from './faults.ts';

/** How many bytes are used for detecting the charset. */
const SAMPLE_BYTES = 64 * 1024;
/** A text with a larger share of control characters is not text. */
const MAX_CONTROL = 0.02;
const MIN_CONFIDENCE = 40;

/**
 * Decodes a text file: by its byte order mark, as UTF-8 if valid, as UTF-16 if every other byte is zero, otherwise by charset detection,
 * with Windows-1252 as the fallback. Line ends become line feeds and trailing spaces are removed, so that there are only line feeds
 * between blocks. Throws `invalid_file` if it is not text.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes).replace(/^\uFEFF/, '');
  const sample = text.slice(0, SAMPLE_BYTES);
  const controls = sample.match(/(?!\s)\p{Cc}|\uFFFD/gu)?.length ?? 0;
  if (text.includes('\0') || controls > sample.length * MAX_CONTROL) {
    throw fileFault('invalid_file', 'it holds binary data, not text.');
  }
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeLegacy(bytes);
  }
}

function decodeLegacy(bytes: Uint8Array): string {
  const wide = wideCharset(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) throw fileFault('invalid_file', 'it holds binary data, not text.');
  for (const { name, confidence } of analyse(bytes.subarray(0, SAMPLE_BYTES))) {
    if (confidence < MIN_CONFIDENCE) break;
    try {
      return new TextDecoder(name.toLowerCase(), { fatal: true }).decode(bytes);
    } catch {
      // The detected charset is not supported by this runtime, or does not fit the rest of the file: the next candidate.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
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
