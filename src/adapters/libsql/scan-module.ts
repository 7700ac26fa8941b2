/**
 * A WebAssembly module of one function that multiplies rows of 8-bit numbers with a row of 16-bit numbers, 16 at a time
 * (https://webassembly.github.io/spec/core/binary/). Plain JavaScript takes ten times as long. It imports its memory
 * as `env.memory` and exports `scan(codes, scales, out, count, query, queryEnd)`: byte addresses, and the number of rows.
 * For each row it stores (sum of products) × (its scale) as a 32-bit float. Rows are multiples of 16 long.
 */
export function scanModule(): Uint8Array<ArrayBuffer> {
  const type = section(1, vector([[0x60, ...vector(Array.from({ length: 6 }, () => [I32])), 0]]));
  const imports = section(2, vector([[...name('env'), ...name('memory'), 0x02, 0x00, 1]]));
  const functions = section(3, vector([[0]]));
  const exports = section(7, vector([[...name('scan'), 0x00, 0]]));
  const locals = vector([
    [1, I32],
    [1, V128],
  ]);
  const body = [...locals, ...rowLoop(), END];
  const code = section(10, vector([[...unsigned(body.length), ...body]]));
  return Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...type, ...imports, ...functions, ...exports, ...code]);
}

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;
const END = 0x0b;
const I32_ADD = 0x6a;

/** Parameters and locals by their number. */
const CODES = 0;
const SCALES = 1;
const OUT = 2;
const COUNT = 3;
const QUERY = 4;
const QUERY_END = 5;
const AT = 6;
const SUM = 7;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
const constant = (value: number): number[] => [0x41, value];
const simd = (operation: number): number[] => [0xfd, ...unsigned(operation)];
const advance = (local: number, by: number): number[] => [...get(local), ...constant(by), I32_ADD, ...set(local)];

/** Eight products of codes and query at these offsets, added to the sum. */
function addProducts(codeOffset: number, queryOffset: number): number[] {
  const codes = [...get(CODES), ...simd(0x01), 0, codeOffset];
  const query = [...get(AT), ...simd(0x00), 0, queryOffset];
  const dotOf16 = simd(0xba);
  const addOf32 = simd(0xae);
  return [...get(SUM), ...codes, ...query, ...dotOf16, ...addOf32, ...set(SUM)];
}

/** Adds up the four 32-bit sums of the vector. */
function total(): number[] {
  const lane = (index: number): number[] => [...get(SUM), ...simd(0x1b), index];
  return [...lane(0), ...lane(1), I32_ADD, ...lane(2), I32_ADD, ...lane(3), I32_ADD];
}

function rowLoop(): number[] {
  const zero = [...simd(0x0c), ...Array.from({ length: 16 }, () => 0), ...set(SUM)];
  const row = [0x03, NO_RESULT, ...addProducts(0, 0), ...addProducts(8, 16), ...advance(CODES, 16)];
  const untilQueryEnds = [...get(AT), ...constant(32), I32_ADD, ...tee(AT), ...get(QUERY_END), 0x49, 0x0d, 0, END];
  // f32.convert_i32_s, f32.load, f32.mul, f32.store
  const store = [...get(OUT), ...total(), 0xb2, ...get(SCALES), 0x2a, 2, 0, 0x94, 0x38, 2, 0];
  const next = [...advance(SCALES, 4), ...advance(OUT, 4)];
  const untilNoneLeft = [...get(COUNT), ...constant(1), 0x6b, ...tee(COUNT), 0x0d, 0, END];
  return [0x03, NO_RESULT, ...zero, ...get(QUERY), ...set(AT), ...row, ...untilQueryEnds, ...store, ...next, ...untilNoneLeft];
}

/** LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return [...bytes, left];
    bytes.push((left & 0x7f) | 0x80);
  }
}

const vector = (items: readonly number[][]): number[] => [...unsigned(items.length), ...items.flat()];
const section = (id: number, content: readonly number[]): number[] => [id, ...unsigned(content.length), ...content];
const name = (text: string): number[] => [...unsigned(text.length), ...new TextEncoder().encode(text)];
