import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Statement } from './protocol.ts';

/**
 * One statement that inserts any number of rows: they are passed as one JSON argument, which costs the calling thread far less than
 * thousands of bound values. Not for tables with blobs. Lone surrogates and NUL, which SQLite's driver cannot carry in text, become
 * U+FFFD.
 */
export function insertRows<T extends SQLiteTable>(table: T, rows: readonly T['$inferInsert'][]): Statement {
  const columns = Object.entries(getTableColumns(table) as Record<string, SQLiteColumn>);
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
  const values = columns.map((_, position) => `value ->> ${position}`).join(', ');
  const json = JSON.stringify(rows.map((row) => columns.map(([key, column]) => toJson(column, (row as Record<string, unknown>)[key]))));
  return { sql: `INSERT INTO "${getTableName(table)}" (${names}) SELECT ${values} FROM json_each(?)`, args: [json] };
}

function toJson(column: SQLiteColumn, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const stored = column.mapToDriverValue(value);
  if (typeof stored !== 'string' || (stored.isWellFormed() && !stored.includes('\0'))) return stored;
  return stored.toWellFormed().replaceAll('\0', '\uFFFD');
}
