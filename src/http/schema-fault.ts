import type { TSchema } from '@sinclair/typebox';
import { ValueErrorType, type ValueError } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import { ServiceError } from '../core/errors.ts';
import { wantedOf } from './schema-words.ts';

/** What is wrong with a value that should have a schema's shape, and where: the `message` goes on behind the name of the place. */
export interface SchemaFault {
  /** Such as `checks[0].rules[1].steps[0].threshold`; empty for the value itself. */
  readonly place: string;
  /** Such as `must be one of user, tool, document`, without a full stop. Quotes nothing of the value. */
  readonly message: string;
}

/** Longest name of a place. What is no field of ours may be called anything. */
const MAX_PLACE = 200;

/** The first fault of a value by a schema; undefined where it has that shape. */
export function schemaFault(schema: TSchema, value: unknown): SchemaFault | undefined {
  const error = Value.Errors(schema, value).First();
  return error === undefined ? undefined : faultOf(error);
}

/** A fault that a schema's check found, in words. Where one of several shapes is wanted, that of the shape which is meant. */
export function faultOf(error: ValueError, before = ''): SchemaFault {
  const { type, schema, value } = error;
  const path = before + error.path;
  const place = placeOf(path);
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    return { place, message: `is no field here; there are ${Object.keys(fieldsOf(schema)).join(', ')}` };
  }
  if (type === ValueErrorType.ObjectRequiredProperty || value === undefined)
    return { place, message: `is missing; it must be ${wantedOf(schema)}` };
  return (type === ValueErrorType.Union ? meantFault(schema, value, path) : undefined) ?? { place, message: `must be ${wantedOf(schema)}` };
}

/** A refusal for a fault; `whole` is what the value is called, such as `The body`. */
export function schemaRefusal({ place, message }: SchemaFault, whole = 'The body', cause?: unknown): ServiceError {
  const more = cause === undefined ? {} : { cause };
  if (place === '') return new ServiceError('invalid_input', `${whole} ${message}.`, more);
  return new ServiceError('invalid_input', `${place}: ${message}.`, { param: place, ...more });
}

/** A JSON pointer (RFC 6901) as people write a place. */
function placeOf(pointer: string): string {
  const place = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((before, step) => (/^\d+$/.test(step) ? `${before}[${step}]` : before === '' ? step : `${before}.${step}`), '');
  return place.length <= MAX_PLACE ? place : `${place.slice(0, MAX_PLACE)}…`;
}

/** The fault inside of the only shape that a value can be meant to have; undefined where none or several come near. */
function meantFault(schema: TSchema, value: unknown, path: string): SchemaFault | undefined {
  const shapes = shapesOf(schema);
  const near = shapes.filter((shape) => isNear(shape, value));
  const [only] = near;
  if (near.length === 1 && only !== undefined) {
    const error = Value.Errors(only, value).First();
    return error === undefined ? undefined : faultOf(error, path);
  }
  if (near.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const objects = shapes.filter(({ type }) => type === 'object');
  const kind = Object.keys(fieldsOf(objects[0])).find((field) => objects.every((shape) => fieldsOf(shape)[field]?.const !== undefined));
  if (kind === undefined) return undefined;
  const words = wantedOf({ anyOf: objects.map((shape) => fieldsOf(shape)[kind]) });
  return { place: placeOf(`${path}/${kind}`), message: kind in value ? `must be ${words}` : `is missing; it must be ${words}` };
}

/** The shapes that a schema lets one choose from. */
function shapesOf(schema: TSchema): TSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? (anyOf as TSchema[]).flatMap(shapesOf) : [schema];
}

/** Whether a value is of a shape's kind: a list for a list, an object that says of itself what this one does. */
function isNear(shape: TSchema, value: unknown): boolean {
  if (Array.isArray(value)) return shape['type'] === 'array';
  if (typeof value !== 'object' || value === null || shape['type'] !== 'object') return false;
  return Object.entries(fieldsOf(shape)).every(
    ([field, own]) => own.const === undefined || (value as Readonly<Record<string, unknown>>)[field] === own.const,
  );
}

function fieldsOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  return (schema?.['properties'] ?? {}) as Readonly<Record<string, TSchema>>;
}
