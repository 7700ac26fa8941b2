import { isColumnName } from './column-names.ts';

const UNIT = String.raw`\p{Sc}|(?:USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD|SEK|NOK|DKK|PLN|CZK|HUF|RUB|UAH|TRY|BRL|MXN|KRW)\b`;
/** A value of one of these forms names no column. */
const TYPES: readonly (readonly [string, RegExp])[] = [
  [
    'number',
    new RegExp(
      String.raw`^[-+(]?\s*(?:${UNIT})?\s*[-+]?(?:\d[\d.,' \u00A0\u202F]*|[.,]\d+)(?:[eE][-+]?\d+)?\s*(?:${UNIT}|[%‰])?\s*\)?$`,
      'u',
    ),
  ],
  [
    'date',
    /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]+\d{1,2}:\d{2}.*)?$|^\d{1,2}[ -]\p{L}{3,9}\.?,?[ -]\d{2,4}$|^\p{L}{3,9}\.? \d{1,2},? \d{4}$/u,
  ],
  ['time', /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]\.?m\.?)?$/i],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['url', /^(?:https?|ftp):\/\/\S+$/i],
  ['boolean', /^(?:true|false|yes|no)$/i],
];
/** What stands for a value that is not known. */
const MISSING = /^(?:|-+|n\/?a|nan|null|none|\?|\.)$/i;
const YEAR = /^(?:1[89]|20|21)\d\d$/;
/** A column has a type if so many of its values have it. */
const TYPED_SHARE = 0.8;

/** In a column of classes, such as departments, every value comes again. So many values show that it is one. */
const CLASS_VALUES = 4;

/** What the first row of a table is: the names of its columns, a record like the others, or either, as nothing tells. */
export type FirstRow = 'names' | 'record' | 'unknown';

/** Whether two rows have the same values, but for spaces around them. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value.trim() === other[index]?.trim());
}

/**
 * What the first row of a table is. It has names if a column holds numbers, dates or codes of one form below something else; it is a
 * record if the same form stands in the first row already, or one of its values occurs again in its column. Of a table of words alone,
 * it has names if they are usual ones, are written differently than the values, or stand above values that come again and again.
 */
export function firstRowOf([first = [], ...others]: readonly (readonly string[])[]): FirstRow {
  // Of tables that were put together the names come again and again.
  const rows = others.filter((row) => !isSame(row, first));
  const columns = first
    .map((given, index) => ({
      cell: given.trim(),
      values: rows.map((row) => (row[index] ?? '').trim()).filter((value) => !MISSING.test(value)),
    }))
    .filter(({ cell }) => !MISSING.test(cell));
  let names = 0;
  let values = 0;
  let years = 0;
  for (const { cell, values: column } of columns) {
    const type = commonType(column);
    const own = typeOf(cell);
    if (YEAR.test(cell) && !column.some((value) => YEAR.test(value))) years += 1;
    if (column.length === 0 || type === undefined) values += column.length === 0 && own !== undefined && !isShape(own) ? 1 : 0;
    else if (own === type) values += 1;
    else names += 1;
    if (type === undefined && column.includes(cell)) values += 1;
  }
  // A table by years has their numbers as names.
  if (years > 1 && years >= values) return new Set(first).size === first.length ? 'names' : 'record';
  if (names + values > 0) return names > 0 && names >= values ? 'names' : 'record';
  return columns.some(({ values: column }) => column.length > 0) && hasNames(columns) ? 'names' : 'unknown';
}

/** A cell of the first row, and the values below it. */
interface Column {
  readonly cell: string;
  readonly values: readonly string[];
}

/** Whether words of the first row are names of columns of words. */
function hasNames(columns: readonly Column[]): boolean {
  // Where names stand one below the other, each row is a name and its value.
  const usual = columns.filter(({ cell, values }) => isColumnName(cell) && !values.some(isColumnName));
  if (usual.length > columns.length / 2) return true;
  for (const isWritten of [isLowerCase, isUpperCase, isIdentifier]) {
    const others = columns.filter(({ values }) => values.length > 0 && !values.some(isWritten));
    if (others.length > 0 && columns.every(({ cell }) => isWritten(cell))) return true;
  }
  return columns.some(
    ({ values }) => values.length >= CLASS_VALUES && values.every((value) => values.indexOf(value) !== values.lastIndexOf(value)),
  );
}

function isLowerCase(cell: string): boolean {
  return /^\p{Ll}/u.test(cell);
}

function isUpperCase(cell: string): boolean {
  return /\p{Lu}{2}/u.test(cell) && !/\p{Ll}/u.test(cell);
}

function isIdentifier(cell: string): boolean {
  return /^[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+$/u.test(cell);
}

/** The type of most values; undefined if they have none in common. */
function commonType(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) {
    const type = typeOf(value);
    if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count >= values.length * TYPED_SHARE)?.[0];
}

/** The form of a value: a type, or for a code of letters and digits its shape; undefined for words. */
function typeOf(value: string): string | undefined {
  const known = TYPES.find(([, form]) => form.test(value))?.[0];
  if (known !== undefined) return known;
  return /\p{N}/u.test(value) ? `shape ${value.replace(/\p{N}+/gu, '9').replace(/\p{L}+/gu, 'a')}` : undefined;
}

function isShape(type: string): boolean {
  return type.startsWith('shape ');
}
