import type { Database } from '../../src/adapters/libsql/database.ts';
import { searchTerms } from '../../src/core/search-terms.ts';
import type { VectorVariant } from './vector-variants.ts';

/** Texts in a table and in SQLite's full-text table (FTS5, stemmed by Porter's rules), ordered by its own `bm25()`. Holds no vectors. */
export async function openFts5(database: Database): Promise<VectorVariant> {
  await database.execute({ sql: 'CREATE TABLE IF NOT EXISTS plain (number INTEGER PRIMARY KEY, text TEXT, part INTEGER)' });
  await database.execute({
    sql: `CREATE VIRTUAL TABLE IF NOT EXISTS plain_words USING fts5 (words, content = '', tokenize = 'porter unicode61')`,
  });
  return {
    async store(passages) {
      const rows = passages.map(({ id, text, attributes }) => [Number(id.slice('passage-'.length)), text, attributes['part']]);
      const args = [JSON.stringify(rows)];
      await database.batch([
        { sql: 'INSERT INTO plain SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)', args },
        { sql: 'INSERT INTO plain_words (rowid, words) SELECT value ->> 0, value ->> 1 FROM json_each(?)', args },
      ]);
    },
    finish: async () => undefined,
    async match(text, limit, filtered) {
      const words = searchTerms(text).map((word) => `"${word}"`);
      const passing = filtered ? 'AND +rowid IN (SELECT number FROM plain WHERE part = 0)' : '';
      const { rows } = await database.execute({
        sql: `WITH hit AS MATERIALIZED (SELECT rowid AS number, -bm25(plain_words) AS score FROM plain_words
            WHERE plain_words MATCH ?1 ${passing} ORDER BY score DESC, rowid LIMIT ?2)
          SELECT hit.number, text FROM hit JOIN plain ON plain.number = hit.number ORDER BY score DESC, hit.number`,
        args: [words.join(' OR '), limit],
      });
      return rows.map(([number]) => Number(number));
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
