import type { Attributes } from '../../core/attribute-filter.ts';
import { ServiceError } from '../../core/errors.ts';
import { searchTerms } from '../../core/search-terms.ts';
import { storable } from '../../core/storable.ts';
import { termOf } from '../../core/word-term.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import type { Passage, RenewableIndex, ScoredPassage } from '../../ports/vector-index.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { oncePerFile } from './once-per-file.ts';
import { createPassageChanges } from './passage-changes.ts';
import { createPassageModels } from './passage-models.ts';
import {
  concatenated,
  FOUND_COLUMNS,
  FOUND_WIDTH,
  groupBodies,
  groupBody,
  insertGroups,
  insertPassages,
  numbersIn,
  numbersOf,
  toGroup,
  toMatches,
  toScored,
} from './passage-rows.ts';
import type { ResultRows, SqlValue, Statement } from './protocol.ts';
import { RETRIEVAL_MIGRATIONS } from './retrieval-migrations.ts';
import { createVectorCache, type VectorChange } from './vector-cache.ts';
import type { VectorStats } from './vector-table.ts';

export interface LibsqlVectorIndexOptions {
  /** Used, not owned. */
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The model that makes the embeddings, and their length: only those of this model are compared. */
  readonly model: string;
  readonly dimensions: number;
  /** Time limit of a search in milliseconds, including the first load; 60 000 by default. */
  readonly searchTimeoutMs?: number;
  /** Whether other processes write to the database as well; searches then ask it first what has changed. */
  readonly isShared?: boolean;
  /** Starts the worker that holds vectors and words; vector-worker.ts by default. */
  readonly startWorker?: () => Worker;
}

/** An index in libSQL, which keeps a compact copy of vectors and words in a worker. Disposing ends the worker, not the database. */
export interface LibsqlVectorIndex extends RenewableIndex, AsyncDisposable {
  /** What the copy contains and how much memory it takes; all 0 before the first search. */
  stats(): Promise<VectorStats>;
}

type Regrouping = Extract<VectorChange, { readonly type: 'remove' | 'move' }>;

/** How many passages one `upsert` takes. */
const MAX_UPSERT = 512;
/** How many groups are deleted in one transaction; more are deleted in several steps. */
const MAX_GROUPS = 512;

/**
 * Passages in libSQL with their vectors and texts. `nearest` takes candidates from the copy in memory and has libSQL compare them
 * exactly; `matching` is answered from the copy, which knows how often each passage contains which words (stemmed by Porter's rules).
 * FTS5's `bm25()` gives the same scores but takes thirty times as long. The copy is loaded by the first search, and again after a write
 * whose outcome is unknown and when the database's file was lost. In addition to the port's errors `upsert` throws `invalid_input` for more than
 * 512 passages.
 */
export function createLibsqlVectorIndex(options: LibsqlVectorIndexOptions): LibsqlVectorIndex {
  const { database, clock, logger, model, dimensions, searchTimeoutMs = 60_000, isShared = false } = options;
  const startWorker = options.startWorker ?? (() => new Worker(new URL('./vector-worker.ts', import.meta.url).href, { type: 'module' }));
  const shared = isShared ? createPassageChanges(database, clock) : undefined;
  const models = createPassageModels({ database, model, dimensions, isShared });
  const cache = createVectorCache({ database, dimensions, model: () => models.id, logger, startWorker, searchTimeoutMs, shared });

  async function prepare(): Promise<void> {
    await migrate(database, RETRIEVAL_MIGRATIONS, clock);
    await shared?.prepare();
    await models.choose();
  }

  const ready = oncePerFile(database, prepare);

  async function read(sql: string, args: readonly SqlValue[], signal?: AbortSignal): Promise<ResultRows['rows']> {
    await ready();
    return (await database.execute({ sql, args }, signal === undefined ? {} : { signal })).rows;
  }

  function check(embedding: Float32Array): void {
    if (embedding.length === dimensions) return;
    throw new ServiceError('invalid_input', `An embedding has ${embedding.length} dimensions; the index holds ${dimensions}.`, {
      param: 'embedding',
    });
  }

  async function store(passages: readonly Passage[]): Promise<{ changes: VectorChange[]; result: undefined }> {
    const vectors = concatenated(passages, dimensions);
    const bodies = groupBodies(passages);
    const results = await database.batch([
      {
        sql: 'DELETE FROM passages WHERE id IN (SELECT value FROM json_each(?)) RETURNING number',
        args: [JSON.stringify(passages.map(({ id }) => storable(id)))],
      },
      insertGroups(bodies),
      ...(await insertPassages(passages, bodies, vectors, models.id)),
    ]);
    const [numbers, groupIds] = results.at(-1)?.rows[0] ?? [];
    const ids = numbersIn(groupIds);
    const described = new Map(bodies.map((body, index) => [ids[index] ?? 0, body]));
    return {
      changes: [
        {
          type: 'put',
          gone: numbersOf(results[0]?.rows ?? [], 0),
          rows: {
            numbers: numbersIn(numbers),
            groupIds: ids,
            vectors,
            groups: Array.from(described, ([id, body]) => toGroup(id, body)),
            texts: passages.map(({ text, searchText }) => storable(searchText ?? text)),
          },
        },
      ],
      result: undefined,
    };
  }

  /** Gives the passages of groups new stores or attributes; those left in no store are deleted. Returns how many were affected. */
  async function regroup(
    concerned: ResultRows['rows'],
    fileId: string | undefined,
    change: (storeIds: readonly string[], attributes: Attributes) => { storeIds: readonly string[]; attributes: Attributes },
  ): Promise<{ changes: Regrouping[]; result: number }> {
    const which = fileId === undefined ? 'group_id = ?1' : 'group_id = ?1 AND file_id = ?2';
    const file = fileId === undefined ? [] : [storable(fileId)];
    const steps = concerned.map(([id, body]) => {
      const old = toGroup(Number(id), body);
      const { storeIds, attributes } = change(old.storeIds, old.attributes);
      return { from: [Number(id), ...file], to: storeIds.length === 0 ? undefined : groupBody(storeIds, attributes) };
    });
    if (steps.length === 0) return { changes: [], result: 0 };
    const statements = steps.flatMap(({ from, to }): Statement[] => [
      { sql: `SELECT json_group_array(number) FROM passages WHERE ${which}`, args: from },
      ...(to === undefined ? [] : [insertGroups([to])]),
      { sql: 'SELECT id FROM passage_groups WHERE body = ?', args: [to ?? null] },
      to === undefined
        ? { sql: `DELETE FROM passages WHERE ${which}`, args: from }
        : {
            sql: `UPDATE passages SET group_id = (SELECT id FROM passage_groups WHERE body = ?${from.length + 1}) WHERE ${which}`,
            args: [...from, to],
          },
    ]);
    const results = (await database.batch(statements)).filter(({ columns }) => columns.length > 0);
    const changes = steps.map(({ to }, index): Regrouping => {
      const numbers = numbersIn(results[index * 2]?.rows[0]?.[0]);
      if (to === undefined) return { type: 'remove', numbers };
      const groupId = Number(results[index * 2 + 1]?.rows[0]?.[0]);
      return { type: 'move', numbers, groupIds: numbers.slice().fill(groupId), groups: [toGroup(groupId, to)] };
    });
    return { changes, result: changes.reduce((sum, { numbers }) => sum + numbers.length, 0) };
  }

  /** The groups of a store, of a file's passages, or of a file's passages in a store. */
  function groupsOf(fileId: string | undefined, storeId: string | undefined, limit = -1): Promise<ResultRows['rows']> {
    const inStore = storeId === undefined ? '' : 'AND id IN (SELECT group_id FROM passage_group_stores WHERE store_id = ?)';
    const ofFile = fileId === undefined ? '' : 'AND id IN (SELECT group_id FROM passages WHERE file_id = ?)';
    const args = [storeId, fileId].filter((id) => id !== undefined).map(storable);
    return read(`SELECT id, body FROM passage_groups WHERE true ${inStore} ${ofFile} ORDER BY id LIMIT ${limit}`, args);
  }

  /** Removes a file, or everything, from one store or from all. */
  async function remove(fileId: string | undefined, storeId: string | undefined): Promise<number> {
    await ready();
    const leave = (storeIds: readonly string[], attributes: Attributes) => ({
      storeIds: storeId === undefined ? [] : storeIds.filter((id) => id !== storable(storeId)),
      attributes,
    });
    let passages = 0;
    for (;;) {
      const done = await cache.change(async () => {
        const concerned = await groupsOf(fileId, storeId, MAX_GROUPS);
        const { changes, result } = await regroup(concerned, fileId, leave);
        return { changes, result: { passages: result, last: concerned.length < MAX_GROUPS } };
      });
      passages += done.passages;
      if (done.last) return passages;
    }
  }

  return {
    dimensions,

    async upsert(passages, signal) {
      for (const { embedding } of passages) check(embedding);
      if (passages.length > MAX_UPSERT) {
        throw new ServiceError('invalid_input', `At most ${MAX_UPSERT} passages can be stored at once.`, { param: 'passages' });
      }
      signal?.throwIfAborted();
      const distinct = [...new Map(passages.map((passage) => [storable(passage.id), passage])).values()];
      if (distinct.length === 0) return;
      await ready();
      await cache.change(() => store(distinct));
    },

    async nearest(storeIds, embedding, { limit, filter, signal }) {
      check(embedding);
      await ready();
      // The worker takes ownership of this copy.
      const vector = embedding.slice();
      const query = { storeIds: storeIds.map(storable), vector, limit, ...(filter === undefined ? {} : { filter }) };
      const candidates = await cache.search(query, signal);
      if (candidates.length === 0) return [];
      const rows = await read(
        `WITH near AS MATERIALIZED (
          SELECT number, 1 - vector_distance_cos(embedding, ?1) AS score FROM passages
            WHERE number IN (SELECT value FROM json_each(?2)) AND model = ?4 ORDER BY score DESC, id LIMIT ?3)
        SELECT ${FOUND_COLUMNS}, near.score FROM near JOIN passages p ON p.number = near.number
          JOIN passage_groups g ON g.id = p.group_id ORDER BY near.score DESC, p.id`,
        [new Uint8Array(vector.buffer), `[${candidates.join(',')}]`, limit, models.id],
        signal,
      );
      return rows.map((row) => toScored(row, Number(row[FOUND_WIDTH])));
    },

    async matching(storeIds, text, { limit, filter, signal }) {
      const terms = searchTerms(storable(text)).map(termOf);
      if (terms.length === 0 || storeIds.length === 0) return [];
      await ready();
      const query = { storeIds: storeIds.map(storable), terms, limit, ...(filter === undefined ? {} : { filter }) };
      const { whole, scores, places } = toMatches(await cache.match(query, signal));
      if (scores.size === 0) return [];
      // Equal scores are ordered by id.
      const rows = await read(
        `WITH hit AS MATERIALIZED (
          SELECT p.number, given.value ->> 1 AS place FROM json_each(?1) given CROSS JOIN passages p ON p.number = given.value ->> 0
            ORDER BY place, p.id LIMIT ?2)
        SELECT ${FOUND_COLUMNS}, hit.number FROM hit JOIN passages p ON p.number = hit.number
          JOIN passage_groups g ON g.id = p.group_id ORDER BY hit.place, p.id`,
        [JSON.stringify(places), limit],
        signal,
      );
      return rows.map((row): ScoredPassage => {
        const score = scores.get(Number(row[FOUND_WIDTH])) ?? 0;
        return { ...toScored(row, score), share: score / whole };
      });
    },

    async similarities(ids, embedding, signal) {
      check(embedding);
      await ready();
      const rows = await read(
        'SELECT id, 1 - vector_distance_cos(embedding, ?1) FROM passages WHERE id IN (SELECT value FROM json_each(?2)) AND model = ?3',
        [new Uint8Array(embedding.slice().buffer), JSON.stringify(ids.map(storable)), models.id],
        signal,
      );
      return new Map(rows.map(([id, score]) => [textColumn(id), Number(score)]));
    },

    async setAttributes(fileId, storeId, attributes) {
      await ready();
      await cache.change(async () => regroup(await groupsOf(fileId, storeId), fileId, (storeIds) => ({ storeIds, attributes })));
    },

    deleteFile: (fileId, storeId) => remove(fileId, storeId),
    deleteStore: (storeId) => remove(undefined, storeId),

    async count(storeIds, filter, signal) {
      await ready();
      const stores = storeIds?.map(storable);
      const groupIds = filter === undefined ? undefined : await cache.select(stores, filter, signal);
      const counting = 'SELECT count(*), count(DISTINCT file_id) FROM passages';
      const inStores = 'SELECT group_id FROM passage_group_stores WHERE store_id IN (SELECT value FROM json_each(?))';
      const [row] =
        groupIds !== undefined
          ? await read(`${counting} WHERE group_id IN (SELECT value FROM json_each(?))`, [`[${groupIds.join(',')}]`], signal)
          : stores !== undefined
            ? await read(`${counting} WHERE group_id IN (${inStores})`, [JSON.stringify(stores)], signal)
            : await read(counting, [], signal);
      return { passages: Number(row?.[0] ?? 0), files: Number(row?.[1] ?? 0) };
    },

    isWhole: (signal) => ready().then(() => models.isWhole(signal)),
    countOutdated: (signal) => ready().then(() => models.countOutdated(signal)),
    outdated: (limit, signal) => ready().then(() => models.outdated(limit, signal)),

    async renew(passages, signal) {
      for (const { embedding } of passages) check(embedding);
      signal?.throwIfAborted();
      await ready();
      await cache.change(async () => {
        const given = new Map(passages.map((passage) => [passage.number, passage]));
        const numbers = await models.renew([...given.keys()], concatenated([...given.values()], dimensions));
        const renewed = numbers.flatMap((number) => given.get(number) ?? []);
        const change = { type: 'renew', numbers: Float64Array.from(numbers), vectors: concatenated(renewed, dimensions) } as const;
        return { changes: [change], result: undefined };
      });
    },

    stats: () => cache.stats(),

    async [Symbol.asyncDispose]() {
      cache.close();
    },
  };
}
