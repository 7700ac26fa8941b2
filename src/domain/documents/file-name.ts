const MAX_BYTES = 255;

/** Control characters, invisible and bidirectional formatting characters but for joiners, and lone surrogates. */
const UNSAFE = /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]--[\u200C\u200D]]/gv;
/**
 * Joiners where nothing is joined: they belong between the letters of Persian and Indic words and the parts of emoji, and would be
 * invisible elsewhere.
 */
const IDLE_JOINER =
  /(?<![[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]])[\u200C\u200D]|[\u200C\u200D](?![[\p{L}\p{Extended_Pictographic}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]])/gv;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A file's name as it is stored and shown: the last part of a path, in NFC, without control, bidirectional or invisible characters or
 * what file systems forbid, at most 255 bytes of UTF-8 with its extension kept; `file` if nothing is left. It is only a label; files are
 * stored by id.
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
    .replace(IDLE_JOINER, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
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
  return stem.replace(/[\s\u200C\u200D]+$/u, '') + extension;
}
