import { join } from 'node:path';
import { openDatabase, type Database } from '../../src/adapters/libsql/database.ts';
import { createLibsqlVectorIndex } from '../../src/adapters/libsql/vector-index.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import type { Passage } from '../../src/ports/vector-index.ts';
import { createRecordedLogger } from '../../tests/system/recorded-logger.ts';
import { STORE } from './vector-data.ts';

/** One way to keep and search vectors. */
export interface VectorVariant extends AsyncDisposable {
  store(passages: readonly Passage[]): Promise<void>;
  /** What is left to do after storing. */
  finish(): Promise<void>;
  /** Numbers of the nearest passages, of all or of those whose attribute `part` is 0. */
  search(query: Float32Array, limit: number, filtered: boolean): Promise<readonly number[]>;
}

/** Opens `parley`, `scan` (libSQL compares every vector) or `index` (libSQL's DiskANN) over a database in the folder. */
export async function openVariant(name: string, folder: string, dimensions: number): Promise<VectorVariant> {
  const database = openDatabase({
    url: `file:${join(folder, 'vectors.db')}`,
    logger: createRecordedLogger(),
    callTimeoutMs: 3_600_000,
  });
  if (name === 'parley') return openParley(database, dimensions);
  if (name === 'scan' || name === 'index') return openLibsql(database, dimensions, name === 'index');
  throw new Error(`no variant ${name}`);
}

function openParley(database: Database, dimensions: number): VectorVariant {
  const index = createLibsqlVectorIndex({ database, clock: systemClock, logger: createRecordedLogger(), model: 'bench', dimensions });
  return {
    store: (passages) => index.upsert(passages),
    finish: async () => undefined,
    async search(query, limit, filtered) {
      const filter = filtered ? { filter: { type: 'eq', key: 'part', value: 0 } as const } : {};
      const found = await index.nearest([STORE], query, { limit, ...filter });
      return found.map(({ passage }) => Number(passage.id.slice('passage-'.length)));
    },
    async [Symbol.asyncDispose]() {
      await index[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** The plainest use of libSQL: one table, one statement a search. Its index takes no condition, so a filter chooses among what it finds. */
async function openLibsql(database: Database, dimensions: number, indexed: boolean): Promise<VectorVariant> {
  await database.execute({
    sql: `CREATE TABLE IF NOT EXISTS plain (number INTEGER PRIMARY KEY, text TEXT, part INTEGER, embedding F32_BLOB(${dimensions}))`,
  });
  if (indexed) {
    await database.execute({
      sql: `CREATE INDEX IF NOT EXISTS plain_near ON plain (libsql_vector_idx(embedding, 'compress_neighbors=float8', 'max_neighbors=50'))`,
    });
  }
  const condition = (filtered: boolean): string => (filtered ? 'WHERE part = 0' : '');
  return {
    async store(passages) {
      await database.batch(
        passages.map(({ id, text, attributes, embedding }) => ({
          sql: 'INSERT INTO plain VALUES (?, ?, ?, ?)',
          args: [Number(id.slice('passage-'.length)), text, Number(attributes['part']), new Uint8Array(embedding.buffer)],
        })),
      );
    },
    finish: async () => undefined,
    async search(query, limit, filtered) {
      const vector = new Uint8Array(query.buffer);
      const { rows } = await database.execute(
        indexed
          ? {
              sql: `SELECT number, text FROM vector_top_k('plain_near', ?1, ?2) JOIN plain ON plain.rowid = id ${condition(filtered)} LIMIT ?3`,
              args: [vector, filtered ? limit * 10 : limit, limit],
            }
          : {
              sql: `SELECT number, text FROM plain ${condition(filtered)} ORDER BY vector_distance_cos(embedding, ?1) LIMIT ?2`,
              args: [vector, limit],
            },
      );
      return rows.map(([number]) => Number(number));
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
