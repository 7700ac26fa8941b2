import type { OutdatedPassage } from '../../ports/vector-index.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { SqlValue } from './protocol.ts';

export interface PassageModelsOptions {
  /** Used, not owned. */
  readonly database: Database;
  /** The model of the index, and the length of its vectors. */
  readonly model: string;
  readonly dimensions: number;
  /** Whether other processes write to the database as well, perhaps with another model. */
  readonly isShared: boolean;
}

/** Which model the vectors of the stored passages are of. */
export interface PassageModels {
  /** The id of the index's model, once it was chosen. */
  readonly id: number;
  /** Makes the index's model the one that all passages are to have, in place of an earlier choice. */
  choose(): Promise<void>;
  /** See `VectorIndex.isWhole`, `RenewableIndex.countOutdated` and `RenewableIndex.outdated`. */
  isWhole(signal?: AbortSignal): Promise<boolean>;
  countOutdated(signal?: AbortSignal): Promise<number>;
  outdated(limit: number, signal?: AbortSignal): Promise<readonly OutdatedPassage[]>;
  /** The numbers of the passages that got new vectors, which are concatenated in the order of the given numbers. */
  renew(numbers: readonly number[], vectors: Float32Array): Promise<readonly number[]>;
}

/** Of other models than ?1. */
const OUTDATED = 'model IN (SELECT id FROM passage_models WHERE id <> ?1)';
const IS_CHOSEN = 'EXISTS (SELECT 1 FROM passage_models WHERE id = ?1 AND chosen)';

/** The models in a database whose tables there are. */
export function createPassageModels({ database, model, dimensions, isShared }: PassageModelsOptions): PassageModels {
  let id = 0;
  /** An only process stores vectors of its own model alone. */
  let staysWhole = false;

  async function rows(sql: string, args: readonly SqlValue[], signal?: AbortSignal): Promise<readonly (readonly SqlValue[])[]> {
    return (await database.execute({ sql, args }, signal === undefined ? {} : { signal })).rows;
  }

  return {
    get id() {
      return id;
    },

    async choose() {
      const own = () => rows('SELECT id, chosen FROM passage_models WHERE model = ? AND dimensions = ?', [model, dimensions]);
      let [known] = await own();
      if (Number(known?.[1] ?? 0) === 0) {
        await database.batch([
          { sql: 'INSERT INTO passage_models (model, dimensions) VALUES (?, ?) ON CONFLICT DO NOTHING', args: [model, dimensions] },
          { sql: 'UPDATE passage_models SET chosen = (model = ? AND dimensions = ?)', args: [model, dimensions] },
        ]);
        [known] = await own();
      }
      id = Number(known?.[0]);
      staysWhole = false;
    },

    async isWhole(signal) {
      if (staysWhole) return true;
      const [row] = await rows(`SELECT NOT EXISTS (SELECT 1 FROM passages WHERE ${OUTDATED})`, [id], signal);
      const isWhole = Number(row?.[0]) === 1;
      staysWhole = isWhole && !isShared;
      return isWhole;
    },

    async countOutdated(signal) {
      const [row] = await rows(`SELECT count(*) FROM passages WHERE ${OUTDATED}`, [id], signal);
      return Number(row?.[0] ?? 0);
    },

    async outdated(limit, signal) {
      const sql = `SELECT number, coalesce(search_text, text) FROM passages WHERE ${OUTDATED} AND ${IS_CHOSEN} LIMIT ?2`;
      return (await rows(sql, [id, limit], signal)).map(([number, text]) => ({ number: Number(number), text: textColumn(text) }));
    },

    async renew(numbers, vectors) {
      const renewed = await database.batch([
        {
          sql: `UPDATE passages SET model = ?1, embedding = substr(?2, given.key * ?3 + 1, ?3) FROM json_each(?4) given
            WHERE number = given.value AND ${OUTDATED} AND ${IS_CHOSEN} RETURNING number`,
          args: [id, new Uint8Array(vectors.buffer), dimensions * 4, JSON.stringify(numbers)],
        },
      ]);
      return (renewed[0]?.rows ?? []).map(([number]) => Number(number));
    },
  };
}
