/** Words that nearly every English text of a few lines holds. */
const WORDS =
  'the and you your all are for not with this that have from what how can tell show ignore previous instructions system prompt please any now will must without rules about write give me my is of to in it on as be do reveal print say everything above'.split(
    ' ',
  );
/** Longer runs of letters are read in pieces of so many. */
const MAX_WORD = 12;
const LETTERS = 26;

/** A tree of words: `next[node * 26 + letter]` is the node behind a letter, 0 for none; `word[node]` the number of the word that ends there, from 1. */
interface WordTree {
  readonly next: Uint16Array;
  readonly word: Uint8Array;
}

const PLAIN = treeOf(WORDS);
const TURNED = treeOf(
  WORDS.map((word) => word.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 84) % LETTERS)))),
);

/** How many different common words a text in lower case holds: as it stands, with every letter 13 places on, and read from its end. */
export interface CommonWords {
  readonly plain: number;
  readonly turned: number;
  readonly backward: number;
}

/** Counts the common words of a text in lower case in every reading. */
export function commonWords(text: string): CommonWords {
  return { plain: count(text, PLAIN, false), turned: count(text, TURNED, false), backward: count(text, PLAIN, true) };
}

function treeOf(words: readonly string[]): WordTree {
  const size = words.reduce((sum, { length }) => sum + length, 2);
  const next = new Uint16Array(size * LETTERS);
  const word = new Uint8Array(size);
  let nodes = 1;
  for (const [index, each] of words.entries()) {
    let node = 1;
    for (let at = 0; at < each.length; at += 1) {
      const place = node * LETTERS + each.charCodeAt(at) - 97;
      if (next[place] === 0) next[place] = nodes += 1;
      node = next[place] ?? 0;
    }
    word[node] = index + 1;
  }
  return { next, word };
}

/** Different words of the tree among the text's runs of letters; node 0 leads nowhere, node 1 is the root. */
function count(text: string, { next, word }: WordTree, isBackward: boolean): number {
  const seen = new Uint8Array(WORDS.length + 1);
  const { length } = text;
  const step = isBackward ? -1 : 1;
  let index = isBackward ? length - 1 : 0;
  let left = length;
  while (left > 0) {
    let letter = text.charCodeAt(index) - 97;
    let node = 1;
    let size = 0;
    while (letter >= 0 && letter < LETTERS && size < MAX_WORD) {
      node = next[node * LETTERS + letter] ?? 0;
      size += 1;
      index += step;
      left -= 1;
      letter = left > 0 ? text.charCodeAt(index) - 97 : -1;
    }
    if (size > 0) seen[word[node] ?? 0] = 1;
    else {
      index += step;
      left -= 1;
    }
  }
  let different = 0;
  for (let place = 1; place < seen.length; place += 1) different += seen[place] ?? 0;
  return different;
}
