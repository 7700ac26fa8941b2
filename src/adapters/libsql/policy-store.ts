import type { PolicyStore, StoredPolicy } from '../../ports/policy-store.ts';
import type { Clock } from '../../ports/system.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import { migrated } from './migrate.ts';
import { POLICY_MIGRATIONS } from './policy-migrations.ts';
import type { SqlValue } from './protocol.ts';

export interface LibsqlPolicyStoreOptions {
  /** Used, not owned. */
  readonly database: Database;
  readonly clock: Clock;
}

/** Policies in libSQL. Their table is created on first use. */
export function createLibsqlPolicyStore({ database, clock }: LibsqlPolicyStoreOptions): PolicyStore {
  const ready = migrated(database, POLICY_MIGRATIONS, clock);

  /** Runs one statement. */
  async function run(sql: string, args: readonly SqlValue[] = []) {
    await ready();
    return database.execute({ sql, args });
  }

  return {
    get losses() {
      return database.filesLost;
    },
    async latest() {
      const { rows } = await run(
        `SELECT ${COLUMNS} FROM policies AS p
          WHERE deleted = 0 AND version = (SELECT max(version) FROM policies WHERE id = p.id) ORDER BY id`,
      );
      return rows.map(fromRow);
    },
    async put({ id, version, body, createdAt, author }) {
      const { rowsAffected } = await run('INSERT OR IGNORE INTO policies (id, version, body, created_at, author) VALUES (?, ?, ?, ?, ?)', [
        id,
        version,
        body,
        createdAt.getTime(),
        author,
      ]);
      return rowsAffected > 0;
    },
    async versions(id, limit) {
      const { rows } = await run(`SELECT ${COLUMNS} FROM policies WHERE id = ? ORDER BY version DESC LIMIT ?`, [id, limit]);
      return rows.map(fromRow);
    },
    async delete(id, { at, by }, ifVersion) {
      const { rowsAffected } = await run(
        `UPDATE policies SET deleted = 1, ended_at = ?2, ended_by = ?3
          WHERE id = ?1 AND deleted = 0 AND version = (SELECT max(version) FROM policies WHERE id = ?1) AND version = ifnull(?4, version)`,
        [id, at.getTime(), by, ifVersion ?? null],
      );
      return rowsAffected > 0;
    },
  };
}

const COLUMNS = 'id, version, body, created_at, author, ended_at, ended_by';

function fromRow([id, version, body, createdAt, author, endedAt, endedBy]: readonly SqlValue[]): StoredPolicy {
  return {
    id: textColumn(id),
    version: Number(version),
    body: textColumn(body),
    createdAt: new Date(Number(createdAt)),
    author: textColumn(author),
    ...(endedAt === null ? {} : { ended: { at: new Date(Number(endedAt)), by: textColumn(endedBy) } }),
  };
}
