import type { Random } from './random.ts';

/** So many texts, made one after the other. */
export function many(count: number, make: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A text in so great a share of the cases, none in the others. */
export function atTimes(share: number, make: () => string, random: Random): string[] {
  return random.next() < share ? [make()] : [];
}

/** The pieces with one more anywhere among them. */
export function among<T>(pieces: readonly T[], piece: T, random: Random): T[] {
  return pieces.toSpliced(Math.floor(random.next() * (pieces.length + 1)), 0, piece);
}

/** From `least` to `most` texts, or fewer where some are the same. */
export function several(least: number, most: number, make: () => string, random: Random): string[] {
  return [...new Set(many(least + Math.floor(random.next() * (most - least + 1)), make))];
}
