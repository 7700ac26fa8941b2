/**
 * A single-reader queue between a pusher and an async iteration. `capacity` bounds what may wait:
 * `push` returns false when full (or closed) and the value is not kept, so that memory never grows
 * with a slow reader. When the signal aborts it closes and forgets what waits. `onClose` runs once,
 * whichever way it ended: `close()`, abort, or the reader leaving; never for a queue born aborted.
 */
export class AsyncQueue<T> implements AsyncIterable<T> {
  #waiting: T[] = [];
  #head = 0;
  readonly #capacity: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onClose: (() => void) | undefined;
  readonly #abort = (): void => this.#discard();
  #wake: (() => void) | undefined;
  #closed = false;

  constructor(capacity: number, signal?: AbortSignal, onClose?: () => void) {
    this.#capacity = capacity;
    this.#signal = signal;
    this.#onClose = onClose;
    if (signal?.aborted === true) this.#closed = true;
    else signal?.addEventListener('abort', this.#abort, { once: true });
  }

  get size(): number {
    return this.#waiting.length - this.#head;
  }

  get closed(): boolean {
    return this.#closed;
  }

  push(value: T): boolean {
    if (this.#closed || this.size >= this.#capacity) return false;
    this.#waiting.push(value);
    this.#wake?.();
    return true;
  }

  /** Ends the iteration once all waiting values have been read. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#wake?.();
    this.#onClose?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    try {
      for (;;) {
        if (this.size > 0) {
          yield this.#take();
        } else if (this.#closed) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          this.#wake = undefined;
        }
      }
    } finally {
      this.#signal?.removeEventListener('abort', this.#abort);
      this.#discard();
    }
  }

  /** Advances a read position instead of shifting, which would copy a long queue for every value. */
  #take(): T {
    const value = this.#waiting[this.#head] as T;
    this.#head += 1;
    if (this.#head === this.#waiting.length || this.#head > 1024) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
    return value;
  }

  #discard(): void {
    this.#waiting = [];
    this.#head = 0;
    this.close();
  }
}
