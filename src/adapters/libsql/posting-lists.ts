import { withRoomFor } from './grown-array.ts';

/** For each term the documents that contain it and how often: lists that only grow at their ends. */
export interface PostingLists {
  /** Bytes of memory. */
  readonly bytes: number;
  /** How many documents are in a list. */
  count(list: number): number;
  /** Appends a document that comes after those in the list. Lists are numbered from 0 without gaps. Throws a RangeError past 4 GiB. */
  append(list: number, document: number, times: number): void;
  /** Writes a list's documents and their term counts into two arrays with room for them; returns how many. */
  read(list: number, documents: Uint32Array, times: Uint32Array): number;
}

/** Lists are chains of chunks of 16, 32, ... 512 bytes; the last four bytes of a chunk point to the next. */
const FIRST_CHUNK = 16;
const LAST_CHUNK = 512;
const LINK = 4;
/** Chunks are allocated in blocks, so that growing copies nothing. The first ones are small, as many collections are. */
const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;
const MAX_BLOCKS = 2 ** 32 / BLOCK;

interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly links: Uint32Array<ArrayBuffer>;
}

/**
 * No lists. An entry is a variable-length number with 7 bits per byte: twice the distance from the previous document, plus 1 if the term
 * occurs once; otherwise its count follows. Entries do not span chunks: a byte of 0, with which no entry begins, or a full chunk means
 * that the next one follows.
 */
export function createPostingLists(): PostingLists {
  const blocks: Block[] = [];
  let used = 0;
  let heads = new Uint32Array(256);
  /** Where the next entry goes, and where the chunk's entries end. */
  let tails = new Uint32Array(256);
  let ends = new Uint32Array(256);
  let counts = new Uint32Array(256);
  /** The last document of each list. */
  let lasts = new Uint32Array(256);
  let sizes = new Uint16Array(256);

  function makeRoom(needed: number): void {
    heads = withRoomFor(heads, needed);
    tails = withRoomFor(tails, needed);
    ends = withRoomFor(ends, needed);
    counts = withRoomFor(counts, needed);
    lasts = withRoomFor(lasts, needed);
    sizes = withRoomFor(sizes, needed);
  }

  /** Chunks never span blocks: the rest of a block is skipped. */
  function allocate(size: number): number {
    if ((used & (BLOCK - 1)) + size > BLOCK) used = Math.ceil(used / BLOCK) * BLOCK;
    if (used + size > blocks.length * BLOCK) {
      if (blocks.length === MAX_BLOCKS) throw new RangeError('the words take more than 4 GiB');
      const bytes = new Uint8Array(BLOCK);
      blocks.push({ bytes, links: new Uint32Array(bytes.buffer) });
    }
    const at = used;
    used += size;
    return at;
  }

  function extend(list: number): void {
    const before = sizes[list] ?? 0;
    const size = before === 0 ? FIRST_CHUNK : Math.min(before * 2, LAST_CHUNK);
    const at = allocate(size);
    if (before === 0) heads[list] = at;
    else {
      const end = ends[list] ?? 0;
      const block = blocks[end >>> BLOCK_BITS];
      if (block !== undefined) block.links[(end & (BLOCK - 1)) >>> 2] = at;
    }
    sizes[list] = size;
    tails[list] = at;
    ends[list] = at + size - LINK;
  }

  return {
    get bytes() {
      return blocks.length * BLOCK + heads.byteLength * 5 + sizes.byteLength;
    },

    count: (list) => counts[list] ?? 0,

    append(list, document, times) {
      if (list >= heads.length) makeRoom(list + 1);
      const count = counts[list] ?? 0;
      const distance = count === 0 ? document + 1 : document - (lasts[list] ?? 0);
      const first = distance * 2 + (times === 1 ? 1 : 0);
      const length = lengthOf(first) + (times === 1 ? 0 : lengthOf(times));
      if (count === 0 || (tails[list] ?? 0) + length > (ends[list] ?? 0)) extend(list);
      const tail = tails[list] ?? 0;
      const bytes = blocks[tail >>> BLOCK_BITS]?.bytes;
      if (bytes !== undefined) {
        const after = write(bytes, tail & (BLOCK - 1), first);
        if (times !== 1) write(bytes, after, times);
      }
      tails[list] = tail + length;
      counts[list] = count + 1;
      lasts[list] = document;
    },

    read(list, documents, times) {
      const count = counts[list] ?? 0;
      let size = FIRST_CHUNK;
      let start = heads[list] ?? 0;
      let document = -1;
      for (let read = 0; read < count;) {
        const block = blocks[start >>> BLOCK_BITS];
        if (block === undefined) break;
        const { bytes, links } = block;
        let at = start & (BLOCK - 1);
        const end = at + size - LINK;
        while (read < count && at < end) {
          let byte = bytes[at] ?? 0;
          if (byte === 0) break;
          at += 1;
          let first = byte & 0x7f;
          for (let shift = 7; byte > 0x7f; shift += 7) {
            byte = bytes[at] ?? 0;
            at += 1;
            first |= (byte & 0x7f) << shift;
          }
          document += first >>> 1;
          let often = 1;
          if ((first & 1) === 0) {
            byte = bytes[at] ?? 0;
            at += 1;
            often = byte & 0x7f;
            for (let shift = 7; byte > 0x7f; shift += 7) {
              byte = bytes[at] ?? 0;
              at += 1;
              often |= (byte & 0x7f) << shift;
            }
          }
          documents[read] = document;
          times[read] = often;
          read += 1;
        }
        start = links[end >>> 2] ?? 0;
        size = Math.min(size * 2, LAST_CHUNK);
      }
      return count;
    },
  };
}

/** How many bytes a number takes. */
function lengthOf(value: number): number {
  let length = 1;
  for (let left = value >>> 7; left > 0; left >>>= 7) length += 1;
  return length;
}

function write(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let left = value;
  for (; left > 0x7f; left >>>= 7) {
    bytes[at] = (left & 0x7f) | 0x80;
    at += 1;
  }
  bytes[at] = left;
  return at + 1;
}
