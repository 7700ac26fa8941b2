import { createClient as createFileClient, LibsqlError, type Client, type ResultSet } from '@libsql/client/sqlite3';
import { delay } from '../../core/abort.ts';
import { succeedOnce } from '../../core/succeed-once.ts';
import { filePlace, type FilePlace } from './file-place.ts';
import { FILE_LOST, type ConnectionOptions, type ResultRows, type Statement } from './protocol.ts';

/** A libSQL client that does not lose writes. Lives in the worker; calls may overlap, and fail once its file is lost. */
export interface SafeConnection {
  /** Runs the statements in one transaction that refuses to write; not once the signal has aborted. */
  read(statements: readonly Statement[], signal?: AbortSignal): Promise<ResultRows[]>;
  /** Runs the statements in one write transaction, after the writes asked for before; not once the signal has aborted. */
  write(statements: readonly Statement[], signal?: AbortSignal): Promise<ResultRows[]>;
  /** Gives up to so many free pages back to the disk, after the writes asked for before. A file of an older version keeps them. */
  shrink(pages: number): Promise<void>;
  /** Leaves one file that holds everything, where that takes no waiting for others. */
  close(): Promise<void>;
}

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/** Databases that SQLite opens itself. */
const IN_THIS_PROCESS = /^(?:file:|:memory:)/i;

/**
 * Opens a database. After one SQLITE_BUSY, later writes on the same connection may be acknowledged and
 * never stored (https://github.com/tursodatabase/libsql-client-ts/issues/352), hence: one write at a time, only as
 * write batches, and after SQLITE_BUSY a new connection, a pause and another attempt. Before the first
 * write a row is stored and read back through a second client, and writes fail while it is not there. Reads wait for no lock of others.
 */
export async function openSafeConnection(options: ConnectionOptions): Promise<SafeConnection> {
  const config = {
    url: options.url,
    timeout: options.busyTimeoutMs,
    concurrency: 1,
    ...(options.authToken === undefined ? {} : { authToken: options.authToken }),
  };
  // What speaks to databases on other machines is most of the library.
  const createClient = IN_THIS_PROCESS.test(options.url) ? createFileClient : (await import('@libsql/client')).createClient;
  const client = createClient(config);
  const isFile = client.protocol === 'file';
  let writing: Promise<unknown> = Promise.resolve();
  let place: FilePlace | undefined;

  /** SQLite would go on writing to a file that nobody can open any more. */
  function checkPlace(): void {
    if (place?.isLost() !== true) return;
    place.clear();
    throw new LibsqlError('the file of the database was removed, or another one put in its place', FILE_LOST);
  }

  /** The pool may have replaced the connection, and with it what is set per connection. */
  async function prepare(): Promise<void> {
    if (!isFile) return;
    await client.execute('PRAGMA foreign_keys = ON');
    await client.execute('PRAGMA synchronous = NORMAL');
  }

  /** Whoever uses the file as well is not waited for. */
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

  /** Whether what is written to a file stays there. */
  const checkWrites = succeedOnce(async () => {
    if (place === undefined) return;
    await checkThatWritesStay(writeNow, () => createClient(config));
    // What SQLite keeps beside the file may have come with the first write.
    place = filePlace(options.url);
  });

  /** Work that waits for the writes asked for before, and those asked for later for it. */
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
        return writeNow(statements, signal);
      }),
    shrink: (pages) =>
      inTurn(() =>
        retried(client, async () => {
          checkPlace();
          // Other calls take one step of a statement that gives no rows, and it takes one for every page.
          if (isFile) await client.executeMultiple(`PRAGMA incremental_vacuum(${pages})`);
        }),
      ),
    async close() {
      // A copy of the file alone is whole then, and another one may be put in its place.
      if (place?.isLost() === false) await mergeLog().catch(() => undefined);
      client.close();
    },
  };
  try {
    if (isFile) {
      const { rows } = await retried(client, () => client.execute('PRAGMA page_count'));
      // Only a file that is new takes this, which says that pages may be given back at all; another one would be locked for it.
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
  const token = crypto.randomUUID();
  await write([
    { sql: 'CREATE TABLE IF NOT EXISTS write_check (id INTEGER PRIMARY KEY CHECK (id = 1), token TEXT NOT NULL)' },
    { sql: 'INSERT INTO write_check VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET token = excluded.token', args: [token] },
  ]);
  const other = openAnother();
  try {
    const { rows } = await other.execute('SELECT token FROM write_check');
    if (rows[0]?.[0] === token) return;
    const reason = 'a row written to the database cannot be read back; does another process use the file?';
    throw new LibsqlError(reason, 'SQLITE_IOERR_WRITE');
  } finally {
    other.close();
  }
}

function toClient({ sql, args }: Statement) {
  return { sql, args: [...(args ?? [])] };
}

function toRows({ columns, rows, rowsAffected }: ResultSet): ResultRows {
  return { columns, rows: rows.map((row) => columns.map((_, index) => row[index] ?? null)), rowsAffected };
}
