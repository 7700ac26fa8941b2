import type { AttributeFilter } from '../core/attribute-filter.ts';
import { isJsonObject, type JsonValue } from '../core/json.ts';
import { storable } from '../core/storable.ts';
import { fault } from './fields.ts';

const EQUALITIES = ['eq', 'ne'] as const;
const ORDERS = ['gt', 'gte', 'lt', 'lte'] as const;
const LISTS = ['in', 'nin'] as const;
const JOINTS = ['and', 'or'] as const;
const KINDS = [...EQUALITIES, ...ORDERS, ...LISTS, ...JOINTS];
/** Deeper or longer filters are refused: each level is a call, and each comparison is made for every passage. */
const MAX_DEPTH = 8;
const MAX_PARTS = 100;

/**
 * Parses OpenAI's `filters` of a search: comparisons joined by and / or
 * (https://platform.openai.com/docs/api-reference/vector-stores/search). Throws `invalid_input` naming the field.
 */
export function readAttributeFilter(value: JsonValue | undefined, param: string): AttributeFilter | undefined {
  if (value === undefined || value === null) return undefined;
  const left = { parts: MAX_PARTS };
  return readPart(value, param, MAX_DEPTH, left);
}

function readPart(value: JsonValue, param: string, depth: number, left: { parts: number }): AttributeFilter {
  left.parts -= 1;
  if (left.parts < 0) throw fault(param, `is one comparison too many: at most ${MAX_PARTS} are allowed`);
  if (!isJsonObject(value)) throw fault(param, 'must be an object with a type');
  const joint = JOINTS.find((known) => known === value.type);
  if (joint !== undefined) {
    if (depth === 0) throw fault(param, `is nested deeper than ${MAX_DEPTH} levels`);
    if (!Array.isArray(value.filters)) throw fault(`${param}.filters`, 'must be an array');
    return { type: joint, filters: value.filters.map((part, index) => readPart(part, `${param}.filters[${index}]`, depth - 1, left)) };
  }
  const { key: name, value: wanted } = value;
  if (!KINDS.some((kind) => kind === value.type)) throw fault(`${param}.type`, `must be one of ${KINDS.join(', ')}`);
  if (typeof name !== 'string' || name === '') throw fault(`${param}.key`, 'must be the name of an attribute');
  const key = storable(name);
  const list = LISTS.find((known) => known === value.type);
  if (list !== undefined) {
    if (!Array.isArray(wanted) || !wanted.every(isScalar)) throw fault(`${param}.value`, 'must be a list of strings, numbers or booleans');
    return { type: list, key, value: wanted.map(comparable) };
  }
  const order = ORDERS.find((known) => known === value.type);
  if (order !== undefined) {
    if (typeof wanted !== 'string' && typeof wanted !== 'number') throw fault(`${param}.value`, 'must be a number or a string');
    return { type: order, key, value: comparable(wanted) };
  }
  if (!isScalar(wanted)) throw fault(`${param}.value`, 'must be a string, a number or a boolean');
  return { type: value.type === 'eq' ? 'eq' : 'ne', key, value: comparable(wanted) };
}

/** A value as attributes hold it. */
function comparable<Value>(value: Value): Value | string {
  return typeof value === 'string' ? storable(value) : value;
}

function isScalar(value: JsonValue | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
