import { exactNumber } from '../../../core/exact-numbers.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { isWord } from './plain-words.ts';
import type { SitePath } from './site.ts';

/** Something that ends a branch of a value: a text, a number as long as those of cards and accounts, or what is nested too deep. */
export interface JsonLeaf {
  /** Where it stands; the same list for all leaves, so that it holds only until the next one comes. */
  readonly path: SitePath;
  /** The last field on the way. */
  readonly field: string;
  readonly text: string;
  readonly kind: 'string' | 'number' | 'name' | 'too deep';
}

/** Deepest nesting that is followed: as deep as a body may be. */
const MAX_DEPTH = 256;
/** What is said of what is nested deeper. */
export const TOO_DEEP = `nested deeper than ${MAX_DEPTH} levels`;
/** Numbers from here on hold as many digits as numbers of cards and accounts do, and are read as texts. */
export const LONG_NUMBER = 1e12;

/** A list or an object whose items are being visited. */
interface Branch {
  /** The names of its items; none of a list. */
  readonly names: readonly string[] | undefined;
  readonly items: readonly JsonValue[];
  readonly field: string;
  index: number;
}

/** Every leaf of a value in its order, and the names of fields that are no plain names. Takes no more time for each the deeper it stands. */
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
