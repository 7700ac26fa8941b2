import { ServiceError } from '../core/errors.ts';
import { isWord } from '../domain/guardrails/plain-words.ts';

/** Deepest nesting of a body. What is much deeper cannot be written again without exhausting the stack. */
const MAX_DEPTH = 256;

/** Throws `invalid_input` for what would not reach the upstream as it came: nesting without end, numbers beyond all numbers. */
export function checkTree(body: unknown): void {
  const waiting: Branch[] = [];
  const check = (value: unknown, depth: number, field: string | undefined): void => {
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
