import { isJsonObject, textOf, type JsonObject, type JsonValue } from '../../core/json.ts';
import { compileLinearPattern, type LinearPattern } from '../../core/linear-pattern.ts';
import { deepest, inside, pointerTo, type Fault, type Place } from './fault.ts';
import { FORMATS } from './formats.ts';
import { readReferences } from './references.ts';
import { CHARACTERS, equalityKey, isMultiple, isOfType, isOver, isUnder, lengthOf, typeOf } from './values.ts';

/** Most work that a check may be, in visits of a value by a schema: some tenths of a second. */
const MAX_WORK = 400_000;
/** The compilation of a pattern is as much. */
const COMPILATION = 256;
/** A division of two numbers is as much. */
const DIVISION = 16;
/** Deepest nesting of schemas that are checked at one time; no value ends a schema that refers to itself for the same value. */
const MAX_DEPTH = 1000;
/** Longest listing of the values that are wanted. */
const MAX_WANTED = 300;

/** The fields of an object, or items of an array, that a schema has looked at. */
type Seen = Set<string | number>;

/** Values of which one is wanted, and how a fault says so. */
interface Choice {
  readonly keys: ReadonlySet<string>;
  readonly wanted: string;
}

interface Visit {
  readonly schema: JsonObject;
  readonly place: Place;
  /** Only where a part of the schema asks for what no other one has looked at. */
  readonly seen: Seen | undefined;
}

/** A schema that is ready to check values. */
export type Validation = (value: JsonValue) => string | undefined;

/**
 * Prepares a schema (draft 2020-12, and what older drafts have for lists and dependencies). A check gives the first fault in words, with
 * its location as a JSON pointer. It throws a TypeError for an invalid schema, and a RangeError if it is too much work.
 */
export function createValidation(root: JsonObject): Validation {
  const references = readReferences(root);
  const patterns = new Map<string, LinearPattern | undefined>();
  const choices = new Map<object, Choice>();
  const tracksSeen = references.has('unevaluatedProperties') || references.has('unevaluatedItems');
  let faults = new Map<object, WeakMap<object, Fault | undefined>>();
  let left = MAX_WORK;
  let depth = 0;

  function spend(work: number): void {
    left -= work;
    if (left < 0) throw new RangeError('the check of the schema takes too long');
  }

  /** Whether a text matches a pattern. Any text matches one that cannot be matched in linear time. */
  function matches(source: string, text: string): boolean {
    if (!patterns.has(source)) {
      spend(COMPILATION);
      patterns.set(source, compiled(source));
    }
    spend(text.length / CHARACTERS);
    return patterns.get(source)?.test(text, (work) => spend(work / CHARACTERS)) ?? true;
  }

  const keyOf = (value: JsonValue): string => equalityKey(value, spend);

  /** The values that one place of the schema allows. */
  function choiceOf(place: object, values: readonly JsonValue[]): Choice {
    const known = choices.get(place);
    if (known !== undefined) return known;
    const keys = values.map(keyOf);
    const wanted = keys.length === 1 ? `must be ${keys[0]}` : `must be one of ${keys.join(', ')}`;
    const choice: Choice = { keys: new Set(keys), wanted: wanted.slice(0, MAX_WANTED) };
    choices.set(place, choice);
    return choice;
  }

  /** Checks one value by one schema; what that has looked at is added to `into`. */
  function visit(schema: JsonValue | undefined, value: JsonValue, place: Place, into?: Seen): Fault | undefined {
    spend(1);
    if (schema === true) return undefined;
    if (schema === false) return { place, problem: 'is not allowed' };
    if (!isJsonObject(schema)) throw new TypeError('a part of the schema is no schema');
    if (depth === MAX_DEPTH) throw new TypeError('the schema has no end');
    depth += 1;
    const at: Visit = { schema, place, seen: tracksSeen ? new Set() : undefined };
    const fault = valueFault(at, value) ?? combinedFault(at, value) ?? innerFault(at, value);
    depth -= 1;
    if (fault === undefined && at.seen !== undefined) for (const key of at.seen) into?.add(key);
    return fault;
  }

  function innerFault(at: Visit, value: JsonValue): Fault | undefined {
    if (typeof value === 'string') return textFault(at, value);
    if (typeof value === 'number') return numberFault(at, value);
    if (Array.isArray(value)) return listFault(at, value);
    return isJsonObject(value) ? objectFault(at, value) : undefined;
  }

  function valueFault({ schema, place }: Visit, value: JsonValue): Fault | undefined {
    const { type, const: only, enum: all } = schema;
    const types = (Array.isArray(type) ? type : type === undefined ? [] : [type]).map(textOf);
    if (types.length > 0 && !types.some((one) => isOfType(value, one))) {
      return { place, problem: `must be of type ${types.join(' or ')}, but is ${typeOf(value)}` };
    }
    const wanted = [...(only === undefined ? [] : [choiceOf(schema, [only])]), ...(Array.isArray(all) ? [choiceOf(all, all)] : [])];
    const missed = wanted.find(({ keys }) => !keys.has(keyOf(value)));
    return missed === undefined ? undefined : { place, problem: missed.wanted };
  }

  /** Checks by what a reference stands for, once for each value: references may lead there on ways without number. */
  function followed(target: JsonValue, value: JsonValue, place: Place, seen: Seen | undefined): Fault | undefined {
    if (seen !== undefined || !isJsonObject(target)) return visit(target, value, place, seen);
    const known = faults.get(target) ?? new WeakMap<object, Fault | undefined>();
    faults.set(target, known);
    // Equal texts and numbers may be in several places, a list or an object is in one.
    const key = typeof value === 'object' && value !== null ? value : place;
    if (known.has(key)) return known.get(key);
    const fault = visit(target, value, place);
    known.set(key, fault);
    return fault;
  }

  /** Schemas for the same value. */
  function combinedFault({ schema, place, seen }: Visit, value: JsonValue): Fault | undefined {
    const { $ref, $dynamicRef, $recursiveRef, allOf, anyOf, oneOf, not, if: condition } = schema;
    for (const reference of [$ref, $dynamicRef, $recursiveRef]) {
      if (typeof reference !== 'string') continue;
      const fault = followed(references.target(reference, schema), value, place, seen);
      if (fault !== undefined) return fault;
    }
    for (const part of listed(allOf)) {
      const fault = visit(part, value, place, seen);
      if (fault !== undefined) return fault;
    }
    if (anyOf !== undefined) {
      const found = listed(anyOf).map((part) => visit(part, value, place, seen));
      if (!found.includes(undefined)) return deepest(found) ?? { place, problem: 'fits none of the schemas of anyOf' };
    }
    if (oneOf !== undefined) {
      const found = listed(oneOf).map((part) => visit(part, value, place, seen));
      const fitting = found.filter((fault) => fault === undefined).length;
      if (fitting === 0) return deepest(found) ?? { place, problem: 'fits none of the schemas of oneOf' };
      if (fitting > 1) return { place, problem: `fits ${fitting} of the schemas of oneOf, instead of one` };
    }
    if (not !== undefined && visit(not, value, place) === undefined) return { place, problem: 'fits a schema that it must not fit' };
    if (condition === undefined) return undefined;
    const branch = visit(condition, value, place, seen) === undefined ? schema.then : schema.else;
    return branch === undefined ? undefined : visit(branch, value, place, seen);
  }

  function textFault({ schema, place }: Visit, text: string): Fault | undefined {
    const { minLength, maxLength, pattern, format } = schema;
    if (minLength !== undefined || maxLength !== undefined) {
      spend(text.length / CHARACTERS);
      const length = lengthOf(text);
      if (isUnder(length, minLength)) return { place, problem: `must have at least ${Number(minLength)} characters` };
      if (isOver(length, maxLength)) return { place, problem: `must have at most ${Number(maxLength)} characters` };
    }
    if (typeof pattern === 'string' && !matches(pattern, text)) return { place, problem: `must match the pattern ${pattern}` };
    if (typeof format !== 'string') return undefined;
    spend(text.length / CHARACTERS);
    return FORMATS.get(format)?.(text) === false ? { place, problem: `must have the format ${format}` } : undefined;
  }

  function numberFault({ schema, place }: Visit, value: number): Fault | undefined {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    // In draft 4 these two say of minimum and maximum whether they are exclusive.
    const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
    const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
    if (isUnder(value, minimum)) return { place, problem: `must be at least ${Number(minimum)}` };
    if (isOver(value, maximum)) return { place, problem: `must be at most ${Number(maximum)}` };
    if (typeof above === 'number' && value <= above) return { place, problem: `must be more than ${above}` };
    if (typeof below === 'number' && value >= below) return { place, problem: `must be less than ${below}` };
    if (multipleOf !== undefined) spend(DIVISION);
    const isWrong = typeof multipleOf === 'number' && !isMultiple(value, multipleOf);
    return isWrong ? { place, problem: `must be a multiple of ${multipleOf}` } : undefined;
  }

  function listFault({ schema, place, seen }: Visit, list: readonly JsonValue[]): Fault | undefined {
    const { minItems, maxItems, uniqueItems, contains } = schema;
    if (isUnder(list.length, minItems)) return { place, problem: `must have at least ${Number(minItems)} items` };
    if (isOver(list.length, maxItems)) return { place, problem: `must have at most ${Number(maxItems)} items` };
    // In earlier drafts a list of items is what prefixItems is now, and additionalItems what items is.
    const first = listed(schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : undefined));
    const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
    for (const [index, item] of list.entries()) {
      const part = index < first.length ? first[index] : rest;
      if (part === undefined) break;
      const fault = visit(part, item, inside(place, index));
      if (fault !== undefined) return fault;
      seen?.add(index);
    }
    if (contains !== undefined) {
      const { minContains = 1, maxContains } = schema;
      const fitting = [...list.keys()].filter((index) => visit(contains, list[index] ?? null, inside(place, index)) === undefined);
      if (isUnder(fitting.length, minContains)) return { place, problem: `must contain ${Number(minContains)} items that fit contains` };
      if (isOver(fitting.length, maxContains)) return { place, problem: `must contain at most ${Number(maxContains)} that fit contains` };
      for (const index of fitting) seen?.add(index);
    }
    if (uniqueItems === true && new Set(list.map(keyOf)).size < list.length) return { place, problem: 'must have no item twice' };
    return unseenFault({ schema: schema.unevaluatedItems, place, seen }, list.entries());
  }

  function objectFault({ schema, place, seen }: Visit, object: JsonObject): Fault | undefined {
    const { minProperties, maxProperties, propertyNames, properties, patternProperties, additionalProperties } = schema;
    const names = Object.keys(object);
    spend(names.length);
    const fault = missingFault({ schema, place, seen }, object);
    if (fault !== undefined) return fault;
    if (isUnder(names.length, minProperties)) return { place, problem: `must have at least ${Number(minProperties)} fields` };
    if (isOver(names.length, maxProperties)) return { place, problem: `must have at most ${Number(maxProperties)} fields` };
    const given = isJsonObject(properties) ? properties : {};
    const byPattern = isJsonObject(patternProperties) ? Object.entries(patternProperties) : [];
    for (const name of names) {
      const [value, own] = [object[name] ?? null, inside(place, name)];
      const parts = byPattern.filter(([pattern]) => matches(pattern, name)).map(([, part]) => part);
      if (Object.hasOwn(given, name)) parts.unshift(given[name] ?? null);
      if (parts.length === 0 && additionalProperties !== undefined) parts.push(additionalProperties);
      if (parts.length > 0) seen?.add(name);
      if (propertyNames !== undefined) {
        const misnamed = visit(propertyNames, name, own);
        if (misnamed !== undefined) return { place: own, problem: `has a name that ${misnamed.problem}` };
      }
      for (const part of parts) {
        const misfit = part === false ? { place: own, problem: 'is a field that must not be there' } : visit(part, value, own);
        if (misfit !== undefined) return misfit;
      }
    }
    return unseenFault({ schema: schema.unevaluatedProperties, place, seen }, Object.entries(object));
  }

  /** Fields that are required, and what others require. */
  function missingFault({ schema, place, seen }: Visit, object: JsonObject): Fault | undefined {
    const { required, dependentRequired, dependentSchemas, dependencies } = schema;
    const absent = (wanted: JsonValue | undefined): string | undefined => {
      const names = listed(wanted).map(String);
      spend(names.length);
      return names.find((name) => !Object.hasOwn(object, name));
    };
    const missing = absent(required);
    if (missing !== undefined) return { place, problem: `must have the field ${JSON.stringify(missing)}` };
    for (const map of [dependentRequired, dependentSchemas, dependencies]) {
      for (const [name, wanted] of isJsonObject(map) ? Object.entries(map) : []) {
        spend(1);
        if (!Object.hasOwn(object, name)) continue;
        const lacking = Array.isArray(wanted) ? absent(wanted) : undefined;
        if (lacking !== undefined)
          return { place, problem: `must have the field ${JSON.stringify(lacking)}, as it has ${JSON.stringify(name)}` };
        const fault = Array.isArray(wanted) ? undefined : visit(wanted, object, place, seen);
        if (fault !== undefined) return fault;
      }
    }
    return undefined;
  }

  /** What no other schema has looked at. */
  function unseenFault(
    { schema, place, seen }: { readonly schema: JsonValue | undefined; readonly place: Place; readonly seen: Seen | undefined },
    entries: Iterable<[string | number, JsonValue]>,
  ): Fault | undefined {
    if (schema === undefined) return undefined;
    for (const [key, value] of entries) {
      if (seen?.has(key) === true) continue;
      const fault = visit(schema, value, inside(place, key));
      if (fault !== undefined) return fault;
      seen?.add(key);
    }
    return undefined;
  }

  return (value) => {
    [left, depth, faults] = [MAX_WORK, 0, new Map()];
    const fault = visit(root, value, { key: '', depth: 0 });
    return fault === undefined ? undefined : `${pointerTo(fault.place)}: ${fault.problem}`;
  };
}

function compiled(source: string): LinearPattern | undefined {
  try {
    return compileLinearPattern(source);
  } catch {
    return undefined;
  }
}

function listed(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new TypeError('a part of the schema is no list');
}
