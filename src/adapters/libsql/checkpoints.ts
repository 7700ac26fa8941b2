import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Checkpoint, Checkpoints, CheckpointSource, PendingWrite, StoredCheckpoint } from '../../ports/checkpoints.ts';
import type { Page } from '../../ports/journal.ts';
import type { Clock } from '../../ports/system.ts';
import { CHECKPOINT_MIGRATIONS } from './checkpoint-migrations.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { ResultRows, SqlValue } from './protocol.ts';
import { createTables } from './tables.ts';

export interface LibsqlCheckpointsOptions {
  /** Used, not owned. */
  readonly database: Database;
  readonly clock: Clock;
  /** How many checkpoints of one thread are kept, 1000 by default; the oldest go first. */
  readonly maxPerThread?: number;
}

const COLUMNS = 'sequence, id, thread, parent, run, source, version, step, nodes, next, state, created_at';

/** Checkpoints in libSQL, in a database of their own or a shared one. Their tables are created on first use. */
export function createLibsqlCheckpoints({ database, clock, maxPerThread = 1000 }: LibsqlCheckpointsOptions): Checkpoints {
  const { read, write } = createTables(database, CHECKPOINT_MIGRATIONS, clock);

  async function add(checkpoint: Checkpoint, writes: readonly PendingWrite[] = []): Promise<void> {
    // Entries of a checkpoint that existed stay as they are.
    const entries = writes.map(({ key, value }) => ({
      sql: 'INSERT INTO checkpoint_writes (checkpoint_id, key, value) VALUES (?, ?, ?) ON CONFLICT (checkpoint_id, key) DO NOTHING',
      args: [checkpoint.id, key, value],
    }));
    await write([
      {
        sql: `INSERT INTO checkpoints (${COLUMNS}) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        args: toRow(checkpoint),
      },
      ...entries,
      {
        sql: `DELETE FROM checkpoints WHERE thread = ?1 AND sequence <=
          (SELECT sequence FROM checkpoints WHERE thread = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)`,
        args: [checkpoint.thread, maxPerThread],
      },
    ]);
  }

  async function withWrites(rows: ResultRows['rows']): Promise<StoredCheckpoint | undefined> {
    const [row] = rows;
    if (row === undefined) return undefined;
    const checkpoint = fromRow(row);
    const writes = await read('SELECT key, value FROM checkpoint_writes WHERE checkpoint_id = ? ORDER BY position', [checkpoint.id]);
    return { checkpoint, writes: writes.map(([key, value]) => ({ key: textColumn(key), value: textColumn(value) })) };
  }

  const byId = (id: string) => read(`SELECT ${COLUMNS} FROM checkpoints WHERE id = ?`, [id]);

  return {
    put: add,

    async putWrites(id, writes) {
      if ((await byId(id)).length === 0) throw missing();
      await write(
        writes.map(({ key, value }) => ({
          sql: 'INSERT INTO checkpoint_writes (checkpoint_id, key, value) VALUES (?, ?, ?) ON CONFLICT (checkpoint_id, key) DO UPDATE SET value = excluded.value',
          args: [id, key, value],
        })),
      );
    },

    async latest(thread) {
      return withWrites(await read(`SELECT ${COLUMNS} FROM checkpoints WHERE thread = ? ORDER BY sequence DESC LIMIT 1`, [thread]));
    },

    async history(thread, { limit, cursor }) {
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor(cursor, [0])[0];
      const rows = await read(`SELECT ${COLUMNS} FROM checkpoints WHERE thread = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`, [
        thread,
        before,
        limit + 1,
      ]);
      return pageOf(rows, limit);
    },

    async threads(prefix, { limit, cursor }) {
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor(cursor, [0])[0];
      const rows = await read(
        `SELECT ${COLUMNS} FROM checkpoints WHERE sequence IN (
          SELECT max(sequence) FROM checkpoints WHERE thread >= ?1 AND substr(thread, 1, length(?1)) = ?1
            AND instr(substr(thread, length(?1) + 1), '/') = 0 GROUP BY thread HAVING max(sequence) < ?2
        ) ORDER BY sequence DESC LIMIT ?3`,
        [prefix, before, limit + 1],
      );
      return pageOf(rows, limit);
    },

    async get(id) {
      return withWrites(await byId(id));
    },

    async fork(id, changes) {
      const [row] = await byId(id);
      if (row === undefined) throw missing();
      const checkpoint: Checkpoint = { ...fromRow(row), ...changes, parent: id, source: 'fork' };
      await add(checkpoint);
      return checkpoint;
    },

    async deleteThread(thread) {
      // A range instead of LIKE, whose wildcards may stand in a name; '0' follows '/'.
      const [own] = await write([
        { sql: 'DELETE FROM checkpoints WHERE thread = ?', args: [thread] },
        { sql: 'DELETE FROM checkpoints WHERE thread >= ? AND thread < ?', args: [`${thread}/`, `${thread}0`] },
      ]);
      return (own?.rowsAffected ?? 0) > 0;
    },
  };
}

function pageOf(rows: ResultRows['rows'], limit: number): Page<Checkpoint> {
  const page = rows.slice(0, limit);
  const items = page.map(fromRow);
  const last = page.at(-1);
  return last === undefined || rows.length <= limit ? { items } : { items, nextCursor: encodeCursor([Number(last[0])]) };
}

function toRow(checkpoint: Checkpoint): SqlValue[] {
  const { id, thread, parent = null, run, source, version, step, nodes, next, state, createdAt } = checkpoint;
  return [id, thread, parent, run, source, version, step, nodes, JSON.stringify(next), state, createdAt.getTime()];
}

/** Throws `internal` for a record in a format that this version cannot read. */
function fromRow(row: readonly SqlValue[]): Checkpoint {
  const [, id, thread, parent, run, source, version, step, nodes, next, state, createdAt] = row;
  if (Number(version) !== 1) throw new ServiceError('internal', `A checkpoint has format ${Number(version)}; this version reads 1.`);
  return {
    version: 1,
    id: textColumn(id),
    thread: textColumn(thread),
    ...(parent === null ? {} : { parent: textColumn(parent) }),
    run: textColumn(run),
    source: textColumn(source) as CheckpointSource,
    step: Number(step),
    nodes: Number(nodes),
    next: JSON.parse(textColumn(next)) as string[],
    state: textColumn(state),
    createdAt: new Date(Number(createdAt)),
  };
}

function missing(): ServiceError {
  return new ServiceError('not_found', 'There is no such checkpoint.', { param: 'checkpoint_id' });
}
