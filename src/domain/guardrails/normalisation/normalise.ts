import { CLASSES, MARK } from './character-classes.ts';
import { isAscii } from './character-runs.ts';
import { foldSemitic, isSemitic, isSyllable, writeSyllable } from './letter-forms.ts';

/** A text as detectors read it, with the way back to the original. */
export interface NormalisedText {
  readonly text: string;
  /** The span of the original (UTF-16, `end` exclusive) that a span of the normalised text came from. */
  original(start: number, end: number): Span;
  /** Whether letters of other scripts that look Latin may stand in it. */
  readonly mayMixScripts: boolean;
}

type Folded = Pick<NormalisedText, 'text' | 'mayMixScripts'>;

interface Span {
  readonly start: number;
  readonly end: number;
}

const MARK_ALONE = /^\p{M}$/u;
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;

/** Most code points of a letter and its marks composed as one; keeps a text of nothing but marks linear. */
const CLUSTER_CODE_POINTS = 16;
/** Some single characters decompose into whole phrases; what is longer than a ligature is cut. */
const MAX_EXPANSION = 4;
/** Unicode tag characters mirror ASCII invisibly at this distance. */
const TAG_BASE = 0xe0000;

/**
 * NFKC, case folded, without characters nobody sees; Unicode tag characters become the ASCII they hide, Korean syllables their
 * letters, Arabic and Hebrew what is most often typed. `memory` keeps what characters fold to from text to text. Linear in
 * the length of the text.
 */
export function normalise(text: string, memory?: FoldMemory): NormalisedText {
  if (isAscii(text)) return { text: text.toLowerCase(), mayMixScripts: false, original: (start, end) => ({ start, end }) };
  let way: WayBack | undefined;
  const own = memory ?? createFoldMemory();
  return { ...fold(text, own), original: (start, end) => (way ??= wayBack(text, own)).original(start, end) };
}

/** What characters fold to, and room to write a text in. */
export interface FoldMemory {
  /** The last single characters by their low bits, and what they fold to: a code, 0 for nothing, -1 for what takes more than that. */
  readonly singles: Uint16Array;
  readonly codes: Int32Array;
  readonly clusters: (text: string, start: number, end: number) => string;
  readonly room: Uint16Array<ArrayBuffer>;
}

/** A memory of nothing yet, with room for texts of so many characters. One that has room remembers all single characters. */
export function createFoldMemory(room = 0): FoldMemory {
  const size = room > 0 ? ALL_SINGLES : MEMORY;
  return {
    singles: new Uint16Array(size),
    codes: new Int32Array(size),
    clusters: createClusterMemory(),
    room: new Uint16Array(room + MAX_EXPANSION),
  };
}

/** Hears what became of a piece: where it stands in the original, and where its end is in what was folded. Nothing more is folded once it says so. */
type VisitPiece = (from: number, to: number, end: number, isPlain: boolean) => boolean;

/**
 * Takes a text apart and folds the pieces: stretches of plain ASCII, which keep their length, and single characters with
 * their marks, of which there is one for every call with `isPlain` false.
 */
function fold(text: string, memory: FoldMemory): Folded {
  const { written, size, hasHalves, mayMixScripts } = foldPieces(text, memory, 0);
  return { text: hasHalves ? textOfAny(written, size) : WHOLE.decode(written.subarray(0, size)), mayMixScripts };
}

/** The same from the beginning of a piece on. */
function foldPieces(text: string, { singles, codes, clusters, room }: FoldMemory, start: number, visit?: VisitPiece): FoldedPieces {
  const { length } = text;
  const most = length - start + MAX_EXPANSION;
  let written = room.length < most ? new Uint16Array(most) : room;
  let size = 0;
  let mayMixScripts = false;
  let hasHalves = false;
  for (let index = start; index < length;) {
    if (size + length - index > written.length - MAX_EXPANSION) written = widened(written);
    let end = index;
    while (end < length) {
      const code = text.charCodeAt(end);
      if (code >= 0x80) break;
      written[size] = LOWERED[code] ?? 0;
      size += 1;
      end += 1;
    }
    // The last of them is the letter of the marks behind it.
    if (end > index && isMark(text, end)) {
      size -= 1;
      end -= 1;
    }
    if (end > index) {
      if (visit?.(index, end, size, true) === true) break;
      index = end;
      continue;
    }
    const code = text.charCodeAt(index);
    const isAlone = !isSurrogate(code) && !isMark(text, index + 1);
    if (isAlone && isSyllable(code)) {
      size = writeSyllable(code, written, size);
      if (visit?.(index, index + 1, size, false) === true) break;
      index += 1;
      continue;
    }
    end = isAlone ? index + 1 : clusterEnd(text, index);
    let single = -1;
    if (end === index + 1) {
      const place = code & (singles.length - 1);
      if (singles[place] !== code) {
        const folded = foldCluster(text.charAt(index));
        singles[place] = code;
        codes[place] = folded.length > 1 ? -1 : folded === '' ? 0 : folded.charCodeAt(0);
      }
      single = codes[place] ?? -1;
    }
    const from = size;
    if (single > 0) {
      written[size] = single;
      size += 1;
    } else if (single < 0) {
      const folded = clusters(text, index, end);
      for (let place = 0; place < folded.length; place += 1) written[size + place] = folded.charCodeAt(place);
      size += folded.length;
    }
    for (let place = from; place < size; place += 1) {
      const code = written[place] ?? 0;
      if (code >= FIRST_OTHER_SCRIPT && code <= LAST_OTHER_SCRIPT) mayMixScripts = true;
      if (code >= FIRST_HALF && code <= LAST_HALF) hasHalves = true;
    }
    if (visit?.(index, end, size, false) === true) break;
    index = end;
  }
  return { written, size, hasHalves, mayMixScripts };
}

interface FoldedPieces {
  readonly written: Uint16Array<ArrayBuffer>;
  readonly size: number;
  readonly hasHalves: boolean;
  readonly mayMixScripts: boolean;
}

/** So many characters, and letters with their marks, are remembered with what they fold to; a power of two. */
const MEMORY = 256;
const ALL_SINGLES = 0x10000;
/** ASCII in lower case. */
const LOWERED = Uint8Array.from({ length: 128 }, (_, code) => (code >= 65 && code <= 90 ? code + 32 : code));
/** Greek, Cyrillic and Armenian letters, some of which look Latin, lie between these; halves of characters of two units between those. */
const FIRST_OTHER_SCRIPT = 0x370;
const LAST_OTHER_SCRIPT = 0x587;
const FIRST_HALF = 0xd800;
const LAST_HALF = 0xdfff;

/** Takes everything as it is but halves of characters that stand alone. */
const WHOLE = new TextDecoder('utf-16le', { ignoreBOM: true });
/** So many codes become a text at once: they are arguments of one call. */
const CODES_AT_ONCE = 8192;

/** Folds letters with their marks, and recalls the last ones. */
function createClusterMemory(): (text: string, start: number, end: number) => string {
  const clusters: string[] = [];
  const folded: string[] = [];
  return (text, start, end) => {
    let place = end - start;
    for (let index = start; index < end; index += 1) place = (place * 31 + text.charCodeAt(index)) % MEMORY;
    const known = clusters[place];
    if (known?.length === end - start) {
      let at = 0;
      while (start + at < end && known.charCodeAt(at) === text.charCodeAt(start + at)) at += 1;
      if (start + at === end) return folded[place] ?? '';
    }
    const cluster = text.slice(start, end);
    clusters[place] = cluster;
    folded[place] = foldCluster(cluster);
    return folded[place] ?? '';
  };
}

function widened(codes: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const wider = new Uint16Array(codes.length * 2);
  wider.set(codes);
  return wider;
}

function textOfAny(codes: Uint16Array, length: number): string {
  const parts: string[] = [];
  for (let from = 0; from < length; from += CODES_AT_ONCE) {
    parts.push(Reflect.apply(String.fromCharCode, undefined, codes.subarray(from, Math.min(length, from + CODES_AT_ONCE))));
  }
  return parts.join('');
}

interface WayBack {
  original(start: number, end: number): Span;
}

/** So many characters of the folded text lie between two places that are remembered. */
const STRIDE = 4096;

/** A piece, and where it ends in the folded text. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly isPlain: boolean;
}

/** Remembers, once a finding asks for it, where some of the pieces came from, and folds again what stands between one of them and a place. */
function wayBack(text: string, given: FoldMemory): WayBack {
  const most = text.length + MAX_EXPANSION;
  const memory = given.room.length < most ? { ...given, room: new Uint16Array(most) } : given;
  /** Where those pieces begin in the text, and in the folded one. */
  const begins = [0];
  const sizes = [0];
  foldPieces(text, memory, 0, (_, to, end) => {
    if (end - (sizes.at(-1) ?? 0) >= STRIDE) {
      begins.push(to);
      sizes.push(end);
    }
    return false;
  });

  /** The piece that holds a place of the folded text; undefined behind the last. */
  function pieceAt(place: number): Piece | undefined {
    let [low, high] = [0, sizes.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((sizes[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    const size = sizes[low] ?? 0;
    let found: Piece | undefined;
    foldPieces(text, memory, begins[low] ?? 0, (from, to, end, isPlain) => {
      if (size + end <= place) return false;
      found = { from, to, end: size + end, isPlain };
      return true;
    });
    return found;
  }

  return {
    original(start, end) {
      const first = pieceAt(start);
      const last = end > 0 ? pieceAt(end - 1) : undefined;
      const before = first === undefined ? text.length : first.isPlain ? first.to - (first.end - start) : first.from;
      const behind = last === undefined ? text.length : last.isPlain ? last.to - (last.end - end) : last.to;
      return { start: Math.min(before, behind), end: behind };
    },
  };
}

function clusterEnd(text: string, start: number): number {
  let index = start + width(codeAt(text, start));
  for (let count = 1; count < CLUSTER_CODE_POINTS && index < text.length && isMark(text, index); count += 1) {
    index += width(codeAt(text, index));
  }
  return index;
}

function isMark(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x300) return false;
  if (code < 0xd800 || code > 0xdbff) return ((CLASSES[code] ?? 0) & MARK) !== 0;
  const point = codeAt(text, index);
  return point >= FIRST_WIDE_MARK && !(point >= PICTURES && point < SELECTORS) && MARK_ALONE.test(String.fromCodePoint(point));
}

/** No character of two units before the first is a mark, and none between the pictures and the variation selectors. */
const FIRST_WIDE_MARK = 0x101fd;
const PICTURES = 0x1f000;
const SELECTORS = 0xe0000;

function codeAt(text: string, index: number): number {
  return text.codePointAt(index) ?? 0;
}

function isSurrogate(code: number): boolean {
  return code >= FIRST_HALF && code <= LAST_HALF;
}

function width(code: number): number {
  return code > 0xffff ? 2 : 1;
}

function foldCluster(cluster: string): string {
  const code = codeAt(cluster, 0);
  if (code > TAG_BASE + 0x1f && code < TAG_BASE + 0x7f) return String.fromCharCode(code - TAG_BASE).toLowerCase();
  if (INVISIBLE.test(cluster)) return '';
  // Its small letter would be an i with a second dot.
  if (cluster === TURKISH_I) return 'i';
  const folded = cluster.normalize('NFKC').toLowerCase();
  if (isSyllable(folded.charCodeAt(0))) return folded.normalize('NFD').slice(0, MAX_EXPANSION);
  return (isSemitic(code) ? foldSemitic(folded) : folded).slice(0, MAX_EXPANSION);
}

const TURKISH_I = '\u0130';
