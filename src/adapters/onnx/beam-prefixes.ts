/**
 * The prefixes of a beam search as paths of letters, stored in columns because a search makes hundreds of thousands of them. Prefix 0 is
 * the empty text. Probabilities are natural logarithms.
 */
export interface BeamPrefixes {
  /** Columns, indexed by prefix. Growing replaces them, so read them again after each `add()`. */
  columns: PrefixColumns;
  /** Adds a text one letter longer than `parent`, with probability zero; returns its number. */
  add(parent: number, letter: number): number;
  /** The text one letter longer, or 0 if there is none yet. */
  find(parent: number, letter: number): number;
}

export interface PrefixColumns {
  readonly parent: Int32Array;
  /** The class of the last letter. */
  readonly letter: Uint8Array;
  /** The word tree's node for its last word; -1 if no word begins like this. */
  readonly node: Int32Array;
  /** The context of its last word: the bigram and the word before it. */
  readonly bigram: Int32Array;
  readonly word: Int32Array;
  readonly firstChild: Int32Array;
  readonly sibling: Int32Array;
  /** The last frame in which it was reached. */
  readonly frame: Int32Array;
  /** The score of completed words and unknown letters. */
  readonly extra: Float64Array;
  /** The best score the unfinished word may still add. */
  readonly ahead: Float64Array;
  readonly blank: Float64Array;
  readonly ended: Float64Array;
  readonly newBlank: Float64Array;
  readonly newEnded: Float64Array;
  readonly total: Float64Array;
}

const FIRST_CAPACITY = 4096;

export function createBeamPrefixes(): BeamPrefixes {
  let capacity = FIRST_CAPACITY;
  let count = 1;
  const prefixes: BeamPrefixes = {
    columns: columnsFor(capacity),
    add(parent, letter) {
      if (count === capacity) {
        capacity *= 2;
        prefixes.columns = columnsFor(capacity, prefixes.columns);
      }
      const { columns } = prefixes;
      const prefix = count++;
      columns.parent[prefix] = parent;
      columns.letter[prefix] = letter;
      columns.sibling[prefix] = columns.firstChild[parent] ?? 0;
      columns.firstChild[parent] = prefix;
      columns.frame[prefix] = -1;
      columns.blank[prefix] = columns.ended[prefix] = -Infinity;
      return prefix;
    },
    find(parent, letter) {
      const { firstChild, sibling, letter: letters } = prefixes.columns;
      let at = firstChild[parent] ?? 0;
      while (at !== 0 && letters[at] !== letter) at = sibling[at] ?? 0;
      return at;
    },
  };
  return prefixes;
}

function columnsFor(capacity: number, old?: PrefixColumns): PrefixColumns {
  const whole = (from?: Int32Array): Int32Array => copied(new Int32Array(capacity), from);
  const real = (from?: Float64Array): Float64Array => copied(new Float64Array(capacity), from);
  return {
    parent: whole(old?.parent),
    letter: copied(new Uint8Array(capacity), old?.letter),
    node: whole(old?.node),
    bigram: whole(old?.bigram),
    word: whole(old?.word),
    firstChild: whole(old?.firstChild),
    sibling: whole(old?.sibling),
    frame: whole(old?.frame),
    extra: real(old?.extra),
    ahead: real(old?.ahead),
    blank: real(old?.blank),
    ended: real(old?.ended),
    newBlank: real(old?.newBlank),
    newEnded: real(old?.newEnded),
    total: real(old?.total),
  };
}

function copied<Column extends Int32Array | Float64Array | Uint8Array>(into: Column, from: Column | undefined): Column {
  if (from !== undefined) into.set(from);
  return into;
}
