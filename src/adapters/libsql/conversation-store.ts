import type {
  ConversationAddition,
  ConversationEntry,
  ConversationStore,
  EntriesOutcome,
  StoredConversation,
} from '../../ports/conversation-store.ts';
import type { Clock } from '../../ports/system.ts';
import { createPages } from './catalog-pages.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { ResultRows, SqlValue, Statement } from './protocol.ts';
import { RESPONSE_MIGRATIONS } from './response-migrations.ts';
import { createTables } from './tables.ts';

export interface LibsqlConversationStoreOptions {
  /** Used, not owned. The one of the responses, which add to conversations. */
  readonly database: Database;
  readonly clock: Clock;
}

/** The id of an owner's conversation, if it exists. */
const OWN = '(SELECT id FROM conversations WHERE id = ? AND owner = ?)';
const changed = (result: ResultRows | undefined): boolean => (result?.rowsAffected ?? 0) > 0;

/** Conversations in libSQL, in the database of the responses. Their tables are created on first use. */
export function createLibsqlConversationStore({ database, clock }: LibsqlConversationStoreOptions): ConversationStore {
  const { read, write } = createTables(database, RESPONSE_MIGRATIONS, clock);
  const page = createPages(read);

  async function get(owner: string, id: string): Promise<StoredConversation | undefined> {
    const [row] = await read('SELECT id, owner, created_at, metadata FROM conversations WHERE id = ? AND owner = ?', [id, owner]);
    return row === undefined ? undefined : fromRow(row);
  }

  return {
    get,

    async create({ id, owner, createdAt, metadata }, entries, maxConversations) {
      const [created] = await write([
        {
          sql: `INSERT INTO conversations (id, owner, created_at, metadata)
            SELECT ?1, ?2, ?3, ?4 WHERE (SELECT COUNT(*) FROM conversations WHERE owner = ?2) < ?5`,
          args: [id, owner, createdAt.getTime(), JSON.stringify(metadata), maxConversations],
        },
        appendStatement({ conversation: id, entries }),
      ]);
      return changed(created);
    },

    async setMetadata(owner, id, metadata) {
      const sql = 'UPDATE conversations SET metadata = ? WHERE id = ? AND owner = ?';
      return changed((await write([{ sql, args: [JSON.stringify(metadata), id, owner] }]))[0]);
    },

    async delete(owner, id) {
      const [, deleted] = await write([
        { sql: `DELETE FROM conversation_items WHERE conversation_id = ${OWN}`, args: [id, owner] },
        { sql: 'DELETE FROM conversations WHERE id = ? AND owner = ?', args: [id, owner] },
      ]);
      return changed(deleted);
    },

    async add(owner, id, entries, maxEntries): Promise<EntriesOutcome> {
      const list = JSON.stringify(entries);
      const isOwn = 'EXISTS (SELECT 1 FROM conversations WHERE id = ?1 AND owner = ?2)';
      // In this order each new id is looked up, instead of each item of the conversation compared.
      const taken = `SELECT item_id FROM json_each(?3) CROSS JOIN conversation_items
        WHERE conversation_id = ?1 AND item_id = value ->> 'id' LIMIT 1`;
      const [added, state] = await write([
        {
          sql: `INSERT INTO conversation_items (conversation_id, item_id, body)
            SELECT ?1, value ->> 'id', value ->> 'body' FROM json_each(?3) WHERE ${isOwn} AND NOT EXISTS (${taken})
              AND (SELECT COUNT(*) FROM conversation_items WHERE conversation_id = ?1) + json_array_length(?3) <= ?4`,
          args: [id, owner, list, maxEntries],
        },
        { sql: `SELECT ${isOwn}, (${taken})`, args: [id, owner, list] },
      ]);
      if (changed(added)) return 'added';
      const [isKnown, clash] = state?.rows[0] ?? [];
      if (Number(isKnown) === 0) return 'unknown';
      return typeof clash === 'string' ? { taken: clash } : 'full';
    },

    async append(addition) {
      await write([appendStatement(addition)]);
    },

    async history(owner, id, end = Number.MAX_SAFE_INTEGER) {
      if ((await get(owner, id)) === undefined) return undefined;
      const sql = `SELECT item_id, body, sequence FROM conversation_items WHERE conversation_id = ${OWN} AND sequence <= ? ORDER BY sequence`;
      const rows = await read(sql, [id, owner, end]);
      return { entries: rows.map(fromEntryRow), end: Number(rows.at(-1)?.[2] ?? 0) };
    },

    page: (owner, id, query) => {
      const where = `conversation_id = ${OWN}`;
      return page(
        { table: 'conversation_items', columns: 'item_id, body', idColumn: 'item_id', where, args: [id, owner] },
        query,
        fromEntryRow,
      );
    },

    async entry(owner, id, entryId) {
      const sql = `SELECT item_id, body FROM conversation_items WHERE conversation_id = ${OWN} AND item_id = ?`;
      const [row] = await read(sql, [id, owner, entryId]);
      return row === undefined ? undefined : fromEntryRow(row);
    },

    async deleteEntry(owner, id, entryId) {
      const sql = `DELETE FROM conversation_items WHERE conversation_id = ${OWN} AND item_id = ?`;
      return changed((await write([{ sql, args: [id, owner, entryId] }]))[0]);
    },
  };
}

/** Adds to a conversation that still exists; with a response, only while that is unfinished. */
export function appendStatement({ conversation, entries }: ConversationAddition, response?: string): Statement {
  const unfinished =
    response === undefined ? '' : ` AND EXISTS (SELECT 1 FROM responses WHERE id = ?3 AND status IN ('queued', 'in_progress'))`;
  return {
    sql: `INSERT OR IGNORE INTO conversation_items (conversation_id, item_id, body)
      SELECT ?1, value ->> 'id', value ->> 'body' FROM json_each(?2)
      WHERE EXISTS (SELECT 1 FROM conversations WHERE id = ?1)${unfinished}`,
    args: [conversation, JSON.stringify(entries), ...(response === undefined ? [] : [response])],
  };
}

function fromRow([id, owner, createdAt, metadata]: readonly SqlValue[]): StoredConversation {
  return {
    id: textColumn(id),
    owner: textColumn(owner),
    createdAt: new Date(Number(createdAt)),
    metadata: JSON.parse(textColumn(metadata)) as Record<string, string>,
  };
}

function fromEntryRow([id, body]: readonly SqlValue[]): ConversationEntry {
  return { id: textColumn(id), body: textColumn(body) };
}
