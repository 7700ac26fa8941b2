import { pointerStep } from '../../../core/json-pointer.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';

/** A value in the arguments of a tool call: its JSON pointer (RFC 6901) and the value as text. */
export interface ArgumentValue {
  readonly pointer: string;
  readonly text: string;
  /** It is a field name, not a value. */
  readonly isKey: boolean;
}

/** Nesting limit. */
const MAX_DEPTH = 64;

/** Every value that is neither an object nor an array, and every field name. Throws a RangeError if nested too deeply. */
export function* argumentValues(value: JsonValue, pointer = '', depth = 0): Generator<ArgumentValue> {
  if (depth > MAX_DEPTH) throw new RangeError(`nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* argumentValues(item, `${pointer}/${index}`, depth + 1);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const at = `${pointer}/${pointerStep(key)}`;
      yield { pointer: at, text: key, isKey: true };
      yield* argumentValues(item, at, depth + 1);
    }
  } else yield { pointer, text: String(value), isKey: false };
}

/**
 * Whether a value is at or below a pointer, in which `*` matches any one step. A trailing `*` also matches no step: tools that
 * take an array often accept a single value too.
 */
export function isBelow(wanted: string, pointer: string): boolean {
  if (wanted === '') return true;
  const steps = pointer.split('/');
  const all = wanted.split('/');
  return all.every((step, index) => {
    const own = steps[index];
    return own === undefined ? step === '*' && index === all.length - 1 && index === steps.length : step === '*' || step === own;
  });
}
