import { ServiceError } from '../core/errors.ts';
import { isWord } from '../domain/guardrails/payload/plain-words.ts';

/** Deepest nesting of a body. Serialising a much deeper one would exhaust the stack. */
const MAX_DEPTH = 256;

/** Limits on the size of a request. */
export interface BodyLimits {
  readonly maxMessages: number;
  /** Most JSON values, counting objects, arrays and everything in them: each costs time in every step. */
  readonly maxValues: number;
}

/**
 * Throws `invalid_input` for what could not be forwarded unchanged (nesting deeper than 256 levels, numbers that overflow), and
 * `payload_too_large` for too many values.
 */
export function checkJsonLimits(body: unknown, { maxValues }: Pick<BodyLimits, 'maxValues'>): void {
  const waiting: Branch[] = [];
  let values = 0;
  const check = (value: unknown, depth: number, field: string | undefined): void => {
    values += 1;
    if (values > maxValues)
      throw new ServiceError('payload_too_large', `The body must hold at most ${maxValues} JSON values.`, named(field));
    if (typeof value === 'object' && value !== null) waiting.push({ value, depth, field });
    else if (typeof value === 'number' && !Number.isFinite(value))
      throw new ServiceError('invalid_input', `${field ?? 'The body'}: contains a number that is too large.`, named(field));
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
  /** The top-level field it is in, unless that name may be free text: the name goes into logs and records. */
  readonly field: string | undefined;
}

function named(field: string | undefined): { readonly param?: string } {
  return field === undefined ? {} : { param: field };
}
