import { isAlphanumeric } from '../normalisation/ascii.ts';

/** Finds many keywords in a text, ignoring case. */
export interface KeywordFilter {
  /** Calls `visit` with the list index of every keyword found, in order of offset; occurrences of one keyword do not overlap. */
  each(text: string, visit: (keyword: number, at: number) => void): void;
}

/** Tells which lists of keywords have one that occurs in a text, ignoring case. */
export interface KeywordLists {
  /** The lists, as bits by index, with a keyword inside a range; the keywords found are added to `marks`, in order of offset. */
  listsIn(text: string, from: number, to: number, marks?: KeywordMark[]): number;
}

/** A keyword in a text, `end` exclusive, and the lists that have it. */
export interface KeywordMark {
  readonly start: number;
  readonly end: number;
  readonly lists: number;
}

/** The lists with a keyword inside a part of the range that was searched for `marks`. */
export function listsAmong(marks: readonly KeywordMark[], from: number, to: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.start ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  let present = 0;
  for (; low < marks.length; low += 1) {
    const mark = marks[low];
    if (mark === undefined || mark.start >= to) break;
    if (mark.end <= to) present |= mark.lists;
  }
  return present;
}

/** Low bits of a character code: for letters, the same in either case. */
const BITS = 5;
const SOME = (1 << BITS) - 1;
/** Mask of the low bits of three characters. */
const THREE = (1 << (3 * BITS)) - 1;
/** The same for two. */
const TWO = (1 << (2 * BITS)) - 1;
/** Usable bits of a number. */
const MOST_LISTS = 31;

/** Which keywords may begin with three given characters, by their low bits. */
interface Beginnings {
  /** A bitmap, small enough to stay in the processor's cache. */
  readonly may: Int32Array;
  /** Index in `lists` of the keywords with that beginning. */
  readonly listOf: Uint16Array;
  readonly lists: readonly (readonly number[])[];
  /** By list, a bit set of the low bits of the possible fourth characters. */
  readonly next: Int32Array;
  /** The same of the fifth. */
  readonly after: Int32Array;
}

function beginningsOf(keywords: readonly string[]): Beginnings {
  const may = new Int32Array((THREE + 1) >> 5);
  const listOf = new Uint16Array(THREE + 1);
  const lists: number[][] = [[]];
  const next: number[] = [0];
  const after: number[] = [0];
  for (const [place, keyword] of keywords.entries()) {
    const [first = 0, second = 0, third, fourth, fifth] = Array.from(keyword, (_, index) => keyword.charCodeAt(index) & SOME);
    const from = (first << (2 * BITS)) | (second << BITS) | (third ?? 0);
    const to = third === undefined ? from | SOME : from;
    for (let bits = from; bits <= to; bits += 1) {
      may[bits >> 5] = (may[bits >> 5] ?? 0) | (1 << (bits & 31));
      if (listOf[bits] === 0) listOf[bits] = lists.push([]) - 1;
      const list = listOf[bits] ?? 0;
      lists[list]?.push(place);
      next[list] = (next[list] ?? 0) | (fourth === undefined ? -1 : 1 << fourth);
      after[list] = (after[list] ?? 0) | (fifth === undefined ? -1 : 1 << fifth);
    }
  }
  return { may, listOf, lists, next: Int32Array.from(next), after: Int32Array.from(after) };
}

/**
 * Compiles lower-case ASCII keywords of at least two characters, matched ignoring case. It compares the low bits of three
 * consecutive characters, and examines a place more closely only if a keyword may begin there.
 */
export function createKeywordFilter(keywords: readonly string[]): KeywordFilter {
  const { may, listOf, lists, next, after } = beginningsOf(keywords);
  const inLists = lists.map((list) => list.map((place) => ({ place, keyword: keywords[place] ?? '' })));
  const firsts = new Set(keywords.flatMap((keyword) => [keyword.charCodeAt(0), keyword.toUpperCase().charCodeAt(0)]));

  /** Visits the keywords that begin at an index, of those in the candidate list; returns the end of each keyword's last occurrence. */
  function visitAt(
    text: string,
    at: number,
    list: number,
    visit: (keyword: number, at: number) => void,
    ends?: Int32Array,
  ): Int32Array | undefined {
    for (const { place, keyword } of inLists[list] ?? []) {
      if (!matchesAt(text, at, text.length, keyword) || at < (ends?.[place] ?? 0)) continue;
      ends ??= new Int32Array(keywords.length);
      ends[place] = at + keyword.length;
      visit(place, at);
    }
    return ends;
  }

  return {
    each(text, visit) {
      const { length } = text;
      if (length < 2) return;
      let ends: Int32Array | undefined;
      let pair = ((text.charCodeAt(0) & SOME) << BITS) | (text.charCodeAt(1) & SOME);
      for (let index = 2; index < length; index += 1) {
        const last = text.charCodeAt(index) & SOME;
        const isCandidate = ((may[pair] ?? 0) >>> last) & 1;
        const bits = (pair << BITS) | last;
        pair = bits & TWO;
        if (isCandidate === 0) continue;
        const list = listOf[bits] ?? 0;
        // Beyond the end the fourth character is 0, which no keyword of four characters has.
        const behind = index + 1 < length ? text.charCodeAt(index + 1) & SOME : 0;
        if ((((next[list] ?? 0) >>> behind) & 1) === 0) continue;
        const farther = index + 2 < length ? text.charCodeAt(index + 2) & SOME : 0;
        if ((((after[list] ?? 0) >>> farther) & 1) === 0) continue;
        // Signs share their low bits with letters and with one another.
        if (firsts.has(text.charCodeAt(index - 2))) ends = visitAt(text, index - 2, list, visit, ends);
      }
      // A keyword of two characters may be at the end.
      if (((may[pair] ?? 0) & 1) === 1) visitAt(text, length - 2, listOf[pair << BITS] ?? 0, visit, ends);
    },
  };
}

/** In front of a keyword of a list: it counts only where a word begins. */
export const BEGINS = '<';

/** The same for lists of keywords, reporting only the lists. Throws a TypeError for more than 31 lists. */
export function createKeywordLists(all: readonly (readonly string[])[]): KeywordLists {
  if (all.length > MOST_LISTS) throw new TypeError('there are too many lists');
  const marked = [...new Set(all.flat())];
  const owners = marked.map((keyword) => all.reduce((bits, list, place) => (list.includes(keyword) ? bits | (1 << place) : bits), 0));
  const keywords = marked.map((keyword) => (keyword.startsWith(BEGINS) ? keyword.slice(BEGINS.length) : keyword));
  const { may, listOf, lists, next } = beginningsOf(keywords);
  const inLists = lists.map((list) =>
    list.map((place) => ({ own: owners[place] ?? 0, keyword: keywords[place] ?? '', begins: marked[place] !== keywords[place] })),
  );

  /** The lists of the keywords that begin at an index. */
  function ownersAt(text: string, at: number, to: number, list: number, marks: KeywordMark[] | undefined): number {
    let present = 0;
    const isInside = at > 0 && isAlphanumeric(text.charCodeAt(at - 1));
    for (const { own, keyword, begins } of inLists[list] ?? []) {
      if ((begins && isInside) || !matchesAt(text, at, to, keyword)) continue;
      present |= own;
      marks?.push({ start: at, end: at + keyword.length, lists: own });
    }
    return present;
  }

  return {
    listsIn(text, from, to, marks) {
      if (to - from < 2) return 0;
      let present = 0;
      let pair = ((text.charCodeAt(from) & SOME) << BITS) | (text.charCodeAt(from + 1) & SOME);
      for (let index = from + 2; index < to; index += 1) {
        const last = text.charCodeAt(index) & SOME;
        const isCandidate = ((may[pair] ?? 0) >>> last) & 1;
        const bits = (pair << BITS) | last;
        pair = bits & TWO;
        if (isCandidate === 0) continue;
        const list = listOf[bits] ?? 0;
        const behind = index + 1 < to ? text.charCodeAt(index + 1) & SOME : 0;
        if ((((next[list] ?? 0) >>> behind) & 1) === 1) present |= ownersAt(text, index - 2, to, list, marks);
      }
      if (((may[pair] ?? 0) & 1) === 1) present |= ownersAt(text, to - 2, to, listOf[pair << BITS] ?? 0, marks);
      return present;
    },
  };
}

/** Whether a keyword is at an index and ends before `to`. Compares the last character first, as candidates usually differ there. */
function matchesAt(text: string, from: number, to: number, keyword: string): boolean {
  if (from + keyword.length > to) return false;
  for (let index = keyword.length - 1; index >= 0; index -= 1) {
    const code = text.charCodeAt(from + index);
    if ((code >= 65 && code <= 90 ? code + 32 : code) !== keyword.charCodeAt(index)) return false;
  }
  return true;
}
