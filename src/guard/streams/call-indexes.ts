import { ServiceError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { isIndex } from '../../domain/guardrails/payload/plain-words.ts';

/** Finds the call that a streamed piece belongs to, even for servers that omit `index`. */
export type CallIndexes = (choice: number, call: JsonObject, position: number) => number;

/** Most calls in one reply. */
const MAX_CALLS = 4096;

/**
 * Tells the calls of one reply apart by index, or else by id; a piece with neither continues the latest call. Throws `provider_unavailable`
 * for too many.
 */
export function createCallIndexes(): CallIndexes {
  const choices = new Map<number, { readonly byId: Map<string, number>; readonly taken: Set<number>; last: number | undefined }>();
  let calls = 0;

  return (choice, { index, id }, position) => {
    const known = choices.get(choice) ?? { byId: new Map<string, number>(), taken: new Set<number>(), last: undefined };
    choices.set(choice, known);
    const name = typeof id === 'string' && id !== '' ? id : undefined;
    let found = isIndex(index) ? index : name === undefined ? undefined : known.byId.get(name);
    if (found === undefined && name === undefined) found = position === 0 ? (known.last ?? 0) : position;
    if (found === undefined) {
      found = position;
      while (known.taken.has(found)) found += 1;
    }
    if (!known.taken.has(found) || (name !== undefined && !known.byId.has(name))) {
      calls += 1;
      if (calls > MAX_CALLS)
        throw new ServiceError('provider_unavailable', `The upstream's reply contains more than the limit of ${MAX_CALLS} calls.`);
    }
    known.taken.add(found);
    if (name !== undefined && !known.byId.has(name)) known.byId.set(name, found);
    known.last = found;
    return found;
  };
}
