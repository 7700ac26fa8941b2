/** Idle workers, the last used first. Each one that has been idle for `idleMs` is reported (never if 0). */
export class IdleWorkers<T> {
  readonly #idleMs: number;
  readonly #onExpired: (item: T) => void;
  readonly #timers = new Map<T, ReturnType<typeof setTimeout> | undefined>();

  constructor(idleMs: number, onExpired: (item: T) => void) {
    this.#idleMs = idleMs;
    this.#onExpired = onExpired;
  }

  get items(): T[] {
    return [...this.#timers.keys()];
  }

  put(item: T): void {
    this.#timers.set(item, this.#idleMs === 0 ? undefined : setTimeout(() => this.#onExpired(item), this.#idleMs));
  }

  /** Takes the one last used, so that surplus workers stay idle and expire. */
  take(): T | undefined {
    const item = this.items.at(-1);
    if (item !== undefined) this.remove(item);
    return item;
  }

  /** Removes one; false if it is not here. */
  remove(item: T): boolean {
    clearTimeout(this.#timers.get(item));
    return this.#timers.delete(item);
  }

  /** Removes all. */
  clear(): void {
    for (const item of this.items) this.remove(item);
  }
}
