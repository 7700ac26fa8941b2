import { scanModule } from './scan-module.ts';

/** How many rows are allocated at once. */
const BLOCK_ROWS = 4096;
const PAGE_BYTES = 65_536;
const MAX_PAGES = 65_536;

/** Rows of 8-bit numbers, one per vector, that are compared with a query at memory speed. */
export interface VectorMemory {
  /** Bytes of memory held, used or not. */
  readonly bytes: number;
  /**
   * Stores a vector of at most `dimensions` values in a row; rows are filled without gaps. The scores of a vector of NaNs are NaN. Throws
   * a RangeError past 4 GiB.
   */
  write(row: number, vector: Float32Array): void;
  copy(from: number, to: number): void;
  /** Releases memory if less than half of it holds the first `rows` rows. */
  shrink(rows: number): void;
  /** Sets the query of the scans that follow. */
  aim(query: Float32Array): void;
  /** The approximate dot products of rows from `start` on with the query, at most to the end of a block. Valid until the next call. */
  scan(start: number, end: number): Float32Array;
  /** The error of a score for a query of length 1, as a standard deviation. */
  deviation(): number;
}

/** An empty memory for vectors of `dimensions` values. */
export function createVectorMemory(dimensions: number): VectorMemory {
  const stride = Math.ceil(dimensions / 16) * 16;
  const outAt = stride * 2;
  const blocksAt = outAt + BLOCK_ROWS * 4;
  const blockBytes = BLOCK_ROWS * (stride + 4);
  // The sum of all products must fit into 32 bits.
  const queryMax = Math.min(32_767, Math.floor(2 ** 31 / (stride * 127)) - 1);
  const module = new WebAssembly.Module(scanModule());
  let { memory, run } = instantiate(module, blocksAt);
  let queryScale = 0;
  let maxScale = 0;

  const codesAt = (row: number): number => blocksAt + Math.floor(row / BLOCK_ROWS) * blockBytes + (row % BLOCK_ROWS) * stride;
  const scaleAt = (row: number): number =>
    blocksAt + Math.floor(row / BLOCK_ROWS) * blockBytes + BLOCK_ROWS * stride + (row % BLOCK_ROWS) * 4;
  const bytesFor = (rows: number): number => blocksAt + Math.ceil(rows / BLOCK_ROWS) * blockBytes;

  return {
    get bytes() {
      return memory.buffer.byteLength;
    },

    write(row, vector) {
      const missing = Math.ceil((bytesFor(row + 1) - memory.buffer.byteLength) / PAGE_BYTES);
      if (missing > 0) memory.grow(missing);
      const scale = largest(vector) / 127;
      const codes = new Int8Array(memory.buffer, codesAt(row), stride).fill(0);
      if (scale > 0) for (let at = 0; at < vector.length; at += 1) codes[at] = Math.round((vector[at] ?? 0) / scale);
      new Float32Array(memory.buffer, scaleAt(row), 1)[0] = scale;
      if (scale > maxScale) maxScale = scale;
    },

    copy(from, to) {
      const bytes = new Uint8Array(memory.buffer);
      bytes.copyWithin(codesAt(to), codesAt(from), codesAt(from) + stride);
      bytes.copyWithin(scaleAt(to), scaleAt(from), scaleAt(from) + 4);
    },

    shrink(rows) {
      const needed = bytesFor(rows);
      if (memory.buffer.byteLength < 2 * needed + PAGE_BYTES) return;
      const smaller = instantiate(module, needed);
      new Uint8Array(smaller.memory.buffer).set(new Uint8Array(memory.buffer, 0, needed));
      ({ memory, run } = smaller);
      if (rows === 0) maxScale = 0;
    },

    aim(query) {
      const scale = largest(query) / queryMax;
      const codes = new Int16Array(memory.buffer, 0, stride).fill(0);
      if (scale > 0) for (let at = 0; at < query.length; at += 1) codes[at] = Math.round((query[at] ?? 0) / scale);
      queryScale = scale;
    },

    scan(start, end) {
      const count = Math.min(end, (Math.floor(start / BLOCK_ROWS) + 1) * BLOCK_ROWS) - start;
      if (count <= 0) return new Float32Array(0);
      run(codesAt(start), scaleAt(start), outAt, count, 0, stride * 2);
      const scores = new Float32Array(memory.buffer, outAt, count);
      for (let at = 0; at < count; at += 1) scores[at] = (scores[at] ?? 0) * queryScale;
      return scores;
    },

    deviation: () => maxScale / Math.sqrt(12),
  };
}

type Scan = (codes: number, scales: number, out: number, count: number, query: number, queryEnd: number) => void;

function instantiate(module: WebAssembly.Module, bytes: number): { memory: WebAssembly.Memory; run: Scan } {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES), maximum: MAX_PAGES });
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  return { memory, run: instance.exports['scan'] as Scan };
}

function largest(vector: Float32Array): number {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return most;
}
