/**
 * A single-reader queue between a pusher and an async iteration. `capacity` bounds what may wait:
 * `push` returns false when full (or closed) and the value is not kept, so that memory never grows
 * with a slow reader. It closes when the signal aborts.
 */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  readonly #capacity: number;
  #wake: (() => void) | undefined;
  #closed = false;

  constructor(capacity: number, signal?: AbortSignal) {
    this.#capacity = capacity;
    if (signal?.aborted === true) this.#closed = true;
    signal?.addEventListener('abort', () => this.close(), { once: true });
  }

  get size(): number {
    return this.#waiting.length;
  }

  push(value: T): boolean {
    if (this.#closed || this.#waiting.length >= this.#capacity) return false;
    this.#waiting.push(value);
    this.#wake?.();
    return true;
  }

  /** Ends the iteration once what waits has been read. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    try {
      for (;;) {
        const next = this.#waiting.shift();
        if (next !== undefined) {
          yield next;
          continue;
        }
        if (this.#closed) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
    } finally {
      this.#closed = true;
      this.#waiting.length = 0;
    }
  }
}
