/** The lowest of the `size` highest scores so far: what a score must reach to be among them. */
export interface ScoreFloor {
  /** 0 until `size` scores above 0 have been offered. */
  readonly value: number;
  /** Takes a score above the floor and returns the new floor. */
  offer(score: number): number;
}

/** No scores yet; a heap with the lowest on top. */
export function createScoreFloor(size: number): ScoreFloor {
  const heap = new Float64Array(size);
  let count = 0;

  function rise(score: number): void {
    let at = count;
    count += 1;
    for (let above = (at - 1) >> 1; at > 0 && (heap[above] ?? 0) > score; above = (at - 1) >> 1) {
      heap[at] = heap[above] ?? 0;
      at = above;
    }
    heap[at] = score;
  }

  function sink(score: number): void {
    let at = 0;
    for (let below = 1; below < size; below = at * 2 + 1) {
      if (below + 1 < size && (heap[below + 1] ?? 0) < (heap[below] ?? 0)) below += 1;
      if ((heap[below] ?? 0) >= score) break;
      heap[at] = heap[below] ?? 0;
      at = below;
    }
    heap[at] = score;
  }

  const value = (): number => (count < size ? 0 : (heap[0] ?? 0));
  return {
    get value() {
      return value();
    },
    offer(score) {
      if (count < size) rise(score);
      else sink(score);
      return value();
    },
  };
}
