import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { compileLinearPattern } from '../core/linear-pattern.ts';
import { fault } from './fields.ts';
import { isAffordable, target } from './schema-cost.ts';

const MAX_DEPTH = 100;
/** Most different patterns: each takes up to some tenths of a millisecond to compile. */
const MAX_PATTERNS = 500;
/** Longest name of a property that is repeated in a fault. */
const MAX_NAME = 100;
const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];
const KNOWN_TYPES: ReadonlySet<JsonValue> = new Set(TYPES);
const SCHEMAS = [
  'not',
  'if',
  'then',
  'else',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'];
const NUMBERS = ['minimum', 'maximum', 'multipleOf'];

/**
 * Parses a JSON schema (draft 2020-12) that answers have to match. Throws `invalid_input` naming the keyword that is malformed, and for a
 * schema that takes too long to check.
 */
export function readSchema(value: JsonValue | undefined, param: string): JsonObject {
  if (!isJsonObject(value)) throw fault(param, 'must be a JSON schema');
  if (!isAffordable(value)) throw fault(param, 'has too many parts, counting each as often as it is referred to');
  const hasNames = /"\$(?:id|anchor|dynamicAnchor)":/.test(JSON.stringify(value));
  checkKeywords(value, { param, root: value, depth: 0, hasNames, ending: new Set(), patterns: new Set() });
  return value;
}

interface Place {
  readonly param: string;
  readonly root: JsonObject;
  readonly depth: number;
  /** Whether parts of the schema give themselves names. */
  readonly hasNames: boolean;
  /** References that are known to lead to a schema. */
  readonly ending: Set<JsonValue>;
  /** All patterns so far. */
  readonly patterns: Set<string>;
}

function checkSchema(value: JsonValue | undefined, place: Place): void {
  if (isJsonObject(value)) checkKeywords(value, place);
  else if (typeof value !== 'boolean') throw fault(place.param, 'must be a JSON schema');
}

function checkKeywords(schema: JsonObject, place: Place): void {
  const { param, depth } = place;
  if (depth > MAX_DEPTH) throw fault(param, `is nested deeper than ${MAX_DEPTH} levels`);
  const inner = (...path: readonly string[]): Place => ({
    ...place,
    param: [param, ...path.map((name) => name.slice(0, MAX_NAME))].join('.'),
    depth: depth + 1,
  });
  const check = (keywords: readonly string[], isValid: (value: JsonValue) => boolean, wanted: string): void => {
    for (const keyword of keywords) {
      const value = schema[keyword];
      if (value !== undefined && !isValid(value)) throw fault(`${param}.${keyword}`, wanted);
    }
  };

  // In earlier drafts a list of items is what prefixItems is now.
  if (Array.isArray(schema.items)) for (const [index, part] of schema.items.entries()) checkSchema(part, inner('items', String(index)));
  else if (schema.items !== undefined) checkSchema(schema.items, inner('items'));
  for (const keyword of SCHEMAS) if (schema[keyword] !== undefined) checkSchema(schema[keyword], inner(keyword));
  check(LISTS, (value) => Array.isArray(value) && value.length > 0, 'must be a list of JSON schemas');
  for (const keyword of LISTS)
    for (const [index, part] of listIn(schema[keyword]).entries()) checkSchema(part, inner(keyword, String(index)));
  check(MAPS, isJsonObject, 'must be an object of JSON schemas');
  for (const keyword of MAPS) for (const [name, part] of entriesIn(schema[keyword])) checkSchema(part, inner(keyword, name));
  for (const [name] of entriesIn(schema.patternProperties)) checkPattern(name, inner('patternProperties'), 'must have as names');
  if (schema.pattern !== undefined) checkPattern(schema.pattern, inner('pattern'), 'must be');
  check(['type'], isType, `must be one of ${TYPES.join(', ')}, or a list of them`);
  check(['enum'], Array.isArray, 'must be a list');
  check(['required'], isNames, 'must be a list of names');
  check(
    ['dependentRequired'],
    (value) => isJsonObject(value) && Object.values(value).every(isNames),
    'must be an object of lists of names',
  );
  check(COUNTS, (value) => Number.isSafeInteger(value) && Number(value) >= 0, 'must be a whole number of at least 0');
  check(NUMBERS, (value) => typeof value === 'number' && Number.isFinite(value), 'must be a number');
  check(['multipleOf'], (value) => Number(value) > 0, 'must be a number over 0');
  check(['uniqueItems'], (value) => typeof value === 'boolean', 'must be true or false');
  check(['$ref'], (value) => isReference(value, place), 'must be a reference to a part of the schema, such as #/$defs/name');
}

function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function entriesIn(value: JsonValue | undefined): readonly [string, JsonValue | undefined][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

function isType(value: JsonValue): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every((one) => KNOWN_TYPES.has(one)) : KNOWN_TYPES.has(value);
}

function isNames(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** Refuses what would not be checked as it is meant: what is no pattern, and one that takes more than linear time. */
function checkPattern(value: JsonValue, { param, patterns }: Place, must: string): void {
  if (typeof value === 'string' && patterns.has(value)) return;
  if (patterns.size === MAX_PATTERNS) throw fault(param, `is one pattern too many: at most ${MAX_PATTERNS} different ones are allowed`);
  try {
    if (typeof value !== 'string') throw new SyntaxError('it is no string');
    compileLinearPattern(value);
    patterns.add(value);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fault(param, `${must} a regular expression that can be matched in linear time (${error.message})`);
  }
}

/**
 * Whether a pointer leads to a schema, and not in a circle of references alone, which no value would end. A reference by a name leads to
 * a part of the schema that gives itself one, if there is any.
 */
function isReference(value: JsonValue, { root, hasNames, ending }: Place): boolean {
  const seen = new Set<JsonValue>();
  for (let next: JsonValue | undefined = value; next !== undefined && !ending.has(next);) {
    if (typeof next !== 'string' || seen.has(next)) return false;
    if (!/^#(?:\/|$)/.test(next)) return hasNames;
    seen.add(next);
    const found = target(next, root);
    if (!isJsonObject(found) && typeof found !== 'boolean') return false;
    next = isJsonObject(found) ? found.$ref : undefined;
  }
  for (const reference of seen) ending.add(reference);
  return true;
}
