import { exactNumber } from '../../../core/exact-numbers.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { isWord } from './plain-words.ts';
import type { SitePath } from './site.ts';

/** A leaf of a JSON value: a text, a number long enough for a card or account, a field name worth reading, or a value nested too deeply. */
export interface JsonLeaf {
  /** Its path. The array is reused, so it is only valid until the next leaf. */
  readonly path: SitePath;
  /** The last field name on its path. */
  readonly field: string;
  readonly text: string;
  readonly kind: 'string' | 'number' | 'name' | 'too deep';
}

/** Limit on the nesting that is read, the same as for a request body to be accepted. */
const MAX_DEPTH = 256;
/** Reason for not reading deeper values. */
export const TOO_DEEP = `nested deeper than ${MAX_DEPTH} levels`;
/** Numbers from here on have as many digits as card and account numbers, and are read as text. */
export const LONG_NUMBER = 1e12;

/** An array or object being traversed. */
interface Branch {
  /** Its field names; undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly items: readonly JsonValue[];
  readonly field: string;
  index: number;
}

/**
 * Traverses the leaves of a value in order, including field names that are not plain words. The time per leaf does not depend on
 * its depth.
 */
export function* leavesOf(root: JsonValue, path: SitePath): Generator<JsonLeaf> {
  const steps = [...path];
  const open: Branch[] = [];
  let next: JsonValue = root;
  let field = steps.findLast((step) => typeof step === 'string') ?? '';
  for (;;) {
    if (typeof next === 'string') {
      if (next !== '') yield { path: steps, field, text: next, kind: 'string' };
    } else if (typeof next === 'number') {
      if (Number.isSafeInteger(next) && Math.abs(next) >= LONG_NUMBER) yield { path: steps, field, text: String(next), kind: 'number' };
    } else if (typeof next === 'object' && next !== null) {
      const exact = exactNumber(next);
      if (exact !== undefined) yield { path: steps, field, text: exact, kind: 'number' };
      else if (open.length >= MAX_DEPTH) yield { path: steps, field, text: '', kind: 'too deep' };
      else {
        open.push(branchOf(next, field));
        steps.push('');
      }
    }
    let branch = open.at(-1);
    while (branch !== undefined && branch.index === branch.items.length) {
      open.pop();
      steps.pop();
      branch = open.at(-1);
    }
    if (branch === undefined) return;
    const { names, items, index } = branch;
    branch.index += 1;
    const name = names?.[index];
    field = name ?? branch.field;
    steps[steps.length - 1] = name ?? index;
    if (name !== undefined && name !== '' && !isWord(name)) yield { path: steps, field, text: name, kind: 'name' };
    next = items[index] ?? null;
  }
}

function branchOf(value: JsonObject | JsonValue[], field: string): Branch {
  if (Array.isArray(value)) return { names: undefined, items: value, field, index: 0 };
  return { names: Object.keys(value), items: Object.values(value), field, index: 0 };
}
