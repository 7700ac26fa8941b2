import type { ResponseStatus, ResponseStore, StoredResponse } from '../../ports/response-store.ts';
import type { Clock } from '../../ports/system.ts';
import { textColumn } from './column-values.ts';
import { appendStatement } from './conversation-store.ts';
import type { Database } from './database.ts';
import type { SqlValue, Statement } from './protocol.ts';
import { RESPONSE_MIGRATIONS } from './response-migrations.ts';
import { createSteadyTime } from './steady-time.ts';
import { createTables } from './tables.ts';

export interface LibsqlResponseStoreOptions {
  /** Used, not owned. */
  readonly database: Database;
  readonly clock: Clock;
  /** How many responses of one owner are kept, 10 000 by default. */
  readonly maxPerOwner?: number;
  /** How long a response is kept, 30 days by default. */
  readonly maxAgeMs?: number;
}

const THIRTY_DAYS_MS = 30 * 24 * 3_600_000;
const UNFINISHED = `status IN ('queued', 'in_progress')`;
const columns = (table: string, steps: string): string =>
  ['id', 'owner', 'status', 'created_at', 'previous', 'conversation', 'conversation_end', 'alive_until', 'body', 'input', 'item_ids']
    .map((name) => `${table}.${name}`)
    .concat(steps)
    .join(', ');

/**
 * Responses in libSQL, in a database of their own or a shared one. Their tables are created on first use. While the clock was set lately,
 * none is deleted by its age.
 */
export function createLibsqlResponseStore({
  database,
  clock,
  maxPerOwner = 10_000,
  maxAgeMs = THIRTY_DAYS_MS,
}: LibsqlResponseStoreOptions): ResponseStore {
  const { read, write } = createTables(database, RESPONSE_MIGRATIONS, clock);
  const responsesOf = async (sql: string, args: readonly SqlValue[]): Promise<StoredResponse[]> => (await read(sql, args)).map(fromRow);
  const oldest = (now = clock.now()): number => now.getTime() - maxAgeMs;
  const time = createSteadyTime(clock);

  return {
    async create(
      { id, owner, status, createdAt, previous = null, conversation, aliveUntil, body, input, itemIds, steps = null },
      addition,
    ) {
      const now = time.now();
      await write([
        {
          sql: `INSERT INTO responses
            (id, owner, status, created_at, previous, conversation, conversation_end, alive_until, body, input, item_ids, steps)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          args: [
            id,
            owner,
            status,
            createdAt.getTime(),
            previous,
            conversation?.id ?? null,
            conversation?.end ?? null,
            aliveUntil?.getTime() ?? null,
            body,
            input,
            JSON.stringify(itemIds),
            steps,
          ],
        },
        itemsStatement(id, itemIds),
        ...(addition === undefined ? [] : [appendStatement(addition)]),
        ...(now === undefined ? [] : [{ sql: 'DELETE FROM responses WHERE created_at <= ?', args: [oldest(now)] }]),
        {
          sql: `DELETE FROM responses WHERE owner = ?1 AND sequence <=
            (SELECT sequence FROM responses WHERE owner = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)
            AND NOT (${UNFINISHED} AND COALESCE(alive_until, 0) > ?3)`,
          args: [owner, maxPerOwner, clock.now().getTime()],
        },
      ]);
    },

    async update({ id, status, body, itemIds, steps = null }, addition) {
      const results = await write([
        // Before the update, after which the response counts as finished.
        ...(addition === undefined ? [] : [appendStatement(addition, id)]),
        {
          sql: `UPDATE responses SET status = ?, body = ?, item_ids = ?, steps = ? WHERE id = ? AND ${UNFINISHED}`,
          args: [status, body, JSON.stringify(itemIds), steps, id],
        },
        itemsStatement(id, itemIds),
      ]);
      return (results.at(-2)?.rowsAffected ?? 0) > 0;
    },

    async keepAlive(ids, until) {
      const list = JSON.stringify(ids);
      const where = `${UNFINISHED} AND id IN (SELECT value FROM json_each(?))`;
      const [, alive] = await write([
        { sql: `UPDATE responses SET alive_until = ? WHERE ${where}`, args: [until.getTime(), list] },
        { sql: `SELECT id FROM responses WHERE ${where}`, args: [list] },
      ]);
      return (alive?.rows ?? []).map(([id]) => textColumn(id));
    },

    async get(owner, id) {
      const sql = `SELECT ${columns('responses', 'steps')} FROM responses WHERE owner = ? AND id = ? AND created_at > ?`;
      return (await responsesOf(sql, [owner, id, oldest()]))[0];
    },

    chain: (owner, id, limit) =>
      responsesOf(
        `WITH RECURSIVE links (id, previous, depth) AS (
          SELECT id, previous, 1 FROM responses WHERE owner = ?1 AND id = ?2 AND created_at > ?4
          UNION ALL
          SELECT older.id, older.previous, depth + 1 FROM links JOIN responses AS older ON older.id = links.previous
          WHERE older.owner = ?1 AND older.created_at > ?4 AND depth < ?3
        ) SELECT ${columns('found', 'NULL')} FROM links JOIN responses AS found ON found.id = links.id ORDER BY depth DESC`,
        [owner, id, limit, oldest()],
      ),

    async withItem(owner, itemId) {
      const sql = `SELECT ${columns('found', 'NULL')} FROM response_items JOIN responses AS found ON found.id = response_id
        WHERE item_id = ? AND owner = ? AND created_at > ? ORDER BY sequence LIMIT 1`;
      return (await responsesOf(sql, [itemId, owner, oldest()]))[0];
    },

    async delete(owner, id) {
      const [deleted] = await write([
        { sql: 'DELETE FROM responses WHERE owner = ? AND id = ? AND created_at > ?', args: [owner, id, oldest()] },
      ]);
      return (deleted?.rowsAffected ?? 0) > 0;
    },
  };
}

/** Only for a response that exists: it may have been deleted meanwhile. */
function itemsStatement(id: string, itemIds: readonly string[]): Statement {
  return {
    sql: `INSERT OR IGNORE INTO response_items (response_id, item_id)
      SELECT ?1, value FROM json_each(?2) WHERE EXISTS (SELECT 1 FROM responses WHERE id = ?1)`,
    args: [id, JSON.stringify(itemIds)],
  };
}

function fromRow(row: readonly SqlValue[]): StoredResponse {
  const [id, owner, status, createdAt, previous, conversation, conversationEnd, aliveUntil, body, input, itemIds, steps] = row;
  return {
    id: textColumn(id),
    owner: textColumn(owner),
    status: textColumn(status) as ResponseStatus,
    createdAt: new Date(Number(createdAt)),
    ...(previous === null ? {} : { previous: textColumn(previous) }),
    ...(conversation === null ? {} : { conversation: { id: textColumn(conversation), end: Number(conversationEnd) } }),
    ...(aliveUntil === null ? {} : { aliveUntil: new Date(Number(aliveUntil)) }),
    body: textColumn(body),
    input: textColumn(input),
    itemIds: JSON.parse(textColumn(itemIds)) as string[],
    ...(steps === null ? {} : { steps: textColumn(steps) }),
  };
}
