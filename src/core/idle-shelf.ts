/** Workers without work, the last used first; each is reported when it has lain for `idleMs` (never when 0). */
export class IdleShelf<T> {
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

  /** Takes the one last used, so that those that are too many stay idle and expire. */
  take(): T | undefined {
    const item = this.items.at(-1);
    if (item !== undefined) this.remove(item);
    return item;
  }

  /** Takes one off; false when it does not lie here. */
  remove(item: T): boolean {
    clearTimeout(this.#timers.get(item));
    return this.#timers.delete(item);
  }

  /** Takes all off. */
  clear(): void {
    for (const item of this.items) this.remove(item);
  }
}
