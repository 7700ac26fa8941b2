/** Finds many short texts in a text, in any case. */
export interface KeywordFilter {
  /** Calls `visit` with the place of a mark in the list wherever one stands, from the text's beginning to its end, as `indexOf` finds it again and again behind itself. */
  each(text: string, visit: (mark: number, at: number) => void): void;
}

/** Tells which lists of short texts have one that stands in a text, in any case. */
export interface KeywordLists {
  /** The lists, as bits by their place, of which a mark stands between two places. */
  standingIn(text: string, from: number, to: number): number;
}

/** The last bits of a character: those of a letter are the same in either case. */
const BITS = 5;
const SOME = (1 << BITS) - 1;
/** The last bits of three characters in a row. */
const THREE = (1 << (3 * BITS)) - 1;
/** The same of two. */
const TWO = (1 << (2 * BITS)) - 1;
/** The bits of one number. */
const MOST_LISTS = 31;

/** Which marks may begin with three characters, by their last bits. */
interface Beginnings {
  /** As bits, so that all of them stay near the processor. */
  readonly may: Int32Array;
  /** The place of their list in `lists`. */
  readonly listOf: Uint16Array;
  readonly lists: readonly (readonly number[])[];
  /** By list, as bits: the last bits of what may stand behind the three characters. */
  readonly next: Int32Array;
}

function beginningsOf(marks: readonly string[]): Beginnings {
  const may = new Int32Array((THREE + 1) >> 5);
  const listOf = new Uint16Array(THREE + 1);
  const lists: number[][] = [[]];
  const next: number[] = [0];
  for (const [place, mark] of marks.entries()) {
    const [first = 0, second = 0, third, fourth] = Array.from(mark, (_, index) => mark.charCodeAt(index) & SOME);
    const from = (first << (2 * BITS)) | (second << BITS) | (third ?? 0);
    const to = third === undefined ? from | SOME : from;
    for (let bits = from; bits <= to; bits += 1) {
      may[bits >> 5] = (may[bits >> 5] ?? 0) | (1 << (bits & 31));
      if (listOf[bits] === 0) listOf[bits] = lists.push([]) - 1;
      const list = listOf[bits] ?? 0;
      lists[list]?.push(place);
      next[list] = (next[list] ?? 0) | (fourth === undefined ? -1 : 1 << fourth);
    }
  }
  return { may, listOf, lists, next: Int32Array.from(next) };
}

/**
 * A filter for marks in lower case, of two characters or more and nothing but ASCII, whose letters it takes in either case. It
 * looks at the last bits of three characters in a row, and closer only where a mark may begin with them.
 */
export function createKeywordFilter(marks: readonly string[]): KeywordFilter {
  const { may, listOf, lists, next } = beginningsOf(marks);
  const inLists = lists.map((list) => list.map((place) => ({ place, mark: marks[place] ?? '' })));

  /** Visits the marks that begin at a place, behind which three characters have the last bits of theirs; returns where the last of every mark ends. */
  function visitAt(
    text: string,
    at: number,
    list: number,
    visit: (mark: number, at: number) => void,
    ends?: Int32Array,
  ): Int32Array | undefined {
    for (const { place, mark } of inLists[list] ?? []) {
      if (!standsAt(text, at, text.length, mark) || at < (ends?.[place] ?? 0)) continue;
      ends ??= new Int32Array(marks.length);
      ends[place] = at + mark.length;
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
        const isMark = ((may[pair] ?? 0) >>> last) & 1;
        const bits = (pair << BITS) | last;
        pair = bits & TWO;
        if (isMark === 0) continue;
        const list = listOf[bits] ?? 0;
        // Behind the end there is what no mark of four characters has.
        const behind = index + 1 < length ? text.charCodeAt(index + 1) & SOME : 0;
        if ((((next[list] ?? 0) >>> behind) & 1) === 1) ends = visitAt(text, index - 2, list, visit, ends);
      }
      // A mark of two characters may stand at the end.
      if (((may[pair] ?? 0) & 1) === 1) visitAt(text, length - 2, listOf[pair << BITS] ?? 0, visit, ends);
    },
  };
}

/** The same for lists of such marks, where only the lists matter. Throws a TypeError for more than 31 lists. */
export function createKeywordLists(all: readonly (readonly string[])[]): KeywordLists {
  if (all.length > MOST_LISTS) throw new TypeError('there are too many lists');
  const marks = [...new Set(all.flat())];
  const owners = marks.map((mark) => all.reduce((bits, list, place) => (list.includes(mark) ? bits | (1 << place) : bits), 0));
  const { may, listOf, lists, next } = beginningsOf(marks);
  const inLists = lists.map((list) => list.map((place) => ({ own: owners[place] ?? 0, mark: marks[place] ?? '' })));

  /** The lists of the marks that begin at a place. */
  function ownersAt(text: string, at: number, to: number, list: number): number {
    let standing = 0;
    for (const { own, mark } of inLists[list] ?? []) if (standsAt(text, at, to, mark)) standing |= own;
    return standing;
  }

  return {
    standingIn(text, from, to) {
      if (to - from < 2) return 0;
      let standing = 0;
      let pair = ((text.charCodeAt(from) & SOME) << BITS) | (text.charCodeAt(from + 1) & SOME);
      for (let index = from + 2; index < to; index += 1) {
        const last = text.charCodeAt(index) & SOME;
        const isMark = ((may[pair] ?? 0) >>> last) & 1;
        const bits = (pair << BITS) | last;
        pair = bits & TWO;
        if (isMark === 0) continue;
        const list = listOf[bits] ?? 0;
        const behind = index + 1 < to ? text.charCodeAt(index + 1) & SOME : 0;
        if ((((next[list] ?? 0) >>> behind) & 1) === 1) standing |= ownersAt(text, index - 2, to, list);
      }
      if (((may[pair] ?? 0) & 1) === 1) standing |= ownersAt(text, to - 2, to, listOf[pair << BITS] ?? 0);
      return standing;
    },
  };
}

/** Whether a mark stands at a place and ends no later than another. Of those that begin alike most differ in their last character. */
function standsAt(text: string, from: number, to: number, mark: string): boolean {
  if (from + mark.length > to) return false;
  for (let index = mark.length - 1; index >= 0; index -= 1) {
    const code = text.charCodeAt(from + index);
    if ((code >= 65 && code <= 90 ? code + 32 : code) !== mark.charCodeAt(index)) return false;
  }
  return true;
}
