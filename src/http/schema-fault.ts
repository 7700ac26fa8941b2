import type { TSchema } from '@sinclair/typebox';
import { ValueErrorType, type ValueError } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import { ServiceError } from '../core/errors.ts';
import { pointerNames } from '../core/json-pointer.ts';
import { wantedOf } from './schema-words.ts';

/** What is wrong with a value that does not match a schema, and where. */
export interface SchemaFault {
  /** The location, such as `checks[0].rules[1].steps[0].threshold`; empty for the value itself. */
  readonly place: string;
  /** The problem without a full stop, such as `must be one of user, tool, document`; it follows the location. Never quotes the value. */
  readonly message: string;
}

/** Longest name in a location; names that are not our own fields can be anything. */
const MAX_PLACE = 200;

/** The first fault of a value according to a schema; undefined if it matches. */
export function schemaFault(schema: TSchema, value: unknown): SchemaFault | undefined {
  const error = Value.Errors(schema, value).First();
  return error === undefined ? undefined : faultOf(error);
}

/** A fault that a schema validation found, in words. If a union is expected, that of the variant that is meant. */
export function faultOf(error: ValueError, before = ''): SchemaFault {
  const { type, schema, value } = error;
  const path = before + error.path;
  const place = placeOf(path);
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    return { place, message: `is not a field here; the fields are ${Object.keys(fieldsOf(schema)).join(', ')}` };
  }
  if (type === ValueErrorType.ObjectRequiredProperty || value === undefined)
    return { place, message: `is missing; it must be ${wantedOf(schema)}` };
  return (type === ValueErrorType.Union ? meantFault(schema, value, path) : undefined) ?? { place, message: `must be ${wantedOf(schema)}` };
}

/** An error for a fault; `whole` names the value, such as `The body`. */
export function schemaRefusal({ place, message }: SchemaFault, whole = 'The body', cause?: unknown): ServiceError {
  const more = cause === undefined ? {} : { cause };
  if (place === '') return new ServiceError('invalid_input', `${whole} ${message}.`, more);
  return new ServiceError('invalid_input', `${place}: ${message}.`, { param: place, ...more });
}

/** A JSON pointer (RFC 6901) as people write a location. */
function placeOf(pointer: string): string {
  const place = pointerNames(pointer).reduce(
    (before, step) => (/^\d+$/.test(step) ? `${before}[${step}]` : before === '' ? step : `${before}.${step}`),
    '',
  );
  return place.length <= MAX_PLACE ? place : `${place.slice(0, MAX_PLACE)}…`;
}

/** The fault within the only variant that a value can be meant as; undefined if none or several come close. */
function meantFault(schema: TSchema, value: unknown, path: string): SchemaFault | undefined {
  const shapes = shapesOf(schema);
  const near = shapes.filter((shape) => isNear(shape, value));
  const [only] = near;
  if (near.length === 1 && only !== undefined) {
    const error = Value.Errors(only, value).First();
    return error === undefined ? undefined : faultOf(error, path);
  }
  if (near.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  return kindFault(
    shapes.filter(({ type }) => type === 'object'),
    fields,
    path,
  );
}

/** The fault in the first field that tells variants apart, among those that the fields before it leave: of messages, the role. */
function kindFault(variants: readonly TSchema[], value: Readonly<Record<string, unknown>>, path: string): SchemaFault | undefined {
  const kindOf = (variant: TSchema, field: string): unknown => fieldsOf(variant)[field]?.const;
  const kind = Object.keys(fieldsOf(variants[0])).find(
    (field) =>
      variants.every((variant) => kindOf(variant, field) !== undefined) &&
      variants.some((variant) => kindOf(variant, field) !== value[field]),
  );
  if (kind === undefined) return undefined;
  const fitting = variants.filter((variant) => kindOf(variant, kind) === value[kind]);
  if (fitting.length > 0) return kindFault(fitting, value, path);
  const words = wantedOf({ anyOf: variants.map((variant) => fieldsOf(variant)[kind]) });
  return { place: placeOf(`${path}/${kind}`), message: kind in value ? `must be ${words}` : `is missing; it must be ${words}` };
}

/** The variants of a union. */
function shapesOf(schema: TSchema): TSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? (anyOf as TSchema[]).flatMap(shapesOf) : [schema];
}

/** Whether a value is of a variant's kind: an array for an array, an object with the same discriminating field. */
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
