import type { Static, TSchema } from '@sinclair/typebox';
import { schemaFault, schemaRefusal } from '../http/schema-fault.ts';

/** A body as its schema's type. Throws `invalid_input` naming the first invalid field and its valid values. */
export function readBody<T extends TSchema>(schema: T, body: unknown): Static<T> {
  const fault = schemaFault(schema, body);
  if (fault !== undefined) throw schemaRefusal(fault);
  return body;
}
