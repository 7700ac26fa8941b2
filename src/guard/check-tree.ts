import { ServiceError } from '../core/errors.ts';
import { isWord } from '../domain/guardrails/places/plain-words.ts';

/** Deepest nesting of a body. What is much deeper cannot be written again without exhausting the stack. */
const MAX_DEPTH = 256;

/** What a request may hold. */
export interface BodyLimits {
  readonly maxMessages: number;
  /** Most JSON values: objects, lists and everything in them. Whatever is done with a body takes time for each. */
  readonly maxValues: number;
}

/**
 * Throws `invalid_input` for what would not reach the upstream as it came: nesting without end, numbers beyond all numbers;
 * `payload_too_large` for too many values, without looking at the rest of them.
 */
export function checkTree(body: unknown, { maxValues }: Pick<BodyLimits, 'maxValues'>): void {
  const waiting: Branch[] = [];
  let values = 0;
  const check = (value: unknown, depth: number, field: string | undefined): void => {
    values += 1;
    if (values > maxValues)
      throw new ServiceError('payload_too_large', `The body holds more than the limit of ${maxValues} JSON values.`, named(field));
    if (typeof value === 'object' && value !== null) waiting.push({ value, depth, field });
    else if (typeof value === 'number' && !Number.isFinite(value))
      throw new ServiceError('invalid_input', `${field ?? 'The body'}: holds a number that is too large.`, named(field));
  };
  check(body, 1, undefined);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth, field } = next;
    if (depth > MAX_DEPTH)
      throw new ServiceError('invalid_input', `${field ?? 'The body'}: nested deeper than ${MAX_DEPTH} levels.`, named(field));
    if (Array.isArray(value)) for (let index = 0; index < value.length; index += 1) check(value[index], depth + 1, field);
    else
      for (const key in value)
        check((value as Readonly<Record<string, unknown>>)[key], depth + 1, depth === 1 && isWord(key) ? key : field);
  }
}

interface Branch {
  readonly value: object;
  readonly depth: number;
  /** The field of the body it stands in, unless its name may be a text: what is refused is told to log and record. */
  readonly field: string | undefined;
}

function named(field: string | undefined): { readonly param?: string } {
  return field === undefined ? {} : { param: field };
}
