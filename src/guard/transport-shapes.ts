import { Type, type Static, type TSchema } from '@sinclair/typebox';
import type { TypeCheck } from '@sinclair/typebox/compiler';
import { schemaFault, schemaRefusal } from '../http/schema-fault.ts';

/** An object with these fields; others are allowed. */
export const open = <T extends Record<string, TSchema>>(fields: T, shape = 'must be an object') =>
  Type.Object(fields, { additionalProperties: true, shape });

export const text = Type.String({ shape: 'must be a string' });

/** A field that may be absent or null, and otherwise must match `shape`. */
export const optionalNull = <T extends TSchema>(schema: T, shape: string) => Type.Optional(Type.Union([schema, Type.Null()], { shape }));

/** Throws `invalid_input` naming the first invalid field, unless the body matches. */
export function assertShape<T extends TSchema>(shape: TypeCheck<T>, body: unknown): asserts body is Static<T> {
  if (!shape.Check(body)) throw schemaRefusal(schemaFault(shape.Schema(), body) ?? { place: '', message: 'is not valid' });
}
