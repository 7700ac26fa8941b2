import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';
import type { Database } from './database.ts';
import type { SqlValue } from './protocol.ts';

/** Drizzle's typed queries over a database in a worker. Its `transaction` must not be used: one call is one transaction. */
export function createQueryBuilder(database: Database): SqliteRemoteDatabase {
  return drizzle(async (sql, params: SqlValue[], method) => {
    const { rows } = await database.execute({ sql, args: params });
    // Drizzle expects undefined from `get` for a missing row, though its types ask for an array.
    return { rows: method === 'get' ? (rows[0] as SqlValue[]) : [...rows] };
  });
}
