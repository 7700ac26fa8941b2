import { abortable } from '../../core/abort.ts';
import { causeMessageOf, ServiceError } from '../../core/errors.ts';
import type { Logger } from '../../ports/system.ts';
import {
  FILE_LOST,
  type ConnectionOptions,
  type ResultRows,
  type WorkerFailure,
  type WorkerReply,
  type WorkerRequest,
} from './protocol.ts';

/** The calls of a worker whose database is open. */
export type DatabaseCall = Unnumbered<Exclude<WorkerRequest, { readonly type: 'open' | 'give_up' | 'close' }>>;

/** The calling thread's end of one worker: calls by id, and what happens to them if the worker dies. */
export interface WorkerLink {
  /** Whether the worker has died or could not open the database; a dead link must not be used further. */
  readonly dead: boolean;
  /** Whether it is dead because the database's file was removed or replaced. */
  readonly lostFile: boolean;
  /** How many calls wait for an answer. */
  readonly pending: number;
  /** If the signal aborts, a call that has not started never does. */
  call(call: DatabaseCall, signal?: AbortSignal): Promise<readonly ResultRows[]>;
  /** Lets running calls finish for at most `withinMs` milliseconds, then ends the worker. */
  close(withinMs: number): Promise<void>;
}

/** A call without an answer yet. */
interface Call extends PromiseWithResolvers<readonly ResultRows[]> {
  /** Stops listening to the caller's signal. */
  stay(): void;
}

type Unnumbered<T> = T extends WorkerRequest ? Omit<T, 'id'> : never;

/** Takes a new worker and lets it open the database. */
export function startWorkerLink(worker: Worker, connection: ConnectionOptions, logger: Logger): WorkerLink {
  const waiting = new Map<number, Call>();
  const isRemote = !connection.url.startsWith('file:');
  let lastId = 0;
  let isOpen = false;
  let dead = false;
  let lostFile = false;

  function send(request: Unnumbered<WorkerRequest>, signal?: AbortSignal): Promise<readonly ResultRows[]> {
    if (dead) return Promise.reject(died());
    lastId += 1;
    const id = lastId;
    try {
      worker.postMessage({ ...request, id }, []);
    } catch (cause) {
      return Promise.reject(new ServiceError('internal', 'An unexpected failure.', { cause }));
    }
    return answerTo(id, signal);
  }

  /** What comes back for a call. No closure here may hold its request, which can be large. */
  function answerTo(id: number, signal: AbortSignal | undefined): Promise<readonly ResultRows[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly ResultRows[]>();
    const giveUp = (): void => worker.postMessage({ type: 'give_up', id }, []);
    signal?.addEventListener('abort', giveUp, { once: true });
    waiting.set(id, { promise, resolve, reject, stay: () => signal?.removeEventListener('abort', giveUp) });
    return promise;
  }

  /** The call with an id, which waits no longer. */
  function settled(id: number): Call | undefined {
    const call = waiting.get(id);
    waiting.delete(id);
    call?.stay();
    return call;
  }

  function fail(error: ServiceError): void {
    if (dead) return;
    dead = true;
    worker.terminate();
    for (const id of waiting.keys()) settled(id)?.reject(error);
  }

  /** Callers get to know what is wrong with the database itself only as `unavailable`; the log says the rest. */
  function failureOf(failure: WorkerFailure): ServiceError {
    const error = toServiceError(failure, isRemote);
    if (isOpen && error.kind === 'unavailable' && failure.code !== FILE_LOST) {
      logger.error('the database does not work', { reason: causeMessageOf(error) });
    }
    return error;
  }

  worker.addEventListener('message', ({ data: reply }: MessageEvent<WorkerReply>) => {
    const caller = settled(reply.id);
    if (reply.ok) caller?.resolve(reply.results);
    else caller?.reject(failureOf(reply.failure));
    if (reply.ok || reply.failure.code !== FILE_LOST || dead) return;
    logger.error('the database is opened again', { reason: reply.failure.message });
    lostFile = true;
    fail(died());
  });
  worker.addEventListener('error', (event) => {
    // Without this Deno ends the whole process for a worker's uncaught error.
    event.preventDefault();
    logger.error('the database worker died', { reason: errorIn(event.message) });
    fail(died());
  });
  worker.addEventListener('messageerror', () => fail(died()));
  worker.addEventListener('close', () => fail(died()));

  const opened = send({ type: 'open', options: connection });
  opened
    .then(() => (isOpen = true))
    .catch((error: unknown) => {
      logger.error('the database cannot be opened', { reason: causeMessageOf(error) });
      fail(new ServiceError('unavailable', 'The database cannot be opened.', { cause: error }));
    });

  return {
    get dead() {
      return dead;
    },
    get lostFile() {
      return lostFile;
    },
    get pending() {
      return waiting.size;
    },
    call: send,

    async close(withinMs) {
      const finished = Promise.allSettled([...waiting.values()].map(({ promise }) => promise));
      const closed = finished.then(() => send({ type: 'close' }));
      await abortable(closed, AbortSignal.timeout(withinMs)).catch(() => undefined);
      fail(died());
    },
  };
}

/** The message of a worker's error, which Bun puts below the source code around it. */
function errorIn(text: string): string {
  return /^(?:\w*Error|error): .*$/m.exec(text)?.[0] ?? text;
}

function died(): ServiceError {
  return new ServiceError('unavailable', 'The database is not available right now.', { retryAfterInSeconds: 1 });
}

/** SQLite's own message may hold values, so it stays in the cause. */
function toServiceError({ code, message }: WorkerFailure, isRemote: boolean): ServiceError {
  const cause = new Error(message.includes(code) ? message : `${code}: ${message}`);
  // A remote database's errors other than those in SQL are connection errors.
  const isUnreachable = isRemote && !code.startsWith('SQL');
  if (isUnreachable || code === FILE_LOST || /^SQLITE_(BUSY|LOCKED|CANTOPEN|FULL|IOERR|READONLY|NOTADB|CORRUPT)/.test(code)) {
    const message = code.startsWith('SQLITE_FULL') ? 'The disk of the database is full.' : 'The database is not available right now.';
    return new ServiceError('unavailable', message, { cause, retryAfterInSeconds: 1 });
  }
  return new ServiceError('internal', 'An unexpected failure.', { cause });
}
