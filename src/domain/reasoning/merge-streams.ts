/**
 * Runs generators concurrently and yields their values as they arrive, requesting the next value of each only after the last one was
 * taken. `ended` gets each one's result at its end, before anything else is yielded. The first failure ends all.
 */
export function mergeStreams<Item, Result>(
  streams: readonly AsyncGenerator<Item, Result>[],
  ended: (index: number, result: Result) => AsyncIterable<Item>,
): AsyncGenerator<Item, void> {
  const [only] = streams;
  return only !== undefined && streams.length === 1 ? giveOne(only, ended) : giveAll(streams, ended);
}

/** A single generator needs no race, which would delay every piece of an answer. */
async function* giveOne<Item, Result>(
  stream: AsyncGenerator<Item, Result>,
  ended: (index: number, result: Result) => AsyncIterable<Item>,
): AsyncGenerator<Item, void> {
  let hasEnded = false;
  try {
    for (;;) {
      const next = await stream.next();
      if (next.done === true) {
        hasEnded = true;
        yield* ended(0, next.value);
        return;
      }
      yield next.value;
    }
  } finally {
    if (!hasEnded) stream.return(undefined as Result).catch(() => undefined);
  }
}

async function* giveAll<Item, Result>(
  streams: readonly AsyncGenerator<Item, Result>[],
  ended: (index: number, result: Result) => AsyncIterable<Item>,
): AsyncGenerator<Item, void> {
  type Arrival = { readonly index: number; readonly next: IteratorResult<Item, Result> };
  const pending = new Map<number, Promise<Arrival>>();
  const ask = (index: number): void => {
    const asked = streams[index]?.next().then((next) => ({ index, next }));
    if (asked === undefined) return;
    // Its failure is handled by the race, or the run has already ended.
    asked.catch(() => undefined);
    pending.set(index, asked);
  };
  try {
    for (const index of streams.keys()) ask(index);
    while (pending.size > 0) {
      const { index, next } = await Promise.race(pending.values());
      pending.delete(index);
      if (next.done === true) yield* ended(index, next.value);
      else {
        yield next.value;
        ask(index);
      }
    }
  } finally {
    for (const index of pending.keys()) streams[index]?.return(undefined as Result).catch(() => undefined);
  }
}
