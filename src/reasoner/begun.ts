import { delay } from '../core/abort.ts';

/**
 * Waits until an iteration has given its first part, at most `waitMs` milliseconds, and gives it back whole. A failure
 * before that is thrown here, so that it can still be answered with its own status.
 */
export async function begun<T>(parts: AsyncGenerator<T, void>, waitMs: number): Promise<AsyncGenerator<T, void>> {
  const first = parts.next();
  const waited = new AbortController();
  try {
    await Promise.race([first, delay(waitMs, waited.signal)]);
  } finally {
    waited.abort();
  }
  return resumed(first, parts);
}

/** An iteration whose first part is asked for already. No generator of its own, which every part would pass through. */
function resumed<T>(first: Promise<IteratorResult<T, void>>, parts: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let asked: Promise<IteratorResult<T, void>> | undefined = first;
  return {
    next() {
      const next = asked ?? parts.next();
      asked = undefined;
      return next;
    },
    return: (value) => parts.return(value),
    throw: (error) => parts.throw(error),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  };
}
