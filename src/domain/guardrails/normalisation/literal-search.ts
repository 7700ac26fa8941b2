/** Searches for many literal strings at once. */
export interface LiteralSearch {
  /** Calls `visit` with the list index of every literal that ends at `end`, in order of their ends. */
  each(text: string, visit: (literal: number, end: number) => void): void;
}

/** Literals may only contain characters below this code. */
const KNOWN_CODES = 256;

/**
 * Compiles literals, case-sensitive, into a deterministic Aho-Corasick automaton (1975) with all transitions precomputed: one
 * step per character, however many literals there are. Throws a TypeError for an empty literal or one with characters beyond
 * Latin-1.
 */
export function createLiteralSearch(literals: readonly string[]): LiteralSearch {
  const { kinds, count } = kindsOf(literals);
  const most = literals.reduce((sum, { length }) => sum + length, 1);
  const next = new Uint16Array(most * count);
  const ends: number[][] = [[]];
  for (const [place, literal] of literals.entries()) {
    let state = 0;
    for (let index = 0; index < literal.length; index += 1) {
      const step = state * count + (kinds[literal.charCodeAt(index)] ?? 0);
      if (next[step] === 0) next[step] = ends.push([]) - 1;
      state = next[step] ?? 0;
    }
    ends[state]?.push(place);
  }
  completeSteps(next, ends, count);
  // Each step depends on the previous one, so states are stored as the offsets of their rows. Those that end a literal come last.
  const states = [...ends.keys()].toSorted((one, other) => Number(ends[one]?.length !== 0) - Number(ends[other]?.length !== 0));
  const offsets = new Int32Array(states.length);
  for (const [place, state] of states.entries()) offsets[state] = place * count;
  const rows = new Int32Array(states.length * count);
  for (const [place, state] of states.entries())
    for (let kind = 0; kind < count; kind += 1) rows[place * count + kind] = offsets[next[state * count + kind] ?? 0] ?? 0;
  const found = states.flatMap((state) => (ends[state]?.length === 0 ? [] : [ends[state] ?? []]));
  const firstEnd = (states.length - found.length) * count;
  return {
    each(text, visit) {
      const { length } = text;
      let row = 0;
      for (let index = 0; index < length; index += 1) {
        const code = text.charCodeAt(index);
        row = code < KNOWN_CODES ? (rows[row + (kinds[code] ?? 0)] ?? 0) : 0;
        if (row >= firstEnd) for (const place of found[(row - firstEnd) / count] ?? []) visit(place, index + 1);
      }
    },
  };
}

/** Equivalence classes of characters: a number for each that occurs in the literals, 0 for all others. */
function kindsOf(literals: readonly string[]): { readonly kinds: Uint8Array; readonly count: number } {
  const kinds = new Uint8Array(KNOWN_CODES);
  let count = 1;
  for (const literal of literals) {
    if (literal === '') throw new TypeError('an empty text is everywhere');
    for (const character of literal) {
      const code = character.codePointAt(0) ?? 0;
      if (code >= KNOWN_CODES) throw new TypeError(`${literal} holds a character beyond Latin-1`);
      if (kinds[code] !== 0) continue;
      kinds[code] = count;
      count += 1;
    }
  }
  return { kinds, count };
}

/** Fills in the failure transitions breadth-first. */
function completeSteps(next: Uint16Array, ends: number[][], count: number): void {
  const fallback = new Uint16Array(ends.length);
  const queue: number[] = [];
  for (let kind = 0; kind < count; kind += 1) {
    const child = next[kind] ?? 0;
    if (child !== 0) queue.push(child);
  }
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    const back = fallback[state] ?? 0;
    ends[state]?.push(...(ends[back] ?? []));
    for (let kind = 0; kind < count; kind += 1) {
      const step = state * count + kind;
      const child = next[step] ?? 0;
      const other = next[back * count + kind] ?? 0;
      if (child === 0) next[step] = other;
      else {
        fallback[child] = other;
        queue.push(child);
      }
    }
  }
}
