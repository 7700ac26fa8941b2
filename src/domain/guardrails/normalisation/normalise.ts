import { CLASSES, MARK } from './character-classes.ts';
import { isAscii } from './character-runs.ts';
import { DRAWN_LETTERS } from './drawn-letters.ts';
import { foldSemitic, isSemitic, isSyllable, writeSyllable } from './letter-forms.ts';

/** A normalised text, with a mapping back to the original. */
export interface NormalisedText {
  readonly text: string;
  /** Maps a span of the normalised text to the span of the original (UTF-16, `end` exclusive) that it came from. */
  original(start: number, end: number): Span;
  /** Whether it may contain lookalike letters of other scripts. */
  readonly mayMixScripts: boolean;
}

type Folded = Pick<NormalisedText, 'text' | 'mayMixScripts'>;

interface Span {
  readonly start: number;
  readonly end: number;
}

const MARK_ALONE = /^\p{M}$/u;
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;

/** Limit on the code points of a letter with its marks that are composed together; keeps a text of nothing but combining marks linear. */
const CLUSTER_CODE_POINTS = 16;
/** Some single characters decompose into whole phrases; anything longer than a ligature is truncated. */
const MAX_EXPANSION = 4;
/** Offset of the invisible Unicode tag characters from the ASCII characters they mirror. */
const TAG_BASE = 0xe0000;

/**
 * NFKC and case folding, with invisible characters removed, Unicode tag characters replaced by their ASCII counterparts, Korean
 * syllables decomposed into jamo, Arabic and Hebrew folded to their usual typing, marks removed that are part of no letter, and
 * letters drawn as signs (small capitals, squares, braille) replaced. `memory` caches foldings across texts.
 * Linear in the length of the text.
 */
export function normalise(text: string, memory?: FoldMemory): NormalisedText {
  if (isAscii(text)) return { text: text.toLowerCase(), mayMixScripts: false, original: (start, end) => ({ start, end }) };
  let way: WayBack | undefined;
  const own = memory ?? createFoldMemory();
  return { ...fold(text, own), original: (start, end) => (way ??= wayBack(text, own)).original(start, end) };
}

/** Cache of foldings, and an output buffer. */
export interface FoldMemory {
  /** Direct-mapped caches of single characters and what they fold to: a code, 0 for nothing, -1 for several codes. */
  readonly singles: Uint16Array;
  readonly codes: Int32Array;
  readonly clusters: (text: string, start: number, end: number) => string;
  readonly room: Uint16Array<ArrayBuffer>;
}

/** An empty cache with a buffer for texts of `room` characters. With a buffer it has room for all single characters. */
export function createFoldMemory(room = 0): FoldMemory {
  const size = room > 0 ? ALL_SINGLES : MEMORY;
  return {
    singles: new Uint16Array(size),
    codes: new Int32Array(size),
    clusters: createClusterMemory(),
    room: new Uint16Array(room + MAX_EXPANSION),
  };
}

/** Called for each piece, with its range in the original and its end in the folded text. Returning true stops the folding. */
type VisitPiece = (from: number, to: number, end: number, isPlain: boolean) => boolean;

/**
 * Folds a text piece by piece: stretches of plain ASCII, which keep their length, and single characters with their marks, each
 * visited on its own with `isPlain` false.
 */
function fold(text: string, memory: FoldMemory): Folded {
  const { written, size, hasHalves, mayMixScripts } = foldPieces(text, memory, 0);
  return { text: hasHalves ? textOfAny(written, size) : WHOLE.decode(written.subarray(0, size)), mayMixScripts };
}

/** The same, from the start of a given piece. */
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
    // The last of them is the base letter of the marks that follow.
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

/** Number of cached characters and clusters; a power of two. */
const MEMORY = 256;
const ALL_SINGLES = 0x10000;
/** ASCII in lower case. */
const LOWERED = Uint8Array.from({ length: 128 }, (_, code) => (code >= 65 && code <= 90 ? code + 32 : code));
/** Range of Greek, Cyrillic and Armenian letters, some of which look Latin, and range of surrogates. */
const FIRST_OTHER_SCRIPT = 0x370;
const LAST_OTHER_SCRIPT = 0x587;
const FIRST_HALF = 0xd800;
const LAST_HALF = 0xdfff;

/** Decodes everything unchanged except lone surrogates. */
const WHOLE = new TextDecoder('utf-16le', { ignoreBOM: true });
/** Number of codes converted to a string at once: they are the arguments of one call. */
const CODES_AT_ONCE = 8192;

/** Folds a letter with its marks, caching recent results. */
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

/** Distance in the folded text between recorded places. */
const STRIDE = 4096;

/** A piece, and where it ends in the folded text. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly isPlain: boolean;
}

/**
 * Maps spans back to the original. On first use it records the origin of some of the pieces; to look up a place it folds again
 * from the nearest of them.
 */
function wayBack(text: string, given: FoldMemory): WayBack {
  const most = text.length + MAX_EXPANSION;
  const memory = given.room.length < most ? { ...given, room: new Uint16Array(most) } : given;
  /** Start of each recorded piece in the text, and in the folded text. */
  const begins = [0];
  const sizes = [0];
  foldPieces(text, memory, 0, (_, to, end) => {
    if (end - (sizes.at(-1) ?? 0) >= STRIDE) {
      begins.push(to);
      sizes.push(end);
    }
    return false;
  });

  /** The piece that contains a place of the folded text; undefined beyond the last. */
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

/** No character of two code units below the first is a mark, nor any between the pictographs and the variation selectors. */
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
  const drawn = DRAWN_LETTERS.get(code);
  if (drawn !== undefined) return drawn;
  // Its lower-case form would be an i with a second dot.
  if (cluster === TURKISH_I) return 'i';
  const folded = withoutMarks(cluster.normalize('NFKC').toLowerCase());
  if (isSyllable(folded.charCodeAt(0))) return folded.normalize('NFD').slice(0, MAX_EXPANSION);
  return (isSemitic(code) ? foldSemitic(folded) : folded).slice(0, MAX_EXPANSION);
}

/** Marks that NFKC leaves behind a letter of these scripts, a number or a sign are part of none: struck through, circled or stacked. */
const SPARE_MARKS = /(?<=^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\s])\p{M}+/u;

function withoutMarks(letter: string): string {
  return letter.length > 1 ? letter.replace(SPARE_MARKS, '') : letter;
}

const TURKISH_I = '\u0130';
