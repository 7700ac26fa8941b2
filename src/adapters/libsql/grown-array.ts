/** Typed arrays of numbers. */
type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** A copy with `capacity` numbers; the added ones are 0. */
export function grownArray<T extends Numbers>(array: T, capacity: number): T {
  const grown = new (array.constructor as new (length: number) => T)(capacity);
  grown.set(array.subarray(0, Math.min(capacity, array.length)));
  return grown;
}

/** The array if it has room for `needed` numbers, otherwise a copy with half as much again. */
export function withRoomFor<T extends Numbers>(array: T, needed: number): T {
  return needed <= array.length ? array : grownArray(array, Math.max(needed, Math.ceil(array.length * 1.5)));
}
