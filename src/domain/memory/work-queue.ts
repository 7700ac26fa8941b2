/** Work of several owners: each owner's in order, one piece at a time; different owners' concurrently. */
export interface OwnerQueue {
  /** Pieces that wait or run. */
  readonly size: number;
  /** Resolves with the work, once it has had its turn. With `isFirst` it goes before those that wait. */
  run<T>(owner: string, work: () => Promise<T>, isFirst?: boolean): Promise<T>;
  /** Resolves when all of an owner's work that waits or is under way now has ended. */
  settled(owner: string): Promise<void>;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

interface Piece {
  readonly owner: string;
  readonly start: () => Promise<void>;
  readonly ended: Promise<void>;
}

/** An empty queue that runs at most `concurrency` owners' work at once. */
export function createOwnerQueue(concurrency: number): OwnerQueue {
  const waiting: Piece[] = [];
  /** By owner: the piece that runs. */
  const busy = new Map<string, Piece>();
  let idleWaiters: (() => void)[] = [];

  function pump(): void {
    while (busy.size < concurrency) {
      const place = waiting.findIndex(({ owner }) => !busy.has(owner));
      const [next] = place === -1 ? [] : waiting.splice(place, 1);
      if (next === undefined) break;
      busy.set(next.owner, next);
      void next.start().finally(() => {
        busy.delete(next.owner);
        pump();
      });
    }
    if (busy.size > 0 || waiting.length > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  return {
    get size() {
      return waiting.length + busy.size;
    },
    run: (owner, work, isFirst = false) =>
      new Promise((resolve, reject) => {
        const { promise: ended, resolve: end } = Promise.withResolvers<void>();
        const piece: Piece = { owner, ended, start: () => work().then(resolve, reject).finally(end) };
        if (isFirst) waiting.unshift(piece);
        else waiting.push(piece);
        pump();
      }),
    async settled(owner) {
      const own = [...busy.values(), ...waiting].filter((piece) => piece.owner === owner);
      await Promise.all(own.map(({ ended }) => ended));
    },
    idle: () =>
      new Promise((resolve) => {
        idleWaiters.push(resolve);
        pump();
      }),
  };
}
