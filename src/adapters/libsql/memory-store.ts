import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { storable } from '../../core/storable.ts';
import type { MemoryStore, Page, SupportedFact, TurnState } from '../../ports/memory.ts';
import type { Clock } from '../../ports/system.ts';
import type { Database } from './database.ts';
import { MEMORY_MIGRATIONS } from './memory-migrations.ts';
import { FACT_COLUMNS, fromFactRow, fromTurnRow, SUPPORTED_COLUMNS, toFactRow, toTurnRow, TURN_COLUMNS } from './memory-rows.ts';
import type { ResultRows, SqlValue, Statement } from './protocol.ts';
import { createTables } from './tables.ts';

export interface LibsqlMemoryStoreOptions {
  /** Used, not owned. */
  readonly database: Database;
  readonly clock: Clock;
}

const STATES: readonly TurnState[] = ['stored', 'read', 'indexed'];
const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

/** User memory in libSQL, in a database of its own or a shared one. Its tables are created on first use. */
export function createLibsqlMemoryStore({ database, clock }: LibsqlMemoryStoreOptions): MemoryStore {
  const { read, write } = createTables(database, MEMORY_MIGRATIONS, clock);

  async function supported(rest: string, args: readonly SqlValue[]): Promise<SupportedFact[]> {
    return (await read(`SELECT ${SUPPORTED_COLUMNS} FROM memory_facts f ${rest}`, args)).map(fromFactRow);
  }

  /** Items in the order of the requested ids. */
  function ordered<T>(ids: readonly string[], items: readonly T[], idOf: (item: T) => string): T[] {
    const byId = new Map(items.map((item) => [idOf(item), item]));
    return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  }

  /** A page of rows whose last column is their sequence. */
  function page<T>(rows: ResultRows['rows'], limit: number, fromRow: (row: readonly SqlValue[]) => T): Page<T> {
    const items = rows.slice(0, limit);
    const last = items.at(-1)?.at(-1);
    return { items: items.map(fromRow), ...(rows.length > limit ? { nextCursor: encodeCursor([Number(last)]) } : {}) };
  }

  const sequenceOf = (cursor: string): number => decodeCursor(cursor, [0])[0];

  return {
    async addTurns(turns) {
      if (turns.length === 0) return;
      await write(
        turns.map((turn) => ({
          sql: `INSERT INTO memory_turns (${TURN_COLUMNS}) VALUES (${marks(7)}) ON CONFLICT (id) DO NOTHING`,
          args: toTurnRow(turn),
        })),
      );
    },

    async turnState(owner, id) {
      const [row] = await read('SELECT state FROM memory_turns WHERE id = ? AND owner = ?', [id, storable(owner)]);
      return row === undefined ? undefined : STATES[Number(row[0])];
    },

    async unfinishedTurns(limit, owner) {
      const sql = `SELECT ${TURN_COLUMNS} FROM memory_turns WHERE state < 2 AND owner = coalesce(?, owner) ORDER BY sequence LIMIT ?`;
      return (await read(sql, [owner === undefined ? null : storable(owner), limit])).map(fromTurnRow);
    },

    async applyFacts(turn, { added, confirmed, superseded }) {
      const owner = storable(turn.owner);
      const at = turn.saidAt.getTime();
      const alive = 'EXISTS (SELECT 1 FROM memory_turns WHERE id = ? AND owner = ?)';
      const evidence = (factId: string): Statement => ({
        sql: `INSERT INTO memory_evidence (fact_id, turn_id) SELECT f.id, t.id FROM memory_facts f JOIN memory_turns t ON t.owner = f.owner
          WHERE f.id = ? AND t.id = ? AND t.owner = ? ON CONFLICT DO NOTHING`,
        args: [factId, turn.id, owner],
      });
      await write([
        ...added.flatMap((fact) => [
          {
            sql: `INSERT INTO memory_facts (${FACT_COLUMNS}) SELECT ${marks(13)} WHERE ${alive} ON CONFLICT (id) DO NOTHING`,
            args: [...toFactRow(fact), turn.id, owner],
          },
          evidence(fact.id),
        ]),
        ...confirmed.flatMap((id) => [
          {
            sql: `UPDATE memory_facts SET times_said = times_said + 1, last_said_at = max(last_said_at, ?) WHERE id = ? AND owner = ? AND ${alive}
              AND NOT EXISTS (SELECT 1 FROM memory_evidence WHERE fact_id = memory_facts.id AND turn_id = ?)`,
            args: [at, id, owner, turn.id, owner, turn.id],
          },
          evidence(id),
        ]),
        ...superseded.map(({ id, by, until }) => ({
          sql: `UPDATE memory_facts SET superseded_by = ?, valid_until = ? WHERE id = ? AND owner = ? AND ${alive}`,
          args: [by, until.getTime(), id, owner, turn.id, owner],
        })),
        { sql: 'UPDATE memory_turns SET state = 1 WHERE id = ? AND owner = ? AND state = 0', args: [turn.id, owner] },
      ]);
    },

    async setIndexed(owner, turnId) {
      await write([{ sql: 'UPDATE memory_turns SET state = 2 WHERE id = ? AND owner = ?', args: [turnId, storable(owner)] }]);
    },

    async turns(owner, ids) {
      if (ids.length === 0) return [];
      const sql = `SELECT ${TURN_COLUMNS} FROM memory_turns WHERE owner = ? AND id IN (SELECT value FROM json_each(?))`;
      const found = (await read(sql, [storable(owner), JSON.stringify(ids)])).map(fromTurnRow);
      return ordered(ids, found, ({ id }) => id);
    },

    async facts(owner, ids) {
      if (ids.length === 0) return [];
      const found = await supported('WHERE f.owner = ? AND f.id IN (SELECT value FROM json_each(?))', [
        storable(owner),
        JSON.stringify(ids),
      ]);
      return ordered(ids, found, ({ fact }) => fact.id);
    },

    async factsOfTurn(owner, turnId) {
      const found = await supported(
        `JOIN (SELECT fact_id FROM memory_evidence WHERE turn_id = ?1) s ON f.id = s.fact_id OR f.superseded_by = s.fact_id
          WHERE f.owner = ?2 GROUP BY f.id ORDER BY max(f.id = s.fact_id) DESC, f.sequence`,
        [turnId, storable(owner)],
      );
      return found.map(({ fact }) => fact);
    },

    async supersededFacts(owner, turnIds) {
      if (turnIds.length === 0) return [];
      return supported(
        `WHERE f.owner = ? AND f.valid_until IS NOT NULL AND f.id IN (
          SELECT fact_id FROM memory_evidence WHERE turn_id IN (SELECT value FROM json_each(?))) ORDER BY f.sequence`,
        [storable(owner), JSON.stringify(turnIds)],
      );
    },

    async factsInSlot(owner, slot) {
      const found = await supported('WHERE f.owner = ? AND f.slot = ? AND f.valid_until IS NULL ORDER BY f.sequence', [
        storable(owner),
        storable(slot),
      ]);
      return found.map(({ fact }) => fact);
    },

    async listFacts({ owner, limit, cursor, kind, thread, superseded }) {
      const rows = await read(
        `SELECT ${SUPPORTED_COLUMNS}, f.sequence FROM memory_facts f WHERE f.owner = ?1 AND (?2 IS NULL OR f.sequence < ?2)
          AND (?3 IS NULL OR f.kind = ?3) AND (?4 IS NULL OR f.thread = ?4) AND (?5 OR f.valid_until IS NULL)
          ORDER BY f.sequence DESC LIMIT ?6`,
        [storable(owner), cursor === undefined ? null : sequenceOf(cursor), kind ?? null, thread ?? null, Number(superseded), limit + 1],
      );
      return page(rows, limit, fromFactRow);
    },

    async listTurns({ owner, limit, cursor }) {
      const rows = await read(
        `SELECT ${TURN_COLUMNS}, sequence FROM memory_turns WHERE owner = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
        [storable(owner), cursor === undefined ? 0 : sequenceOf(cursor), limit + 1],
      );
      return page(rows, limit, fromTurnRow);
    },

    async spentTurns(owner, kept, limit) {
      const rows = await read(
        `SELECT id FROM memory_turns t WHERE owner = ?1 AND state = 2
          AND sequence <= (SELECT sequence FROM memory_turns WHERE owner = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)
          AND NOT EXISTS (SELECT 1 FROM memory_evidence WHERE turn_id = t.id) ORDER BY sequence LIMIT ?3`,
        [storable(owner), kept, limit],
      );
      return rows.flatMap(([id]) => (typeof id === 'string' ? [id] : []));
    },

    async history(owner, id) {
      return supported(
        `JOIN (WITH RECURSIVE earlier (id) AS (
            SELECT id FROM memory_facts WHERE superseded_by = ?1 AND owner = ?2
            UNION SELECT o.id FROM earlier JOIN memory_facts o ON o.superseded_by = earlier.id WHERE o.owner = ?2
          ) SELECT id FROM earlier) past ON past.id = f.id ORDER BY f.sequence DESC`,
        [id, storable(owner)],
      );
    },

    async remove(owner, { facts, turns }) {
      const inList = 'WHERE owner = ? AND id IN (SELECT value FROM json_each(?))';
      await write([
        { sql: `DELETE FROM memory_facts ${inList}`, args: [storable(owner), JSON.stringify(facts)] },
        { sql: `DELETE FROM memory_turns ${inList}`, args: [storable(owner), JSON.stringify(turns)] },
      ]);
    },

    async removeOwner(owner) {
      const [facts, turns] = await write([
        { sql: 'DELETE FROM memory_facts WHERE owner = ?', args: [storable(owner)] },
        { sql: 'DELETE FROM memory_turns WHERE owner = ?', args: [storable(owner)] },
      ]);
      return { facts: facts?.rowsAffected ?? 0, turns: turns?.rowsAffected ?? 0 };
    },
  };
}
