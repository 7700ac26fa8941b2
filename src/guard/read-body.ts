import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ServiceError } from '../core/errors.ts';

/** A body that has a schema's shape. Throws `invalid_input` that names the first field at fault, and the words to choose from where it is one of some. */
export function readBody<T extends TSchema>(schema: T, body: unknown): Static<T> {
  const fault = Value.Errors(schema, body).First();
  if (fault === undefined) return body;
  const place = fault.path
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  const param = place === '' ? 'body' : place;
  throw new ServiceError('invalid_input', `${param}: ${choiceOf(fault.schema) ?? fault.message}.`, { param });
}

function choiceOf({ anyOf }: TSchema): string | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const words = (anyOf as readonly TSchema[]).map((choice) => choice['const'] as unknown);
  return words.every((word) => typeof word === 'string') ? `must be one of ${words.join(', ')}` : undefined;
}
