/** Called where a pattern ends in a sequence of codes; `end` is exclusive. */
export type OnMatch = (pattern: number, end: number) => void;

/** Finds many patterns in one pass, independent of their number (Aho and Corasick, 1975). */
export interface Automaton {
  /** Scans `count` codes and reports every match; returns how many codes at the end are a proper prefix of a pattern. */
  scan(codes: Uint16Array, count: number, onMatch?: OnMatch): number;
}

/** Compiles patterns of UTF-16 codes; empty ones never match, and of equal ones only the first does. */
export function createAutomaton(patterns: readonly Uint16Array[]): Automaton {
  const size = patterns.reduce((sum, pattern) => sum + pattern.length, 1);
  const edges = createEdges(size);
  const depth = new Int32Array(size + 1);
  const pattern = new Int32Array(size + 1).fill(-1);
  let nodes = 1;
  for (const [index, codes] of patterns.entries()) {
    let node = 0;
    for (const code of codes) {
      let next = edges.get(node, code);
      if (next === 0) {
        next = nodes;
        nodes += 1;
        edges.set(node, code, next);
        depth[next] = (depth[node] ?? 0) + 1;
      }
      node = next;
    }
    if (node !== 0 && pattern[node] === -1) pattern[node] = index;
  }
  const fail = new Int32Array(nodes);
  /** The longest proper suffix of a node's text that is a pattern. */
  const shorter = new Int32Array(nodes);
  const begins = new Uint8Array(0x10000);

  const follow = (from: number, code: number): number => {
    let node = from;
    for (;;) {
      const next = edges.get(node, code);
      if (next !== 0 || node === 0) return next;
      node = fail[node] ?? 0;
    }
  };

  for (const { from, code, to } of edges.byDepth(depth)) {
    if (from === 0) begins[code] = 1;
    else fail[to] = follow(fail[from] ?? 0, code);
    const link = fail[to] ?? 0;
    shorter[to] = (pattern[link] ?? -1) >= 0 ? link : (shorter[link] ?? 0);
  }

  return {
    scan(codes, count, onMatch) {
      let node = 0;
      for (let index = 0; index < count; index += 1) {
        const code = codes[index] ?? 0;
        if (node === 0 && begins[code] === 0) continue;
        node = follow(node, code);
        for (let hit = node; hit !== 0; hit = shorter[hit] ?? 0) {
          const found = pattern[hit] ?? -1;
          if (found >= 0) onMatch?.(found, index + 1);
        }
      }
      return depth[node] ?? 0;
    },
  };
}

/** Edges of the trie in one open-addressing hash table; a map per node would take ten times the memory. */
function createEdges(count: number) {
  const mask = 2 ** Math.ceil(Math.log2(Math.max(16, count * 2))) - 1;
  const from = new Int32Array(mask + 1);
  const codes = new Uint16Array(mask + 1);
  const to = new Int32Array(mask + 1);

  function slot(node: number, code: number): number {
    let hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let at = hash & mask; ; at = (at + 1) & mask) if (to[at] === 0 || (from[at] === node && codes[at] === code)) return at;
  }

  return {
    /** 0 if there is no edge: none leads to the root. */
    get: (node: number, code: number): number => to[slot(node, code)] ?? 0,
    set(node: number, code: number, next: number): void {
      const at = slot(node, code);
      from[at] = node;
      codes[at] = code;
      to[at] = next;
    },
    /** Every edge, by depth. */
    *byDepth(depth: Int32Array): Generator<{ readonly from: number; readonly code: number; readonly to: number }> {
      const places = new Int32Array(depth.length + 1);
      for (let at = 0; at <= mask; at += 1)
        if (to[at] !== 0) places[(depth[to[at] ?? 0] ?? 0) + 1] = (places[(depth[to[at] ?? 0] ?? 0) + 1] ?? 0) + 1;
      for (let at = 1; at < places.length; at += 1) places[at] = (places[at] ?? 0) + (places[at - 1] ?? 0);
      const ordered = new Int32Array(places.at(-1) ?? 0);
      for (let at = 0; at <= mask; at += 1) {
        if (to[at] === 0) continue;
        const level = depth[to[at] ?? 0] ?? 0;
        const place = places[level] ?? 0;
        ordered[place] = at;
        places[level] = place + 1;
      }
      for (const at of ordered) yield { from: from[at] ?? 0, code: codes[at] ?? 0, to: to[at] ?? 0 };
    },
  };
}
