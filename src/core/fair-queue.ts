/** `interactive` work has somebody waiting for its answer; `background` work runs only when no interactive work waits. */
export type Lane = 'interactive' | 'background';

/**
 * What waits for a place, shared fairly: interactive before background, and within a lane one of each key in
 * turn, so that a client that asks a lot delays only itself. First in, first out within a key.
 */
export class FairQueue<T> {
  /** The keys of each lane in the order of their turns; a key that is served goes to the end. */
  readonly #lanes: Readonly<Record<Lane, Map<string, T[]>>> = { interactive: new Map(), background: new Map() };

  get size(): number {
    return this.sizeOf('interactive') + this.sizeOf('background');
  }

  sizeOf(lane: Lane): number {
    let size = 0;
    for (const waiting of this.#lanes[lane].values()) size += waiting.length;
    return size;
  }

  push(item: T, lane: Lane, key: string): void {
    const waiting = this.#lanes[lane].get(key);
    if (waiting === undefined) this.#lanes[lane].set(key, [item]);
    else waiting.push(item);
  }

  /** The next item; undefined if none waits. */
  shift(): T | undefined {
    return this.#shiftFrom(this.#lanes.interactive) ?? this.#shiftFrom(this.#lanes.background);
  }

  /** Removes one item; false if it does not wait. */
  remove(item: T): boolean {
    for (const lane of Object.values(this.#lanes)) {
      for (const [key, waiting] of lane) {
        const place = waiting.indexOf(item);
        if (place < 0) continue;
        waiting.splice(place, 1);
        if (waiting.length === 0) lane.delete(key);
        return true;
      }
    }
    return false;
  }

  /**
   * Takes the last removable item of the key that holds most places of a lane, if it holds at least two more
   * than `key` does: in a full queue that is whom a newcomer may take a place from.
   */
  displace(lane: Lane, key: string, removable: (item: T) => boolean): T | undefined {
    const keys = [...this.#lanes[lane]].toSorted(([, a], [, b]) => b.length - a.length);
    const [greediest] = keys;
    const own = this.#lanes[lane].get(key)?.length ?? 0;
    if (greediest === undefined || greediest[1].length < own + 2) return undefined;
    const item = greediest[1].findLast(removable);
    if (item !== undefined) this.remove(item);
    return item;
  }

  /** Removes and returns all items. */
  drain(): T[] {
    const all: T[] = [];
    for (let item = this.shift(); item !== undefined; item = this.shift()) all.push(item);
    return all;
  }

  #shiftFrom(lane: Map<string, T[]>): T | undefined {
    for (const [key, waiting] of lane) {
      const item = waiting.shift();
      lane.delete(key);
      if (waiting.length > 0) lane.set(key, waiting);
      return item;
    }
    return undefined;
  }
}
