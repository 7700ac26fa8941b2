import { createClient as createFileClient, LibsqlError, type Client, type ResultSet } from '@libsql/client/sqlite3';
import { delay } from '../../core/abort.ts';
import { retryableOnce } from '../../core/retryable-once.ts';
import { filePlace, makePrivate, type FilePlace } from './file-place.ts';
import { FILE_LOST, type ConnectionOptions, type ResultRows, type Statement } from './protocol.ts';

/** A libSQL client that does not lose writes. Lives in the worker; calls may overlap, and fail once its file is lost. */
export interface SafeConnection {
  /** Runs the statements in one read-only transaction, unless the signal has aborted. */
  read(statements: readonly Statement[], signal?: AbortSignal): Promise<ResultRows[]>;
  /** Runs the statements in one write transaction after earlier writes, unless the signal has aborted. */
  write(statements: readonly Statement[], signal?: AbortSignal): Promise<ResultRows[]>;
  /** Returns up to this many free pages to the disk, after earlier writes. A file of an older version keeps them. */
  shrink(pages: number): Promise<void>;
  /** Merges the write-ahead log into the file, if nobody else has to be waited for. */
  close(): Promise<void>;
}

/** How long the write-ahead log of a file may stay once it is merged, in bytes; a long transaction or a long read makes it longer. */
const LOG_BYTES = 16_777_216;
const SETTINGS = `PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${LOG_BYTES}`;
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/** Codes of a disk that takes no writes. */
const DISK_FAILS = /^SQLITE_(?:FULL|READONLY|IOERR)/;

/** Databases that SQLite opens itself. */
const IN_THIS_PROCESS = /^(?:file:|:memory:)/i;

/**
 * Opens a database. After one SQLITE_BUSY, later writes on the same connection may be acknowledged and never stored
 * (https://github.com/tursodatabase/libsql-client-ts/issues/352), hence: one write at a time, only as write batches, and after
 * SQLITE_BUSY a new connection, a pause and another attempt. Before the first write, and after one that the disk did not take, a row is
 * stored and read back through a second client, and writes fail until it is found. Reads do not wait for locks of other processes.
 */
export async function openSafeConnection(options: ConnectionOptions): Promise<SafeConnection> {
  const config = {
    url: options.url,
    timeout: options.busyTimeoutMs,
    concurrency: 1,
    ...(options.authToken === undefined ? {} : { authToken: options.authToken }),
  };
  // The client for remote databases is most of the library, so it is imported on demand.
  const createClient = IN_THIS_PROCESS.test(options.url) ? createFileClient : (await import('@libsql/client')).createClient;
  await makePrivate(options.url);
  const client = createClient(config);
  const isFile = client.protocol === 'file';
  let writing: Promise<unknown> = Promise.resolve();
  let place: FilePlace | undefined;

  /** SQLite would continue to write to a file that nobody can open any more. */
  function checkPlace(): void {
    if (place?.isLost() !== true) return;
    place.clear();
    throw new LibsqlError('the file of the database was removed, or another one put in its place', FILE_LOST);
  }

  /** The pool may have replaced the connection, and with it its settings. */
  async function prepare(): Promise<void> {
    if (!isFile) return;
    await client.executeMultiple(SETTINGS);
  }

  /** Another process that uses the file is not waited for. */
  async function mergeLog(): Promise<void> {
    await client.execute('PRAGMA busy_timeout = 0');
    await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async function writeNow(statements: readonly Statement[], signal?: AbortSignal): Promise<ResultRows[]> {
    return retried(client, async () => {
      signal?.throwIfAborted();
      checkPlace();
      await prepare();
      return (await client.batch(statements.map(toClient), 'write')).map(toRows);
    });
  }

  /** Whether writes to a file persist; to be found out anew once the disk took none. */
  const untilDiskFails = () =>
    retryableOnce(async () => {
      if (place === undefined) return;
      await checkThatWritesStay(writeNow, () => createClient(config));
      // SQLite may have created the files beside it with the first write.
      place = filePlace(options.url);
    });
  let checkWrites = untilDiskFails();

  /** Runs work in order with earlier and later writes. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = writing.then(work);
    writing = result.catch(() => undefined);
    return result;
  }

  const connection: SafeConnection = {
    async read(statements, signal) {
      checkPlace();
      return retried(client, async () => {
        signal?.throwIfAborted();
        return (await client.batch(statements.map(toClient), 'read')).map(toRows);
      });
    },
    write: (statements, signal) =>
      inTurn(async () => {
        await checkWrites();
        return writeNow(statements, signal).catch((error: unknown) => {
          if (error instanceof LibsqlError && DISK_FAILS.test(error.code)) checkWrites = untilDiskFails();
          throw error;
        });
      }),
    shrink: (pages) =>
      inTurn(() =>
        retried(client, async () => {
          checkPlace();
          // Other calls step a statement without rows only once, and this one takes a step per page.
          if (isFile) await client.executeMultiple(`PRAGMA incremental_vacuum(${pages})`);
        }),
      ),
    async close() {
      // A copy of the file alone is then complete, and it can be replaced by another one.
      if (place?.isLost() === false) await mergeLog().catch(() => undefined);
      client.close();
    },
  };
  try {
    if (isFile) {
      const { rows } = await retried(client, () => client.execute('PRAGMA page_count'));
      // Only a new file accepts this setting, which allows free pages to be returned; others would be locked for nothing.
      if (rows[0]?.[0] === 0) await retried(client, () => client.execute('PRAGMA auto_vacuum = INCREMENTAL'));
      await retried(client, () => client.execute('PRAGMA journal_mode = WAL'));
      place = filePlace(options.url);
    }
  } catch (error) {
    client.close();
    throw error;
  }
  return connection;
}

async function retried<T>(client: Client, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LibsqlError) || !error.code.startsWith('SQLITE_BUSY') || attempt === ATTEMPTS) throw error;
      client.reconnect();
      await delay(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

async function checkThatWritesStay(
  write: (statements: readonly Statement[]) => Promise<unknown>,
  openAnother: () => Client,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const token = crypto.randomUUID();
    await write([
      { sql: 'CREATE TABLE IF NOT EXISTS write_check (id INTEGER PRIMARY KEY CHECK (id = 1), token TEXT NOT NULL)' },
      { sql: 'INSERT INTO write_check VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET token = excluded.token', args: [token] },
    ]);
    const other = openAnother();
    try {
      const { rows } = await other.execute('SELECT token FROM write_check');
      if (rows[0]?.[0] === token) return;
    } finally {
      other.close();
    }
    // Another process may have checked at the same moment.
    if (attempt < ATTEMPTS) continue;
    const reason = 'a row written to the database cannot be read back; does another process use the file?';
    throw new LibsqlError(reason, 'SQLITE_IOERR_WRITE');
  }
}

function toClient({ sql, args }: Statement) {
  return { sql, args: [...(args ?? [])] };
}

function toRows({ columns, rows, rowsAffected }: ResultSet): ResultRows {
  return { columns, rows: rows.map((row) => columns.map((_, index) => row[index] ?? null)), rowsAffected };
}
