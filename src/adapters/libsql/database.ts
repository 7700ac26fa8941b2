import { abortable, timeLimit } from '../../core/abort.ts';
import { hideCredentials } from '../../core/config.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Logger } from '../../ports/system.ts';
import { pathOf } from './file-place.ts';
import type { ConnectionOptions, ResultRows, Statement } from './protocol.ts';
import { seldom } from './seldom-logger.ts';
import { startWorkerLink, type DatabaseCall, type WorkerLink } from './worker-link.ts';

export interface DatabaseOptions {
  /** `file:path`, `libsql:`, `https:` or `http:`. One process owns a file. */
  readonly url: string;
  /** For Turso and sqld. Empty or absent sends none. */
  readonly authToken?: string;
  readonly logger: Logger;
  /** How many calls may wait for the worker, 1024 by default; with more waiting, a call throws `too_many_requests`. */
  readonly maxPending?: number;
  /** Time limit in milliseconds of calls that somebody may wait for, 30 000 by default. */
  readonly callTimeoutMs?: number;
  /** How long SQLite itself waits for a lock in milliseconds, up to six times per call; 5000 by default. */
  readonly busyTimeoutMs?: number;
  /** Starts the worker that owns the connection; worker.ts by default. */
  readonly startWorker?: () => Worker;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * A libSQL database in a worker of its own, so that the calling thread never waits for SQL. Nothing is opened before the first call.
 * Every call may throw `unavailable` (the worker died, the database is locked, cannot be opened or does not answer in time; the next
 * call opens it again), `too_many_requests` or `internal`. A call that timed out while waiting is not started; one that is running
 * continues, and its writes may still be stored.
 */
export interface Database extends AsyncDisposable {
  /** How often its file was lost since it was opened: removed, or replaced by another one, which may have no tables. */
  readonly filesLost: number;
  /** Runs one statement in a transaction of its own. */
  execute(statement: Statement, options?: CallOptions): Promise<ResultRows>;
  /** Runs all statements in one write transaction: all of them or none. */
  batch(statements: readonly Statement[], options?: CallOptions): Promise<readonly ResultRows[]>;
  /** Stores journal entries written by `writeLine`, one per line: all or none. Returns how many lines were incomplete. */
  store(lines: Uint8Array, options?: CallOptions): Promise<number>;
  /** Returns up to this many free pages of a file to the disk, which takes some microseconds each. */
  shrink(pages: number, options?: CallOptions): Promise<void>;
  /** Throws while the database does not answer, until it has been writable once, and while it takes no writes. */
  ping(signal: AbortSignal): Promise<void>;
}

/** How long disposal waits for running calls, in milliseconds. */
const CLOSE_MS = 5000;
/** Time limit in milliseconds of work that nobody waits for. */
const BACKGROUND_MS = 30_000;

/** A database that is opened by its first call. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, maxPending = 1024, callTimeoutMs = BACKGROUND_MS, busyTimeoutMs = 5000 } = options;
  const logger = seldom(options.logger.with({ database: pathOf(url) ?? hideCredentials(url) }));
  const authToken = options.authToken === '' ? undefined : options.authToken;
  const connection: ConnectionOptions = { url, authToken, busyTimeoutMs };
  // On Bun, `smol` makes a worker's heap grow in small steps; what it reads and writes soon becomes garbage.
  const startWorker =
    options.startWorker ?? (() => new Worker(new URL('./worker.ts', import.meta.url).href, { type: 'module', smol: true }));
  let link: WorkerLink | undefined;
  let closed = false;
  let filesLost = 0;
  /** Whether a ping found it writable, and no write failed since: later pings wait for no lock. */
  let isWritable = false;

  /** The running worker, or a new one that opens the database. */
  function current(): WorkerLink {
    if (closed) throw new ServiceError('unavailable', 'The database is closed.');
    if (link !== undefined && !link.dead) return link;
    if (link !== undefined) logger.warn('the database worker is started again');
    filesLost += Number(link?.lostFile === true);
    link = startWorkerLink(startWorker(), connection, logger);
    return link;
  }

  async function call(request: DatabaseCall, signal?: AbortSignal, timeoutMs = callTimeoutMs): Promise<readonly ResultRows[]> {
    signal?.throwIfAborted();
    const to = current();
    if (to.pending >= maxPending) {
      throw new ServiceError('too_many_requests', 'Too many database calls are waiting; try again shortly.', { retryAfterInSeconds: 1 });
    }
    using limit = timeLimit(timeoutMs, signal);
    try {
      return await abortable(to.call(request, limit.signal), limit.signal);
    } catch (error) {
      if (request.type !== 'read' && error instanceof ServiceError && error.kind === 'unavailable') isWritable = false;
      if (!limit.signal.aborted || signal?.aborted === true) throw error;
      throw new ServiceError('unavailable', `The database did not answer within ${timeoutMs} ms.`, {
        cause: error,
        retryAfterInSeconds: 1,
      });
    }
  }

  return {
    get filesLost() {
      return filesLost + Number(link?.lostFile === true);
    },

    async execute(statement, { signal } = {}) {
      const [result] = await call({ type: isRead(statement.sql) ? 'read' : 'write', statements: [statement] }, signal);
      if (result === undefined) throw new ServiceError('internal', 'The database gave no result.');
      return result;
    },

    batch: (statements, { signal } = {}) => call({ type: 'write', statements }, signal),

    async store(lines, { signal } = {}) {
      const [result] = await call({ type: 'store', lines }, signal, BACKGROUND_MS);
      return Number(result?.rows[0]?.[0]);
    },

    shrink: async (pages, { signal } = {}) => void (await call({ type: 'shrink', pages }, signal, BACKGROUND_MS)),

    async ping(signal) {
      // A query without a table would not read the file.
      const statements = [{ sql: 'SELECT 1 FROM sqlite_master LIMIT 1' }];
      await call({ type: isWritable ? 'read' : 'write', statements }, signal);
      isWritable = true;
    },

    async [Symbol.asyncDispose]() {
      if (closed) return;
      closed = true;
      await link?.close(CLOSE_MS);
    },
  };
}

/** Whether a statement only reads. If it wrongly says no, that costs time; if it wrongly says yes, SQLite refuses the write. */
function isRead(sql: string): boolean {
  if (/^\s*(select|values|explain)\b/i.test(sql)) return true;
  return /^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql);
}
