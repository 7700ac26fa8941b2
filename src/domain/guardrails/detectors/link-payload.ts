import { BASE32, bytesIn } from '../normalisation/radix-bytes.ts';
import { utf8 } from '../normalisation/utf8.ts';

/** Data that a URL carries to its host, beyond the path to a resource. */
export interface Payload {
  /** Decoded content of encoded values (base64, base32, hexadecimal, character codes). */
  readonly coded: readonly string[];
  /** Number of words in the query. */
  readonly words: number;
  /** Number of space-separated words in the path, unless it is an image's file name. */
  readonly pathWords: number;
  /** Everything that may be data, decoded, query first. */
  readonly values: readonly string[];
  /** The same for the path. */
  readonly names: readonly string[];
  /** Number of unreadable characters. */
  readonly opaque: number;
}

/** Parameters for visitor tracking, URL signatures and image sizes. */
const ORDINARY =
  /^(?:utm_\w+|x-(?:amz|goog|oss|ms)-.*|awsaccesskeyid|signature|key-pair-id|policy|expires|sig|se|sp|sv|sr|st|spr|ske?|sks|skt|skv|sktid|skoid|skn|token|hash|hmac|md5|gclid|fbclid|msclkid|mc_[ce]id|_ga|_nc_\w+|oh|oe|ccb|stp|ref|v|ver|version|rev|w|h|width|height|size|fit|crop|fm|format|auto|quality|dpr|ixlib|ixid|is|ex|hm|cb|lang|locale|theme|style|logo|logocolor|color|labelcolor|link|branch|event|alt)$/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|avif|ico|bmp|tiff?|mp4|webm|css|js|woff2?)$/i;
const CODE64 = /^[A-Za-z0-9+/_-]{12,}={0,2}$/;
const HEX = /^(?:0x)?(?:[0-9a-f]{2}){10,}$/i;
const CODE32 = /^[A-Z2-7]{16,}={0,6}$/i;
const CODES = /^\d{2,3}(?:[-_,. |]\d{2,3}){7,}$/;
const WORD = /(?<![\p{L}\p{N}])\p{L}{2,40}(?![\p{L}\p{N}])/gu;
/** Limit on the parameters read from a URL inside a value. */
const MAX_PIECES = 16;
/** Limit on nested decodings. */
const MAX_DEPTH = 2;

/** Extracts the data that a URL carries. Linear in its length. */
export function payloadOf(url: URL): Payload {
  const found = { coded: [] as string[], words: 0, pathWords: 0, values: [] as string[], names: [] as string[], opaque: 0 };
  for (const [name, value] of pairs(url.search)) {
    if (value === '') addValue(unescaped(name), found);
    else if (!ORDINARY.test(unescaped(name)) || !isSeal(value)) addValue(unescaped(value.replaceAll('+', ' ')), found);
    else if (value.length >= 8) found.values.push(unescaped(value));
  }
  for (const name of [url.username, url.password]) if (name !== '') addValue(unescaped(name), found);
  addFragment(unescaped(url.hash.slice(1)), found);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const joined = segments.length > 1 ? decode(segments.join('').replace(PICTURE, '')) : undefined;
  if (joined !== undefined) found.coded.push(joined);
  for (const [index, segment] of segments.entries()) {
    const decoded = unescaped(segment);
    const name = decoded.replace(PICTURE, '');
    found.names.push(name);
    const said = decode(name) ?? decodeWithin(name);
    if (said !== undefined) found.coded.push(said);
    else if (name === decoded || index < segments.length - 1) {
      if (/\s|\+/.test(name)) found.pathWords += wordsIn(name);
      if (name.length >= 64 && !/\s/.test(name)) found.opaque += name.length;
    }
  }
  const labels = url.hostname.split('.').slice(0, -2);
  const below = labels.join('');
  const said = below.length >= 16 ? (decode(below) ?? labels.map((label) => decode(label)).find((text) => text !== undefined)) : undefined;
  if (said !== undefined) found.coded.push(said);
  if (below.length >= 12) found.names.push(below);
  return found;
}

type Found = { coded: string[]; words: number; values: string[]; opaque: number };

function addValue(value: string, found: Found): void {
  if (value.length < 4) return;
  found.values.push(value);
  const said = decode(value.trim().replaceAll(' ', '+')) ?? decodeWithin(value);
  if (said === undefined) {
    found.words += wordsIn(value);
    if (value.length >= 64 && !/\s/.test(value)) found.opaque += value.length;
  } else found.coded.push(said);
}

/** Data in a fragment, which scripts on the page can send on; text fragments (`#:~:text=`) carry none. */
function addFragment(fragment: string, found: Found): void {
  if (fragment.length < 12 || fragment.startsWith(':~:')) return;
  found.values.push(fragment);
  const said = decode(fragment) ?? decodeWithin(fragment);
  if (said !== undefined) found.coded.push(said);
}

/** Decodes parameters inside a value, such as those of a redirect URL: `next.example/?d=…`. */
function decodeWithin(value: string): string | undefined {
  if (!/[=;]/.test(value)) return undefined;
  for (const piece of value.split(/[?&;=]/).slice(1, MAX_PIECES)) {
    const said = decode(piece);
    if (said !== undefined) return said;
  }
  return undefined;
}

function pairs(search: string): (readonly [string, string])[] {
  if (search.length < 2) return [];
  return search
    .slice(1)
    .split(/[&;]/)
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? ([pair, ''] as const) : ([pair.slice(0, at), pair.slice(at + 1)] as const);
    });
}

/** Decodes percent-encoding, including double encoding; invalid encoding is left as is. */
export function unescaped(text: string): string {
  let plain = text;
  for (let depth = 0; depth < MAX_DEPTH && plain.includes('%'); depth += 1) {
    try {
      plain = decodeURIComponent(plain.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
    } catch {
      return plain;
    }
  }
  return plain;
}

function wordsIn(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** Whether a value is a signature, a signed token or a setting, which carry no text. */
function isSeal(value: string): boolean {
  const plain = unescaped(value);
  if (/\s/.test(plain) || plain.split('+').filter((piece) => /^\p{L}{2,}$/u.test(piece)).length > 3) return false;
  return decode(plain) === undefined;
}

/** Decoded text of a value; undefined if the result is not readable. */
function decode(value: string): string | undefined {
  if (value.length < 12 || /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(value)) return undefined;
  for (const said of readings(value)) if (said !== undefined && isReadable(said)) return decode(said.trim()) ?? said;
  return undefined;
}

function* readings(value: string): Generator<string | undefined> {
  if (CODES.test(value)) yield String.fromCharCode(...value.split(/[-_,. |]/).map(Number));
  if (HEX.test(value))
    yield textOf(
      value
        .replace(/^0x/i, '')
        .match(/../g)
        ?.map((pair) => Number.parseInt(pair, 16)) ?? [],
    );
  if (CODE32.test(value)) yield textOf(bytesIn(value.toUpperCase().replace(/=+$/, ''), BASE32, 5));
  if (CODE64.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value)) yield fromBase64(value);
}

function fromBase64(value: string): string | undefined {
  const plain = value.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  try {
    return textOf(Array.from(atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function textOf(bytes: readonly number[]): string | undefined {
  return utf8(Uint8Array.from(bytes));
}

/** Whether a text has only printable characters, mostly letters, digits and spaces. */
function isReadable(text: string): boolean {
  if (text.length < 8 || /[^\P{C}\n\r\t]/u.test(text)) return false;
  const said = text.match(/[\p{L}\p{N} ]/gu)?.length ?? 0;
  return said >= 0.65 * text.length && /\p{L}{2}/u.test(text);
}
