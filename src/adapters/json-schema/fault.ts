import { pointerStep } from '../../core/json-pointer.ts';

/** Where in a value something is. */
export interface Place {
  readonly above?: Place;
  readonly key: string | number;
  readonly depth: number;
}

/** What does not fit, and where. */
export interface Fault {
  readonly place: Place;
  readonly problem: string;
}

/** A place in the value at another one. */
export function inside(above: Place, key: string | number): Place {
  return { above, key, depth: above.depth + 1 };
}

/** Of the faults by several schemas the one that the value comes closest to fitting: it lies deepest. */
export function deepest(faults: readonly (Fault | undefined)[]): Fault | undefined {
  let found: Fault | undefined;
  for (const fault of faults) if (fault !== undefined && fault.place.depth > (found?.place.depth ?? -1)) found = fault;
  return found;
}

/** The JSON pointer to a place, as a fragment. */
export function pointerTo(place: Place): string {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at?.above !== undefined; at = at.above) keys.push(String(at.key));
  return ['#', ...keys.toReversed().map(pointerStep)].join('/');
}
