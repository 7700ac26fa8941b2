/** What SQL can store and bind. */
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

/** Which database a worker opens. */
export interface ConnectionOptions {
  readonly url: string;
  readonly authToken: string | undefined;
  /** How long SQLite itself waits for a lock, in milliseconds. */
  readonly busyTimeoutMs: number;
}

/**
 * What the worker is asked. Reads run in a transaction that refuses to write; writes are atomic. `store` writes entries of a
 * journal, one a line, and gives one row with the number of lines that were cut off. `shrink` gives free pages back to the disk.
 * `give_up` is about an earlier request of the same id, which is not begun any more, and gets no answer of its own.
 */
export type WorkerRequest =
  | { readonly id: number; readonly type: 'open'; readonly options: ConnectionOptions }
  | { readonly id: number; readonly type: 'read' | 'write'; readonly statements: readonly Statement[] }
  | { readonly id: number; readonly type: 'store'; readonly lines: Uint8Array }
  | { readonly id: number; readonly type: 'shrink'; readonly pages: number }
  | { readonly id: number; readonly type: 'give_up' | 'close' };

/** The code of a failure that says that the opened file is not in its place any more: the database is to be opened anew. */
export const FILE_LOST = 'FILE_LOST';

/** A failure inside the worker; `code` is SQLite's, such as SQLITE_BUSY, or `FILE_LOST`. */
export interface WorkerFailure {
  readonly code: string;
  readonly message: string;
}

export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly results: readonly ResultRows[] }
  | { readonly id: number; readonly ok: false; readonly failure: WorkerFailure };
