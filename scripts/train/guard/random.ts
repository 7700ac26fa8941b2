/** Numbers that look random and come again with the same seed. */
export interface Random {
  /** 0..1, 1 excluded. */
  next(): number;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
}

/** A linear congruential generator (Numerical Recipes): the same rows and weights on every machine. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, pick: (list) => list[Math.floor(next() * list.length)]! };
}
