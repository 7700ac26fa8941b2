import type { Static, TSchema } from '@sinclair/typebox';
import { schemaFault, schemaRefusal } from '../http/schema-fault.ts';

/** A body as a schema's type. Throws `invalid_input` that names the first field at fault and what it may be. */
export function readBody<T extends TSchema>(schema: T, body: unknown): Static<T> {
  const fault = schemaFault(schema, body);
  if (fault !== undefined) throw schemaRefusal(fault);
  return body;
}
