/** The typed arrays that tables of numbers are made of. */
type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** An array of `capacity` numbers that begins like the given one; the rest is 0. */
export function grownArray<T extends Numbers>(array: T, capacity: number): T {
  const grown = new (array.constructor as new (length: number) => T)(capacity);
  grown.set(array.subarray(0, Math.min(capacity, array.length)));
  return grown;
}

/** Room for `needed` numbers, and half as much again, where an array has less; the array itself where it has enough. */
export function withRoomFor<T extends Numbers>(array: T, needed: number): T {
  return needed <= array.length ? array : grownArray(array, Math.max(needed, Math.ceil(array.length * 1.5)));
}
