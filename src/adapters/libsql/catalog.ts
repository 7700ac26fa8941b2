import type { Catalog, Removal, StatusCounts, StoreFile } from '../../ports/catalog.ts';
import type { Clock } from '../../ports/system.ts';
import { CATALOG_MIGRATIONS } from './catalog-migrations.ts';
import { createPages } from './catalog-pages.ts';
import {
  FILE_COLUMNS,
  fromBatchRow,
  fromFileRow,
  fromMemberRow,
  fromRemovalRow,
  fromStoreRow,
  MEMBER_COLUMNS,
  REMOVAL_COLUMNS,
  STORE_COLUMNS,
  toFileRow,
  toMemberRow,
  toRemovalRow,
  toStoreRow,
} from './catalog-rows.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { ResultRows, SqlValue, Statement } from './protocol.ts';
import { createTables } from './tables.ts';

export interface LibsqlCatalogOptions {
  /** Used, not owned. */
  readonly database: Database;
  readonly clock: Clock;
}

type Rows = ResultRows['rows'];

/** The catalog in libSQL, in a database of its own or a shared one. Its tables are created on first use. */
export function createLibsqlCatalog({ database, clock }: LibsqlCatalogOptions): Catalog {
  const { read, write } = createTables(database, CATALOG_MIGRATIONS, clock);
  const page = createPages(read);

  const insertRemoval = (removal: Removal): Statement => ({
    sql: `INSERT INTO removals (${REMOVAL_COLUMNS}) VALUES (?, ?, ?, ?, ?)`,
    args: toRemovalRow(removal),
  });

  async function removal(id: string): Promise<Removal | undefined> {
    const [row] = await read(`SELECT ${REMOVAL_COLUMNS} FROM removals WHERE id = ?`, [id]);
    return row === undefined ? undefined : fromRemovalRow(row);
  }

  const one = <T>([row]: Rows, fromRow: (row: readonly SqlValue[]) => T): T | undefined => (row === undefined ? undefined : fromRow(row));

  /** Whether the statement at `index` changed a row. */
  const changed = (results: readonly ResultRows[], index = 0): boolean => (results[index]?.rowsAffected ?? 0) > 0;

  return {
    async reserve(given) {
      await write([insertRemoval(given)]);
    },

    async addFile(file, members, reservation) {
      const row = toFileRow(file);
      const same = 'SELECT object_key FROM files WHERE sha256 = ?6 AND bytes = ?5 LIMIT 1';
      await write([
        {
          sql: `INSERT INTO files (${FILE_COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, COALESCE((${same}), ?9), ?10, ?11, ?12)`,
          args: row,
        },
        {
          sql: 'DELETE FROM removals WHERE id = ? AND object_key = (SELECT object_key FROM files WHERE id = ?)',
          args: [reservation, file.id],
        },
        ...members.map(insertMember),
      ]);
      return one(await read(`SELECT ${FILE_COLUMNS} FROM files WHERE id = ?`, [file.id]), fromFileRow) ?? file;
    },

    file: async (owner, id) => one(await read(`SELECT ${FILE_COLUMNS} FROM files WHERE id = ? AND owner = ?`, [id, owner]), fromFileRow),

    async filesById(ids) {
      const rows = await read(`SELECT ${FILE_COLUMNS} FROM files WHERE id IN (SELECT value FROM json_each(?))`, [JSON.stringify(ids)]);
      return rows.map(fromFileRow);
    },

    files: ({ owner, purpose, ...query }) => {
      const where = purpose === undefined ? 'owner = ?' : 'owner = ? AND purpose = ?';
      const args = purpose === undefined ? [owner] : [owner, purpose];
      return page({ table: 'files', columns: FILE_COLUMNS, idColumn: 'id', where, args }, query, fromFileRow);
    },

    countFiles: async (owner) => Number((await read('SELECT COUNT(*) FROM files WHERE owner = ?', [owner]))[0]?.[0] ?? 0),

    async expiredFiles(at, limit) {
      const rows = await read(`SELECT ${FILE_COLUMNS} FROM files WHERE expires_at <= ? LIMIT ?`, [at.getTime(), limit]);
      return rows.map(fromFileRow);
    },

    async removeFile(owner, id, { id: removalId, createdAt }) {
      await write([
        {
          sql: `INSERT INTO removals (${REMOVAL_COLUMNS}) SELECT ?1, ?2,
            CASE WHEN (SELECT COUNT(*) FROM files AS other WHERE other.object_key = files.object_key) = 1 THEN object_key END,
            id, NULL FROM files WHERE id = ?3 AND owner = ?4`,
          args: [removalId, createdAt.getTime(), id, owner],
        },
        ...['store_files', 'replaced_store_files'].map((table) => ({
          sql: `DELETE FROM ${table} WHERE file_id = (SELECT id FROM files WHERE id = ? AND owner = ?)`,
          args: [id, owner],
        })),
        { sql: 'DELETE FROM files WHERE id = ? AND owner = ?', args: [id, owner] },
      ]);
      return removal(removalId);
    },

    async addStore(store) {
      await write([
        {
          sql: `INSERT INTO vector_stores (${STORE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
          args: toStoreRow(store),
        },
      ]);
    },

    store: async (owner, id) =>
      one(await read(`SELECT ${STORE_COLUMNS} FROM vector_stores WHERE id = ? AND owner = ?`, [id, owner]), fromStoreRow),

    stores: ({ owner, ...query }) =>
      page({ table: 'vector_stores', columns: STORE_COLUMNS, idColumn: 'id', where: 'owner = ?', args: [owner] }, query, fromStoreRow),

    async putStore(store) {
      const [id, , ...rest] = toStoreRow(store);
      const sql =
        'UPDATE vector_stores SET name = ?, description = ?, metadata = ?, created_at = ?, last_active_at = ?, expires_after_days = ? WHERE id = ?';
      return changed(await write([{ sql, args: [...rest, id ?? null] }]));
    },

    async touchStores(ids, at) {
      const sql = 'UPDATE vector_stores SET last_active_at = ? WHERE id IN (SELECT value FROM json_each(?))';
      await write([{ sql, args: [at.getTime(), JSON.stringify(ids)] }]);
    },

    async removeStore(owner, id, { id: removalId, createdAt }) {
      const own = '(SELECT id FROM vector_stores WHERE id = ? AND owner = ?)';
      await write([
        {
          sql: `INSERT INTO removals (${REMOVAL_COLUMNS}) SELECT ?, ?, NULL, NULL, id FROM vector_stores WHERE id = ? AND owner = ?`,
          args: [removalId, createdAt.getTime(), id, owner],
        },
        { sql: `DELETE FROM store_files WHERE store_id = ${own}`, args: [id, owner] },
        { sql: `DELETE FROM replaced_store_files WHERE store_id = ${own}`, args: [id, owner] },
        { sql: `${REST} AND owner = ?`, args: [owner] },
        { sql: `DELETE FROM file_batches WHERE store_id = ${own}`, args: [id, owner] },
        { sql: 'DELETE FROM vector_stores WHERE id = ? AND owner = ?', args: [id, owner] },
      ]);
      return removal(removalId);
    },

    async attach(members, batch) {
      await write([
        ...(batch === undefined
          ? []
          : [
              {
                sql: 'INSERT INTO file_batches (id, store_id, created_at, is_cancelled) VALUES (?, ?, ?, ?)',
                args: [batch.id, batch.storeId, batch.createdAt.getTime(), Number(batch.isCancelled)],
              },
            ]),
        ...members.flatMap((member) => [
          keepReplaced(member),
          { sql: 'DELETE FROM store_files WHERE store_id = ? AND file_id = ?', args: [member.storeId, member.fileId] },
          insertMember(member),
        ]),
      ]);
    },

    member: async (storeId, fileId) =>
      one(await read(`SELECT ${MEMBER_COLUMNS} FROM store_files WHERE store_id = ? AND file_id = ?`, [storeId, fileId]), fromMemberRow),

    members: ({ storeId, status, batchId, ...query }) => {
      const where = `store_id = ?${status === undefined ? '' : ' AND status = ?'}${batchId === undefined ? '' : ' AND batch_id = ?'}`;
      const args = [storeId, ...(status === undefined ? [] : [status]), ...(batchId === undefined ? [] : [batchId])];
      const table = batchId === undefined ? 'store_files' : 'batch_files';
      return page({ table, columns: MEMBER_COLUMNS, idColumn: 'file_id', where, args }, query, fromMemberRow);
    },

    async setAttributes(storeId, fileId, attributes) {
      const sql = 'UPDATE store_files SET attributes = ? WHERE store_id = ? AND file_id = ?';
      return changed(await write([{ sql, args: [JSON.stringify(attributes), storeId, fileId] }]));
    },

    async detach(storeId, fileId, { id, createdAt }) {
      await write([
        {
          sql: `INSERT INTO removals (${REMOVAL_COLUMNS}) SELECT ?, ?, NULL, file_id, store_id FROM store_files WHERE store_id = ? AND file_id = ?`,
          args: [id, createdAt.getTime(), storeId, fileId],
        },
        { sql: 'DELETE FROM store_files WHERE store_id = ? AND file_id = ?', args: [storeId, fileId] },
        { sql: `${REST} AND id = ?`, args: [fileId] },
      ]);
      return removal(id);
    },

    async counts(storeIds, batchId) {
      const rows = await read(
        `SELECT store_id, status, COUNT(*), SUM(usage_bytes) FROM ${batchId === undefined ? 'store_files' : 'batch_files'}
          WHERE store_id IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR batch_id = ?2) GROUP BY store_id, status`,
        [JSON.stringify(storeIds), batchId ?? null],
      );
      const none = (): Record<keyof StatusCounts, number> => ({ in_progress: 0, completed: 0, failed: 0, cancelled: 0, usageBytes: 0 });
      const counts = new Map(storeIds.map((id) => [id, none()]));
      for (const [storeId, status, files, bytes] of rows) {
        const found = counts.get(textColumn(storeId));
        if (found === undefined) continue;
        found[textColumn(status) as keyof StatusCounts] = Number(files);
        found.usageBytes += Number(bytes);
      }
      return counts;
    },

    async batch(storeId, id) {
      const sql = 'SELECT id, store_id, created_at, is_cancelled FROM file_batches WHERE id = ? AND store_id = ?';
      return one(await read(sql, [id, storeId]), fromBatchRow);
    },

    async cancelBatch(storeId, id) {
      const open = `SELECT file_id FROM store_files WHERE store_id = ?1 AND batch_id = ?2 AND status = 'in_progress'`;
      const results = await write([
        { sql: 'UPDATE file_batches SET is_cancelled = 1 WHERE id = ?2 AND store_id = ?1', args: [storeId, id] },
        { sql: open, args: [storeId, id] },
        {
          sql: `UPDATE store_files SET status = 'cancelled' WHERE store_id = ?1 AND batch_id = ?2 AND status = 'in_progress'`,
          args: [storeId, id],
        },
        { sql: `${REST} AND id IN (SELECT file_id FROM store_files WHERE store_id = ?1 AND batch_id = ?2)`, args: [storeId, id] },
      ]);
      return (results[1]?.rows ?? []).map(([fileId]) => textColumn(fileId));
    },

    async unfinished(limit, { from = 0, below = Number.MAX_SAFE_INTEGER } = {}) {
      const sql = `SELECT ${MEMBER_COLUMNS} FROM store_files WHERE status = 'in_progress' AND chunks >= ? AND chunks < ? ORDER BY sequence LIMIT ?`;
      const rows = await read(sql, [from, below, limit]);
      return rows.map(fromMemberRow);
    },

    async progress(storeId, fileId, { chunks, usageBytes }) {
      const sql = `UPDATE store_files SET chunks = ?, usage_bytes = ? WHERE store_id = ? AND file_id = ? AND status = 'in_progress'`;
      return changed(await write([{ sql, args: [chunks, usageBytes, storeId, fileId] }]));
    },

    async settle(storeId, fileId, outcome) {
      const running = `EXISTS (SELECT 1 FROM store_files WHERE store_id = ? AND file_id = ? AND status = 'in_progress')`;
      const done = outcome.status === 'completed';
      const results = await write([
        done
          ? {
              sql: `UPDATE files SET status = 'processed', status_details = NULL WHERE id = ? AND ${running}`,
              args: [fileId, storeId, fileId],
            }
          : {
              sql: `UPDATE files SET status = 'error', status_details = ? WHERE id = ? AND status = 'uploaded' AND ${running}`,
              args: [outcome.error.message, fileId, storeId, fileId],
            },
        done
          ? {
              sql: `UPDATE store_files SET status = 'completed' WHERE store_id = ? AND file_id = ? AND status = 'in_progress'`,
              args: [storeId, fileId],
            }
          : {
              sql: `UPDATE store_files SET status = 'failed', last_error = ?, chunks = 0, usage_bytes = 0
                WHERE store_id = ? AND file_id = ? AND status = 'in_progress'`,
              args: [JSON.stringify(outcome.error), storeId, fileId],
            },
      ]);
      return changed(results, 1);
    },

    removal,

    async removals(before) {
      const sql = `SELECT ${REMOVAL_COLUMNS} FROM removals WHERE created_at < ? ORDER BY created_at, id`;
      return (await read(sql, [before.getTime()])).map(fromRemovalRow);
    },

    async finishRemoval(id) {
      await write([{ sql: 'DELETE FROM removals WHERE id = ?', args: [id] }]);
    },
  };
}

/** Marks files as processed that no store still has to process. */
const REST = `UPDATE files SET status = 'processed' WHERE status = 'uploaded'
  AND NOT EXISTS (SELECT 1 FROM store_files WHERE file_id = files.id AND store_files.status = 'in_progress')`;

/** Has an earlier batch keep a file that is about to be added again, as it is; what was not ingested yet counts as cancelled. */
function keepReplaced({ storeId, fileId, batchId }: StoreFile): Statement {
  const columns = MEMBER_COLUMNS.replace('status', `iif(status = 'in_progress', 'cancelled', status)`);
  return {
    sql: `INSERT INTO replaced_store_files (sequence, ${MEMBER_COLUMNS}) SELECT sequence, ${columns} FROM store_files
      WHERE store_id = ? AND file_id = ? AND batch_id IS NOT NULL AND batch_id IS NOT ? ON CONFLICT DO NOTHING`,
    args: [storeId, fileId, batchId ?? null],
  };
}

function insertMember(member: Parameters<typeof toMemberRow>[0]): Statement {
  const sql = `INSERT INTO store_files (${MEMBER_COLUMNS}) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
    WHERE EXISTS (SELECT 1 FROM files WHERE id = ?2) AND EXISTS (SELECT 1 FROM vector_stores WHERE id = ?1)`;
  return { sql, args: toMemberRow(member) };
}
