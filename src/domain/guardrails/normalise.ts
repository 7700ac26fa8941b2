/** A text as detectors read it, with the way back to the original. */
export interface NormalisedText {
  readonly text: string;
  /** The span of the original (UTF-16, `end` exclusive) that a span of the normalised text came from. */
  original(start: number, end: number): Span;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const ASCII_ONLY = /^\p{ASCII}*$/u;
const MARK = /^\p{M}$/u;
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;

/** Most code points of a letter and its marks composed as one; keeps a text of nothing but marks linear. */
const CLUSTER_CODE_POINTS = 16;
/** Some single characters decompose into whole phrases; what is longer than a ligature is cut. */
const MAX_EXPANSION = 4;
/** Unicode tag characters mirror ASCII invisibly at this distance. */
const TAG_BASE = 0xe0000;

/**
 * NFKC, case folded, without characters nobody sees; Unicode tag characters become the ASCII they hide.
 * Linear in the length of the text.
 */
export function normalise(text: string): NormalisedText {
  if (ASCII_ONLY.test(text)) return { text: text.toLowerCase(), original: (start, end) => ({ start, end }) };
  const walk = createWalk(text);
  const pieces: string[] = [];
  for (let index = 0; index < text.length;) {
    const end = walk.clusterEnd(index);
    pieces.push(walk.fold(index, end));
    index = end;
  }
  return { text: pieces.join(''), original: (start, end) => originalSpan(text, start, end) };
}

/** Walks the text again up to the span: findings are rare, an index of every character is not free. */
function originalSpan(text: string, start: number, end: number): Span {
  const walk = createWalk(text);
  let [from, to] = [text.length, text.length];
  let length = 0;
  for (let index = 0; index < text.length && length < end;) {
    const next = walk.clusterEnd(index);
    const before = length;
    length += walk.fold(index, next).length;
    if (before <= start && start < length) from = index;
    if (length >= end) to = next;
    index = next;
  }
  return { start: Math.min(from, to), end: to };
}

/** Takes a text apart into characters with their marks, and remembers how each code point folds. */
function createWalk(text: string) {
  const folded = new Map<number, string>();
  const marks = new Map<number, boolean>();

  function isMark(code: number): boolean {
    if (code < 0x300) return false;
    const known = marks.get(code);
    if (known !== undefined) return known;
    const mark = MARK.test(String.fromCodePoint(code));
    marks.set(code, mark);
    return mark;
  }

  return {
    clusterEnd(start: number): number {
      let index = start + width(codeAt(text, start));
      for (let count = 1; count < CLUSTER_CODE_POINTS && index < text.length; count += 1) {
        const code = codeAt(text, index);
        if (!isMark(code)) break;
        index += width(code);
      }
      return index;
    },
    fold(start: number, end: number): string {
      const code = codeAt(text, start);
      if (end - start !== width(code)) return foldCluster(text.slice(start, end));
      const known = folded.get(code);
      if (known !== undefined) return known;
      const fresh = foldCluster(text.slice(start, end));
      folded.set(code, fresh);
      return fresh;
    },
  };
}

function codeAt(text: string, index: number): number {
  return text.codePointAt(index) ?? 0;
}

function width(code: number): number {
  return code > 0xffff ? 2 : 1;
}

function foldCluster(cluster: string): string {
  const code = codeAt(cluster, 0);
  if (code > TAG_BASE + 0x1f && code < TAG_BASE + 0x7f) return String.fromCharCode(code - TAG_BASE).toLowerCase();
  if (INVISIBLE.test(cluster)) return '';
  return cluster.normalize('NFKC').toLowerCase().slice(0, MAX_EXPANSION);
}
