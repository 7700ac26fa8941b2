import type { Migration } from './migrations.ts';

/** The migrations of the tables of user memory. `state` of a turn is 0 stored, 1 read, 2 indexed; dates are Unix milliseconds. */
export const MEMORY_MIGRATIONS: readonly Migration[] = [
  {
    id: 'memory-1',
    statements: [
      `CREATE TABLE memory_turns (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL,
        thread TEXT NOT NULL,
        speaker TEXT NOT NULL,
        text TEXT NOT NULL,
        said_before TEXT,
        said_at INTEGER NOT NULL,
        state INTEGER NOT NULL DEFAULT 0
      )`,
      `CREATE INDEX memory_turns_by_owner ON memory_turns (owner, sequence)`,
      `CREATE INDEX memory_turns_unfinished ON memory_turns (sequence) WHERE state < 2`,
      `CREATE TABLE memory_facts (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL,
        thread TEXT NOT NULL,
        text TEXT NOT NULL,
        kind TEXT NOT NULL,
        slot TEXT,
        importance REAL NOT NULL,
        date TEXT,
        valid_from INTEGER NOT NULL,
        valid_until INTEGER,
        superseded_by TEXT,
        times_said INTEGER NOT NULL,
        last_said_at INTEGER NOT NULL
      )`,
      `CREATE INDEX memory_facts_by_owner ON memory_facts (owner, sequence)`,
      `CREATE INDEX memory_facts_by_slot ON memory_facts (owner, slot) WHERE slot IS NOT NULL AND valid_until IS NULL`,
      `CREATE INDEX memory_facts_by_successor ON memory_facts (superseded_by) WHERE superseded_by IS NOT NULL`,
      `CREATE TABLE memory_evidence (
        fact_id TEXT NOT NULL REFERENCES memory_facts (id) ON DELETE CASCADE,
        turn_id TEXT NOT NULL REFERENCES memory_turns (id) ON DELETE CASCADE,
        PRIMARY KEY (fact_id, turn_id)
      ) WITHOUT ROWID`,
      `CREATE INDEX memory_evidence_by_turn ON memory_evidence (turn_id)`,
    ],
  },
];
