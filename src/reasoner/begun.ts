import { delay } from '../core/abort.ts';

/**
 * Waits for the first part of an iteration for at most `waitMs` milliseconds, and returns the whole iteration. A failure before that is
 * thrown here, so that it can still be answered with its own status.
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

/** An iteration whose first part has already been requested. Not a generator, through which every part would pass. */
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
