/** A value that SQL can store and bind. */
export type SqlValue = null | string | number | bigint | ArrayBuffer | Uint8Array;

/** One SQL statement with its positional arguments. */
export interface Statement {
  readonly sql: string;
  readonly args?: readonly SqlValue[];
}

/** Rows as arrays in column order. `rowsAffected` is 0 for a statement that returns rows. */
export interface ResultRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  readonly rowsAffected: number;
}

/** The database that a worker opens. */
export interface ConnectionOptions {
  readonly url: string;
  readonly authToken: string | undefined;
  /** How long SQLite itself waits for a lock, in milliseconds. */
  readonly busyTimeoutMs: number;
}

/**
 * The calls of a worker. Reads run in a read-only transaction; writes are atomic. `store` writes journal entries, one per line, and
 * returns one row with the number of incomplete lines. `shrink` returns free pages to the disk. `give_up` cancels an earlier call with
 * the same id unless it has started, and has no answer.
 */
export type WorkerRequest =
  | { readonly id: number; readonly type: 'open'; readonly options: ConnectionOptions }
  | { readonly id: number; readonly type: 'read' | 'write'; readonly statements: readonly Statement[] }
  | { readonly id: number; readonly type: 'store'; readonly lines: Uint8Array }
  | { readonly id: number; readonly type: 'shrink'; readonly pages: number }
  | { readonly id: number; readonly type: 'give_up' | 'close' };

/** The code of an error that means that the opened file is no longer at its path: the database must be opened again. */
export const FILE_LOST = 'FILE_LOST';

/** An error in the worker; `code` is SQLite's, such as SQLITE_BUSY, or `FILE_LOST`. */
export interface WorkerFailure {
  readonly code: string;
  readonly message: string;
}

export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly results: readonly ResultRows[] }
  | { readonly id: number; readonly ok: false; readonly failure: WorkerFailure };
