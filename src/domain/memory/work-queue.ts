/** Work of several owners: that of one owner in its order, one piece at a time; that of several at once. */
export interface OwnerQueue {
  /** Pieces waiting and under way. */
  readonly size: number;
  /** Resolves as the work does, once it was its turn. With `isFirst` it goes before what waits. */
  run<T>(owner: string, work: () => Promise<T>, isFirst?: boolean): Promise<T>;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

/** An empty queue that runs at most `concurrency` owners' work at once. */
export function createOwnerQueue(concurrency: number): OwnerQueue {
  const waiting: { readonly owner: string; readonly start: () => Promise<void> }[] = [];
  const busy = new Set<string>();
  let idleWaiters: (() => void)[] = [];

  function pump(): void {
    while (busy.size < concurrency) {
      const place = waiting.findIndex(({ owner }) => !busy.has(owner));
      const [next] = place === -1 ? [] : waiting.splice(place, 1);
      if (next === undefined) break;
      busy.add(next.owner);
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
        const piece = { owner, start: () => work().then(resolve, reject) };
        if (isFirst) waiting.unshift(piece);
        else waiting.push(piece);
        pump();
      }),
    idle: () =>
      new Promise((resolve) => {
        idleWaiters.push(resolve);
        pump();
      }),
  };
}
