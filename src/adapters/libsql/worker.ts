import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { LibsqlError } from '@libsql/client/sqlite3';
import { messageOf } from '../../core/errors.ts';
import { lowerPriority } from '../../core/lower-priority.ts';
import { openSafeConnection, type SafeConnection } from './connection.ts';
import type { ResultRows, WorkerFailure, WorkerReply, WorkerRequest } from './protocol.ts';

/** The part of a dedicated worker's global scope that is used here. */
interface WorkerScope {
  postMessage(reply: WorkerReply, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerRequest>) => void): void;
  close(): void;
}

const scope = globalThis as unknown as WorkerScope;
let opened: Promise<SafeConnection> | undefined;
let hasJournal = false;
/** Unanswered calls by id. */
const underWay = new Map<number, AbortController>();

async function answer(request: Exclude<WorkerRequest, { readonly type: 'give_up' }>, signal: AbortSignal): Promise<readonly ResultRows[]> {
  if (request.type === 'open') {
    opened = openSafeConnection(request.options);
    await opened;
    return [];
  }
  const connection = await opened;
  if (connection === undefined) throw new Error('the database is not open');
  if (request.type === 'read') return connection.read(request.statements, signal);
  if (request.type === 'write') return connection.write(request.statements, signal);
  if (request.type === 'shrink') {
    await connection.shrink(request.pages);
    return [];
  }
  if (request.type === 'store') {
    // Only its spool waits for it, no request does.
    if (!hasJournal) lowerPriority(platform, setPriority);
    hasJournal = true;
    // Imported when there is a journal: most databases have none.
    const { storeLines } = await import('./journal-store.ts');
    const { skipped } = await storeLines(connection, request.lines);
    return [{ columns: ['skipped'], rows: [[skipped]], rowsAffected: 0 }];
  }
  await connection.close();
  return [];
}

function describe(error: unknown): WorkerFailure {
  if (error instanceof LibsqlError) return { code: error.code, message: error.message };
  return { code: 'UNKNOWN', message: messageOf(error) };
}

scope.addEventListener('message', ({ data: request }) => {
  if (request.type === 'give_up') {
    underWay.get(request.id)?.abort();
    return;
  }
  const call = new AbortController();
  underWay.set(request.id, call);
  answer(request, call.signal)
    .then((results) => scope.postMessage({ id: request.id, ok: true, results }, []))
    .catch((error: unknown) => scope.postMessage({ id: request.id, ok: false, failure: describe(error) }, []))
    .finally(() => {
      underWay.delete(request.id);
      if (request.type === 'close') scope.close();
    });
});
