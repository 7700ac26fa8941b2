/** How a field of a graph's state combines with a node's update. `current` is undefined if nothing has been written yet. */
export type Reducer<Value> = (current: Value | undefined, update: Value) => Value;

/** Reducers by field; a field without one keeps its last value. */
export type Reducers<State> = { readonly [Field in keyof State]?: Reducer<NonNullable<State[Field]>> };

/** Appends the written items to the existing ones. */
export function append<Item>(current: readonly Item[] | undefined, update: readonly Item[]): readonly Item[] {
  return current === undefined ? update : [...current, ...update];
}

/** Adds up numbers, from 0. */
export function add(current: number | undefined, update: number): number {
  return (current ?? 0) + update;
}

/** The state after an update. A field that is set to undefined is cleared, whatever its reducer. */
export function reduce<State extends object>(state: State, update: Partial<State>, reducers: Reducers<State> = {}): State {
  const next = { ...state, ...update };
  for (const field of Object.keys(reducers) as (keyof State)[]) {
    const reducer = reducers[field];
    const written = update[field];
    if (reducer === undefined || written === undefined || written === null) continue;
    next[field] = reducer(state[field] ?? undefined, written);
  }
  return next;
}
