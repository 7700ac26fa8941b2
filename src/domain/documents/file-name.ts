const MAX_BYTES = 255;

/** Control characters, invisible and bidirectional formatting characters, and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A file's name as it is stored and shown: the last part of a path, in NFC, without control or bidirectional characters or what file
 * systems forbid, at most 255 bytes of UTF-8 with its extension kept; `file` if nothing is left. It is only a label; files are stored by
 * id.
 */
export function safeFileName(given: string): string {
  const last =
    given
      .normalize('NFC')
      .replaceAll('\\', '/')
      .split('/')
      .findLast((part) => part.trim() !== '') ?? '';
  const clean = last
    .replace(UNSAFE, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(RESERVED, '_$&');
  // Of `.pdf` only an extension is left.
  const name = clean === '' ? 'file' : clean;
  return shorten(name);
}

function shorten(name: string): string {
  const size = (text: string): number => new TextEncoder().encode(text).byteLength;
  if (size(name) <= MAX_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  let stem = '';
  let room = MAX_BYTES - size(extension);
  for (const character of name.slice(0, name.length - extension.length)) {
    room -= size(character);
    if (room < 0) break;
    stem += character;
  }
  return stem.trimEnd() + extension;
}
