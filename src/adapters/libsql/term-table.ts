import { withRoomFor } from './grown-array.ts';

/**
 * The terms of a collection, numbered from 0 in order of appearance. In typed arrays: a `Map` of strings takes five times as much
 * memory.
 */
export interface TermTable {
  readonly size: number;
  /** Bytes of memory. */
  readonly bytes: number;
  /** The number of a term, or -1. */
  find(term: string): number;
  /** The same for the part of a text from `start` to `end`. */
  findIn(text: string, start: number, end: number): number;
  /** The number of a term, which is added if it is new. */
  enter(term: string): number;
  /** The term of a number in the table. */
  term(number: number): string;
}

/** A table without terms: a hash table with linear probing over the terms' UTF-16 units, which lie one after another. */
export function createTermTable(): TermTable {
  let size = 0;
  let units = new Uint16Array(1024);
  /** Where each term begins, and where the last one ends. */
  let starts = new Uint32Array(257);
  let hashes = new Uint32Array(256);
  /** Term numbers plus 1; 0 is free. Its length is a power of two. */
  let places = new Uint32Array(512);

  function isTerm(number: number, text: string, from: number, to: number): boolean {
    const start = starts[number] ?? 0;
    if ((starts[number + 1] ?? 0) - start !== to - from) return false;
    for (let at = from; at < to; at += 1) if (units[start + at - from] !== text.charCodeAt(at)) return false;
    return true;
  }

  /** The slot of a term, or the free slot for it. */
  function placeOf(hash: number, text: string, from: number, to: number): number {
    const mask = places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const number = (places[place] ?? 0) - 1;
      if (number === -1 || (hashes[number] === hash && isTerm(number, text, from, to))) return place;
    }
  }

  function spread(): void {
    places = new Uint32Array(places.length * 2);
    const mask = places.length - 1;
    for (let number = 0; number < size; number += 1) {
      let place = (hashes[number] ?? 0) & mask;
      while (places[place] !== 0) place = (place + 1) & mask;
      places[place] = number + 1;
    }
  }

  const findIn = (text: string, start: number, end: number): number =>
    (places[placeOf(hashOf(text, start, end), text, start, end)] ?? 0) - 1;

  return {
    get size() {
      return size;
    },

    get bytes() {
      return units.byteLength + starts.byteLength + hashes.byteLength + places.byteLength;
    },

    find: (term) => findIn(term, 0, term.length),
    findIn,

    enter(term) {
      const hash = hashOf(term, 0, term.length);
      const place = placeOf(hash, term, 0, term.length);
      const known = (places[place] ?? 0) - 1;
      if (known !== -1) return known;
      const number = size;
      const start = starts[number] ?? 0;
      units = withRoomFor(units, start + term.length);
      starts = withRoomFor(starts, number + 2);
      hashes = withRoomFor(hashes, number + 1);
      for (let at = 0; at < term.length; at += 1) units[start + at] = term.charCodeAt(at);
      starts[number + 1] = start + term.length;
      hashes[number] = hash;
      places[place] = number + 1;
      size += 1;
      if (size * 3 > places.length * 2) spread();
      return number;
    },

    term: (number) => String.fromCharCode(...units.subarray(starts[number], starts[number + 1])),
  };
}

/** FNV-1a with a final mix, because the low bits choose the slot. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
