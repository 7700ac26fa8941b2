/** Words as a trie of letters. Node 0 is the empty prefix. */
export interface WordTree {
  /** The child of a node by a letter (its ASCII code), or -1 if no word continues like this. */
  child(node: number, letter: number): number;
  /** The number of the word that ends at a node, or -1. */
  wordAt(node: number): number;
  /** The highest probability of any word through a node, in the unit it was given in. */
  bestFrom(node: number): number;
}

const NEWLINE = 10;

/**
 * Builds the tree of words sorted by their bytes, each followed by a newline; the n-th word has the n-th probability. A hundred thousand
 * words take some 5 MB and some tens of milliseconds.
 */
export function growWordTree(letters: Uint8Array, chances: Int16Array): WordTree {
  // At most one node per letter.
  const letterOf = new Uint8Array(letters.length + 1);
  const [firstChild, sibling] = [new Int32Array(letters.length + 1), new Int32Array(letters.length + 1)];
  const words = new Int32Array(letters.length + 1).fill(-1);
  const best = new Int16Array(letters.length + 1).fill(-32_768);
  let nodes = 1;
  // The nodes of the previous word, letter by letter, and the latest child of each.
  const path = new Int32Array(letters.length + 2);
  const youngest = new Int32Array(letters.length + 1);
  let [depth, shared, word] = [0, true, 0];
  let length = 0;
  for (const letter of letters) {
    if (letter === NEWLINE) {
      const chance = chances[word] ?? -32_768;
      words[path[depth] ?? 0] = word;
      for (let at = 0; at <= depth; at += 1) best[path[at] ?? 0] = Math.max(best[path[at] ?? 0] ?? 0, chance);
      [length, depth, shared] = [depth, 0, true];
      word += 1;
      continue;
    }
    const next = path[depth + 1] ?? 0;
    shared &&= depth < length && letterOf[next] === letter;
    depth += 1;
    if (shared) continue;
    const [parent, node] = [path[depth - 1] ?? 0, nodes++];
    letterOf[node] = letter;
    const elder = youngest[parent] ?? 0;
    if (elder === 0) firstChild[parent] = node;
    else sibling[elder] = node;
    youngest[parent] = path[depth] = node;
  }
  // Copies, so that the oversized arrays can be freed.
  const [ownLetter, ownFirst, ownSibling] = [letterOf.slice(0, nodes), firstChild.slice(0, nodes), sibling.slice(0, nodes)];
  const [ownWords, ownBest] = [words.slice(0, nodes), best.slice(0, nodes)];
  return {
    child(node, letter) {
      let at = ownFirst[node] ?? 0;
      while (at !== 0 && ownLetter[at] !== letter) at = ownSibling[at] ?? 0;
      return at === 0 ? -1 : at;
    },
    wordAt: (node) => ownWords[node] ?? -1,
    bestFrom: (node) => ownBest[node] ?? -32_768,
  };
}
