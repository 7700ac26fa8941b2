import type { Clock } from '../../ports/system.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations.ts';
import { numbersIn } from './passage-rows.ts';

/** Which passages were stored, moved, embedded anew or deleted, by whichever process that shares the database. */
export interface PassageChanges {
  /** Begins to log changes; running it again changes nothing. */
  prepare(): Promise<void>;
  /** The number of the latest change; 0 before the first one. */
  last(): Promise<number>;
  /** The numbers of the passages that have changed after a change; undefined if the log does not reach back that far. */
  since(change: number): Promise<{ readonly last: number; readonly passages: Float64Array } | undefined>;
}

/** How many changes are kept for processes that have not searched since. */
const KEPT = 100_000;

const LOGGED = [
  ['stored', 'INSERT', 'NEW'],
  ['changed', 'UPDATE OF group_id', 'NEW'],
  ['dropped', 'DELETE', 'OLD'],
] as const;

const MIGRATIONS: readonly Migration[] = [
  {
    id: 'passage-changes-1',
    statements: [
      'CREATE TABLE passage_changes (change INTEGER PRIMARY KEY AUTOINCREMENT, passage INTEGER NOT NULL)',
      ...LOGGED.map(
        ([name, event, row]) => `CREATE TRIGGER passage_changes_${name} AFTER ${event} ON passages BEGIN
          INSERT INTO passage_changes (passage) VALUES (${row}.number);
        END`,
      ),
      `CREATE TRIGGER passage_changes_kept AFTER INSERT ON passage_changes BEGIN
        DELETE FROM passage_changes WHERE change <= NEW.change - ${KEPT};
      END`,
    ],
  },
  {
    id: 'passage-changes-2',
    statements: [
      `CREATE TRIGGER passage_changes_renewed AFTER UPDATE OF embedding ON passages BEGIN
        INSERT INTO passage_changes (passage) VALUES (NEW.number);
      END`,
    ],
  },
];

/** A log of changes by triggers in the database, for processes that keep copies of a database that several share. */
export function createPassageChanges(database: Database, clock: Clock): PassageChanges {
  return {
    prepare: () => migrate(database, MIGRATIONS, clock),

    async last() {
      const { rows } = await database.execute({ sql: 'SELECT coalesce(max(change), 0) FROM passage_changes' });
      return Number(rows[0]?.[0]);
    },

    async since(change) {
      const { rows } = await database.execute({
        // SQLite reads a whole table for two extremes at once, but a single row for each alone.
        sql: `SELECT coalesce((SELECT min(change) FROM passage_changes), 0), coalesce((SELECT max(change) FROM passage_changes), 0),
          (SELECT json_group_array(DISTINCT passage) FROM passage_changes WHERE change > ?1)`,
        args: [change],
      });
      const [first, last, passages] = rows[0] ?? [];
      // A log that begins later or ends earlier is another one, or has lost what came next.
      if (Number(last) < change || Number(first) > change + 1) return undefined;
      return { last: Number(last), passages: numbersIn(passages) };
    },
  };
}
