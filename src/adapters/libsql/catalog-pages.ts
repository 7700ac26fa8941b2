import { ServiceError } from '../../core/errors.ts';
import type { Listed, ListQuery } from '../../ports/catalog.ts';
import type { SqlValue } from './protocol.ts';
import type { Tables } from './tables.ts';

/** What a list shows: the rows of a table that `where` selects, in the order of its column `sequence`. */
export interface PageSource {
  readonly table: string;
  readonly columns: string;
  /** The column of the ids that `after` and `before` name. */
  readonly idColumn: string;
  readonly where: string;
  readonly args: readonly SqlValue[];
}

/** Reads one page of a list. Throws `invalid_input` if `after` or `before` is not an id of the list. */
export type ReadPage = <T>(source: PageSource, query: ListQuery, fromRow: (row: readonly SqlValue[]) => T) => Promise<Listed<T>>;

/** Pages of tables with a column `sequence`, with a cursor in either direction. */
export function createPages(read: Tables['read']): ReadPage {
  return async ({ table, columns, idColumn, where, args }, { limit, order, after, before }, fromRow) => {
    const sequenceOf = async (id: string, param: string): Promise<number> => {
      const [row] = await read(`SELECT sequence FROM ${table} WHERE ${where} AND ${idColumn} = ?`, [...args, id]);
      if (row === undefined) throw new ServiceError('invalid_input', `${param}: not an id of this list.`, { param });
      return Number(row[0]);
    };
    const isUp = order === 'asc';
    let bounds = '';
    const limits: number[] = [];
    if (after !== undefined) {
      bounds += ` AND sequence ${isUp ? '>' : '<'} ?`;
      limits.push(await sequenceOf(after, 'after'));
    }
    if (before !== undefined) {
      bounds += ` AND sequence ${isUp ? '<' : '>'} ?`;
      limits.push(await sequenceOf(before, 'before'));
    }
    // With `before`, the page is the one that ends at that item: it is read backwards.
    const isBackwards = before !== undefined && after === undefined;
    const direction = isUp === isBackwards ? 'DESC' : 'ASC';
    const sql = `SELECT ${columns} FROM ${table} WHERE ${where}${bounds} ORDER BY sequence ${direction} LIMIT ?`;
    const rows = await read(sql, [...args, ...limits, limit + 1]);
    const items = rows.slice(0, limit).map(fromRow);
    return { items: isBackwards ? items.toReversed() : items, hasMore: rows.length > limit };
  };
}
