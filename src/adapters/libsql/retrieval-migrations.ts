import type { Migration } from './migrations.ts';

/**
 * The migrations of the passages' tables. A group is what passages have in common: its body is JSON of the sorted store ids and the
 * attributes. Triggers drop empty groups. Words are not in the database: an earlier full-text table (`passage_words`, with the stores in
 * `scope`) was slow to search and took half the time of storing. `embedding` holds 32-bit little-endian floats, which libSQL's vector
 * functions read; `model` says whose they are, in `passage_models`, where `chosen` is the model that all passages are to have.
 */
export const RETRIEVAL_MIGRATIONS: readonly Migration[] = [
  {
    id: 'retrieval-1',
    statements: [
      `CREATE TABLE passage_space (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        model TEXT NOT NULL,
        dimensions INTEGER NOT NULL,
        loads INTEGER NOT NULL DEFAULT 0
      )`,
      `CREATE TABLE passage_groups (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        body TEXT NOT NULL UNIQUE,
        scope TEXT NOT NULL
      )`,
      `CREATE TABLE passage_group_stores (
        store_id TEXT NOT NULL,
        group_id INTEGER NOT NULL REFERENCES passage_groups (id) ON DELETE CASCADE,
        PRIMARY KEY (store_id, group_id)
      ) WITHOUT ROWID`,
      `CREATE INDEX passage_group_stores_by_group ON passage_group_stores (group_id)`,
      `CREATE TABLE passages (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        file_id TEXT NOT NULL,
        group_id INTEGER NOT NULL REFERENCES passage_groups (id),
        text TEXT NOT NULL,
        search_text TEXT,
        page INTEGER,
        starts_at INTEGER NOT NULL,
        ends_at INTEGER NOT NULL,
        embedding F32_BLOB NOT NULL
      )`,
      `CREATE INDEX passages_by_file ON passages (file_id, group_id)`,
      `CREATE INDEX passages_by_group ON passages (group_id)`,
      `CREATE VIRTUAL TABLE passage_words USING fts5 (words, scope, content = '', contentless_delete = 1, tokenize = 'porter unicode61')`,
      `CREATE VIRTUAL TABLE passage_vocabulary USING fts5vocab (passage_words, row)`,
      `CREATE TRIGGER passage_groups_added AFTER INSERT ON passage_groups BEGIN
        INSERT INTO passage_group_stores (store_id, group_id) SELECT value, NEW.id FROM json_each(NEW.body, '$[0]');
      END`,
      `CREATE TRIGGER passages_added AFTER INSERT ON passages BEGIN
        INSERT INTO passage_words (rowid, words, scope)
          VALUES (NEW.number, coalesce(NEW.search_text, NEW.text), (SELECT scope FROM passage_groups WHERE id = NEW.group_id));
      END`,
      `CREATE TRIGGER passages_deleted AFTER DELETE ON passages BEGIN
        DELETE FROM passage_words WHERE rowid = OLD.number;
        DELETE FROM passage_groups WHERE id = OLD.group_id AND NOT EXISTS (SELECT 1 FROM passages WHERE group_id = OLD.group_id);
      END`,
      `CREATE TRIGGER passages_moved AFTER UPDATE OF group_id ON passages WHEN OLD.group_id <> NEW.group_id BEGIN
        DELETE FROM passage_words WHERE rowid = OLD.number;
        INSERT INTO passage_words (rowid, words, scope)
          VALUES (NEW.number, coalesce(NEW.search_text, NEW.text), (SELECT scope FROM passage_groups WHERE id = NEW.group_id));
        DELETE FROM passage_groups WHERE id = OLD.group_id AND NOT EXISTS (SELECT 1 FROM passages WHERE group_id = OLD.group_id);
      END`,
    ],
  },
  {
    id: 'retrieval-2',
    statements: [
      'DROP TRIGGER passages_added',
      'DROP TRIGGER passages_moved',
      'DROP TRIGGER passages_deleted',
      'DROP TABLE passage_vocabulary',
      'DROP TABLE passage_words',
      'ALTER TABLE passage_groups DROP COLUMN scope',
      `CREATE TRIGGER passages_deleted AFTER DELETE ON passages BEGIN
        DELETE FROM passage_groups WHERE id = OLD.group_id AND NOT EXISTS (SELECT 1 FROM passages WHERE group_id = OLD.group_id);
      END`,
      `CREATE TRIGGER passages_moved AFTER UPDATE OF group_id ON passages WHEN OLD.group_id <> NEW.group_id BEGIN
        DELETE FROM passage_groups WHERE id = OLD.group_id AND NOT EXISTS (SELECT 1 FROM passages WHERE group_id = OLD.group_id);
      END`,
    ],
  },
  {
    id: 'retrieval-3',
    statements: [
      `CREATE TABLE passage_models (
        id INTEGER PRIMARY KEY,
        model TEXT NOT NULL,
        dimensions INTEGER NOT NULL,
        chosen INTEGER NOT NULL DEFAULT 0,
        loads INTEGER NOT NULL DEFAULT 0,
        UNIQUE (model, dimensions)
      )`,
      'INSERT INTO passage_models (id, model, dimensions) SELECT id, model, dimensions FROM passage_space',
      'DROP TABLE passage_space',
      'ALTER TABLE passages ADD COLUMN model INTEGER NOT NULL DEFAULT 1',
      'CREATE INDEX passages_by_model ON passages (model)',
    ],
  },
  {
    id: 'retrieval-4',
    statements: [
      'ALTER TABLE passages ADD COLUMN headings TEXT',
      'ALTER TABLE passages ADD COLUMN header TEXT',
      'ALTER TABLE passages ADD COLUMN titles TEXT',
      // Above the text of a chunk its search text has a line of headings, the header of its table, or both.
      `WITH above AS (
          SELECT number, substr(search_text, 1, length(search_text) - length(text) - 1) AS head FROM passages
            WHERE substr(search_text, -length(text) - 1) = char(10) || text AND length(search_text) > length(text) + 1),
        lines AS (
          SELECT number, iif(instr(head, char(10)) > 0, substr(head, 1, instr(head, char(10)) - 1), head) AS first,
            iif(instr(head, char(10)) > 0, substr(head, instr(head, char(10)) + 1), NULL) AS rest FROM above)
        UPDATE passages SET
          headings = iif(rest IS NULL AND instr(first, ' | ') > 0, NULL, json_array(first)),
          header = iif(rest IS NULL AND instr(first, ' | ') > 0, first, rest)
        FROM lines WHERE lines.number = passages.number`,
    ],
  },
];
