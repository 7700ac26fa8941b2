import { abortable, deadline } from '../../core/abort.ts';
import type { AttributeFilter } from '../../core/attribute-filter.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Logger } from '../../ports/system.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { PassageChanges } from './passage-changes.ts';
import type { PassageGroup } from './passage-groups.ts';
import { numbersOf, toGroup } from './passage-rows.ts';
import type { ResultRows } from './protocol.ts';
import { startVectorLink, type VectorLink } from './vector-link.ts';
import type { VectorCall } from './vector-protocol.ts';
import type { VectorQuery, VectorStats, WordQuery } from './vector-table.ts';

export interface VectorCacheOptions {
  readonly database: Database;
  readonly dimensions: number;
  /** The id of the model whose vectors are compared, as passages have it; passages of other models are found by their words alone. */
  readonly model: () => number;
  readonly logger: Logger;
  readonly startWorker: () => Worker;
  readonly searchTimeoutMs: number;
  /** What has changed in a database that other processes write to as well; absent if this process is the only one. */
  readonly shared?: PassageChanges | undefined;
}

/** What a write has changed, once it is stored. */
export type VectorChange = Extract<VectorCall, { readonly type: 'put' | 'remove' | 'move' | 'renew' }>;

/** Vectors and words in compact form, read from the database on first use and kept in step with it. */
export interface VectorCache {
  /**
   * Runs a write after earlier writes and loads, and passes on what it changed; resolves when searches see it. If it fails, everything
   * is read again.
   */
  change<T>(write: () => Promise<{ readonly changes: readonly VectorChange[]; readonly result: T }>): Promise<T>;
  search(query: VectorQuery, signal?: AbortSignal): Promise<Float64Array>;
  /** See `VectorTable.match`. */
  match(query: WordQuery, signal?: AbortSignal): Promise<Float64Array>;
  select(storeIds: readonly string[] | undefined, filter: AttributeFilter, signal?: AbortSignal): Promise<Float64Array>;
  /** All 0 before the first search. */
  stats(): Promise<VectorStats>;
  close(): void;
}

/** How many passages are read at once. */
const PAGE = 256;
/** What `toPut` reads, with the model's id as ?1. */
const STORED = `SELECT p.number, p.group_id, iif(p.model = ?1, p.embedding, NULL), g.body, coalesce(p.search_text, p.text) FROM passages p
  JOIN passage_groups g ON g.id = p.group_id`;

/** Empty; nothing is read before the first search. */
export function createVectorCache(options: VectorCacheOptions): VectorCache {
  const { database, dimensions, model, logger, startWorker, searchTimeoutMs, shared } = options;
  /** The latest change of a shared database that the copy contains. */
  let seen = 0;
  let catchingUp: Promise<unknown> = Promise.resolve();
  let nextCatchUp: Promise<VectorLink> | undefined;
  let link: VectorLink | undefined;
  /** Of which file of the database the link has a copy. */
  let filesLost = database.filesLost;
  let loading: Promise<VectorLink> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  /** One write or load at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  function drop(): void {
    link?.end();
    link = undefined;
  }

  /** The worker if it has a copy of what the database holds. */
  function inStep(): VectorLink | undefined {
    if (database.filesLost !== filesLost) drop();
    filesLost = database.filesLost;
    return link?.dead === true ? undefined : link;
  }

  async function load(): Promise<VectorLink> {
    if (closed) throw new ServiceError('unavailable', 'The vector index is closed.');
    const known = inStep();
    if (known !== undefined) return known;
    // A write that timed out may still be running. Writes keep their order: after this one it has either happened or never will.
    await database.execute({ sql: 'UPDATE passage_models SET loads = loads + 1 WHERE id = ?', args: [model()] });
    const fresh = startVectorLink(startWorker(), logger);
    try {
      await fresh.call({ type: 'reset', dimensions });
      // What changes during the load is read once more afterwards.
      seen = (await shared?.last()) ?? 0;
      let after = -1;
      let adding: Promise<unknown> = Promise.resolve();
      for (;;) {
        const { rows } = await database.execute({
          sql: `${STORED} WHERE p.number > ?2 ORDER BY p.number LIMIT ?3`,
          args: [model(), after, PAGE],
        });
        // The next page is read while one is added.
        await adding;
        if (rows.length === 0) break;
        const call = toPut(rows, dimensions);
        adding = fresh.call(call, transferred(call));
        adding.catch(() => undefined);
        after = Number(rows.at(-1)?.[0]);
      }
    } catch (error) {
      fresh.end();
      throw error;
    }
    link = fresh;
    return fresh;
  }

  /** The worker once it contains what any process had changed before this call. */
  function current(): Promise<VectorLink> {
    if (shared === undefined) return loaded();
    // One that has not begun yet will see what this one needs.
    nextCatchUp ??= catchingUp.then(() => {
      nextCatchUp = undefined;
      const done = catchUp(shared);
      catchingUp = done.catch(() => undefined);
      return done;
    });
    return nextCatchUp;
  }

  async function catchUp(changes: PassageChanges): Promise<VectorLink> {
    const to = await loaded();
    const found = await changes.since(seen);
    if (found === undefined) {
      drop();
      return loaded();
    }
    const { passages, last: latest } = found;
    try {
      for (let start = 0; start < passages.length; start += PAGE) {
        const gone = passages.slice(start, start + PAGE);
        const { rows } = await database.execute({
          sql: `${STORED} WHERE p.number IN (SELECT value FROM json_each(?2))`,
          args: [model(), `[${gone.join(',')}]`],
        });
        const call = toPut(rows, dimensions, gone);
        await to.call(call, transferred(call));
      }
    } catch (error) {
      to.end();
      throw error;
    }
    seen = latest;
    return to;
  }

  /** The loaded worker. Searches during the load wait for the same load. */
  function loaded(): Promise<VectorLink> {
    const known = inStep();
    if (known !== undefined) return Promise.resolve(known);
    loading ??= inTurn(load).finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function ask(call: VectorCall, signal?: AbortSignal): Promise<Float64Array> {
    signal?.throwIfAborted();
    const limit = deadline(searchTimeoutMs, signal);
    try {
      return await abortable(
        current().then((to) => to.call(call)),
        limit,
      );
    } catch (error) {
      if (!limit.aborted || signal?.aborted === true) throw error;
      throw new ServiceError('timeout', `The vector index did not answer within ${searchTimeoutMs} ms.`, { cause: error });
    }
  }

  /** Passes on changes. If that fails or takes too long, the link is ended, and the next search reads everything again. */
  async function pass(changes: readonly VectorChange[], to: VectorLink): Promise<void> {
    const applied = Promise.all(changes.map((change) => to.call(change, transferred(change))));
    try {
      await abortable(applied, deadline(searchTimeoutMs));
    } catch {
      to.end();
    }
  }

  return {
    async change(write) {
      const { result, passing } = await inTurn(async () => {
        try {
          const done = await write();
          // In a shared database the log of changes has them in their order among those of others.
          const to = shared === undefined ? inStep() : undefined;
          const passing = to === undefined ? undefined : pass(done.changes, to);
          return { result: done.result, passing };
        } catch (error) {
          drop();
          throw error;
        }
      });
      await passing;
      return result;
    },

    search: (query, signal) => ask({ type: 'search', query }, signal),
    match: (query, signal) => ask({ type: 'match', query }, signal),
    select: (storeIds, filter, signal) => ask({ type: 'select', storeIds, filter }, signal),

    async stats() {
      const known = inStep();
      if (known === undefined) return { passages: 0, vectorBytes: 0, wordBytes: 0 };
      const [passages = 0, vectorBytes = 0, wordBytes = 0] = await known.call({ type: 'stats' });
      return { passages, vectorBytes, wordBytes };
    },

    close() {
      closed = true;
      drop();
    },
  };
}

/** Rows of number, group id, embedding or null, the group's body and the text. */
function toPut(rows: ResultRows['rows'], dimensions: number, gone = new Float64Array(0)): VectorChange {
  const vectors = new Float32Array(rows.length * dimensions);
  const bytes = new Uint8Array(vectors.buffer);
  const groups = new Map<number, PassageGroup>();
  for (const [index, [, groupId, embedding, body]] of rows.entries()) {
    if (embedding === null) vectors.fill(NaN, index * dimensions, (index + 1) * dimensions);
    else if (!(embedding instanceof ArrayBuffer || embedding instanceof Uint8Array) || embedding.byteLength !== dimensions * 4) {
      throw new ServiceError('internal', `A stored embedding does not have ${dimensions} dimensions.`);
    } else bytes.set(new Uint8Array(embedding), index * dimensions * 4);
    if (!groups.has(Number(groupId))) groups.set(Number(groupId), toGroup(Number(groupId), body));
  }
  const texts = rows.map((row) => textColumn(row[4]));
  const added = { numbers: numbersOf(rows, 0), groupIds: numbersOf(rows, 1), vectors, groups: [...groups.values()], texts };
  return { type: 'put', gone, rows: added };
}

/** The buffers that are transferred to the worker instead of copied. */
function transferred(change: VectorChange): ArrayBuffer[] {
  if (change.type === 'renew') return [change.vectors.buffer];
  return change.type === 'put' ? [change.rows.vectors.buffer] : [];
}
