import { join } from 'node:path';
import { openDatabase, type Database } from '../../src/adapters/libsql/database.ts';
import { createLibsqlVectorIndex } from '../../src/adapters/libsql/vector-index.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createHybridSearch } from '../../src/domain/retrieval/hybrid-search.ts';
import type { Passage, ScoredPassage } from '../../src/ports/vector-index.ts';
import { createRecordedLogger } from '../../tests/system/recorded-logger.ts';
import { openFts5 } from './fts5-variant.ts';
import { STORE } from './vector-data.ts';

/** One way to keep and search passages; what it cannot do is absent. */
export interface VectorVariant extends AsyncDisposable {
  store(passages: readonly Passage[]): Promise<void>;
  /** What is left to do after storing. */
  finish(): Promise<void>;
  /** Numbers of the nearest passages, of all or of those whose attribute `part` is 0. */
  search?(query: Float32Array, limit: number, filtered: boolean): Promise<readonly number[]>;
  /** Numbers of the passages that match best by BM25. */
  match?(text: string, limit: number, filtered: boolean): Promise<readonly number[]>;
  /** Both at once, fused by the domain's search; the embedding of the text is given. */
  hybrid?(text: string, query: Float32Array, limit: number): Promise<readonly number[]>;
  /** Bytes of memory that it knows to hold for vectors and for words. */
  memory?(): Promise<{ readonly vectorBytes: number; readonly wordBytes: number }>;
}

/** Opens `parley`, `fts5`, `scan` (libSQL compares every vector) or `index` (libSQL's DiskANN) over a database in the folder. */
export async function openVariant(name: string, folder: string, dimensions: number): Promise<VectorVariant> {
  const database = openDatabase({
    url: `file:${join(folder, 'vectors.db')}`,
    logger: createRecordedLogger(),
    callTimeoutMs: 3_600_000,
  });
  if (name === 'parley') return openParley(database, dimensions);
  if (name === 'fts5') return openFts5(database);
  if (name === 'scan' || name === 'index') return openLibsql(database, dimensions, name === 'index');
  throw new Error(`no variant ${name}`);
}

function openParley(database: Database, dimensions: number): VectorVariant {
  const index = createLibsqlVectorIndex({ database, clock: systemClock, logger: createRecordedLogger(), model: 'bench', dimensions });
  let given = new Float32Array(dimensions);
  const search = createHybridSearch({
    index,
    embedder: { model: 'bench', dimensions, embed: async (texts) => texts.map(() => given) },
  });
  const numbersOf = (found: readonly Pick<ScoredPassage, 'passage'>[]): number[] =>
    found.map(({ passage }) => Number(passage.id.slice('passage-'.length)));
  const tenth = (filtered: boolean) => (filtered ? { filter: { type: 'eq', key: 'part', value: 0 } as const } : {});
  return {
    store: (passages) => index.upsert(passages),
    finish: async () => undefined,
    search: async (query, limit, filtered) => numbersOf(await index.nearest([STORE], query, { limit, ...tenth(filtered) })),
    match: async (text, limit, filtered) => numbersOf(await index.matching([STORE], text, { limit, ...tenth(filtered) })),
    async hybrid(text, query, limit) {
      given = Float32Array.from(query);
      return numbersOf(await search(text, { storeIds: [STORE], limit }));
    },
    memory: () => index.stats(),
    async [Symbol.asyncDispose]() {
      await index[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** The simplest use of libSQL: one table, one statement per search. Its index supports no condition, so filters apply to its results. */
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
