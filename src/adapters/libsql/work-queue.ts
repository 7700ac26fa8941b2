import { abortable, delay } from '../../core/abort.ts';
import { encodeDeadLetter, type BuriedMessage } from '../../core/dead-letter.ts';
import { ServiceError, toServiceError } from '../../core/errors.ts';
import { cleanHeaders } from '../../core/message-headers.ts';
import { REQUEST_ID_HEADER } from '../../core/request-id.ts';
import { retryableOnce } from '../../core/retryable-once.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import type { WorkItem, WorkQueue } from '../../ports/work-queue.ts';
import { bytesColumn, textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import { createLibsqlDeadLetters } from './dead-letters.ts';
import { migrated } from './migrate.ts';
import type { ResultRows, SqlValue, Statement } from './protocol.ts';
import { seldom } from './seldom-logger.ts';
import { WORK_MIGRATIONS } from './work-migrations.ts';

export interface LibsqlWorkQueueOptions {
  /** Used, not owned. */
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds without a sign of life from a worker after which its items go to another one. */
  readonly leaseMs: number;
  /** Milliseconds within which an id is stored only once. */
  readonly duplicateWindowMs: number;
  /** Milliseconds answers are kept. */
  readonly keepAnswersMs: number;
  readonly maxItems: number;
  readonly maxDeadLetters: number;
  /** Nobody else uses the database: items of an ended process are free at once. */
  readonly isSole: boolean;
  readonly subjects: { readonly work: string; readonly failed: string; readonly result: string };
  /** Publishes on the bus. */
  readonly tell: (subject: string, data: Uint8Array, headers?: Readonly<Record<string, string>>) => void;
  /** Milliseconds between checks for work of other processes: 1000 by default. */
  readonly pollMs?: number;
}

const PAUSE_MS = 500;
/** No lease and no pause before a retry is longer, in milliseconds: one that ends later is from before the clock was set back. */
const LONGEST_WAIT_MS = 3_600_000;

/** A work queue in libSQL, for a bus without a server of its own: the guarantees of the JetStream queue, by leases. */
export function createLibsqlWorkQueue(options: LibsqlWorkQueueOptions): WorkQueue {
  const { database, clock, leaseMs, subjects, tell, maxItems, maxDeadLetters } = options;
  const logger = seldom(options.logger);
  const { pollMs = 1000 } = options;
  const now = (): number => clock.now().getTime();
  const closing = new AbortController();
  const wakers = new Set<() => void>();

  const makeTables = migrated(database, WORK_MIGRATIONS, clock);
  const takeOver = retryableOnce(async () => {
    if (options.isSole) await database.execute({ sql: 'UPDATE work_items SET available_at = 0, lease = NULL WHERE lease IS NOT NULL' });
  });

  async function ready(): Promise<void> {
    if (closing.signal.aborted) throw new ServiceError('unavailable', 'The work queue is closed.');
    await makeTables();
    await takeOver();
  }

  async function write(statements: readonly Statement[]): Promise<readonly ResultRows[]> {
    await ready();
    return database.batch(statements);
  }

  function wake(): void {
    for (const waker of wakers) waker();
  }

  async function tellAnswer(id: string, result: Uint8Array): Promise<void> {
    tell(subjects.result, result, { [REQUEST_ID_HEADER]: id });
    await write([{ sql: 'UPDATE work_answers SET told = ? WHERE id = ?', args: [now(), id] }]).catch((error: unknown) => {
      logger.warn('an answer may be published again after a restart', { reason: toServiceError(error).message });
    });
  }

  /** Answers stored by a worker that died before it published them. */
  async function tellRest(): Promise<void> {
    await ready();
    const { rows } = await database.execute({ sql: 'SELECT id, result FROM work_answers WHERE told = 0 ORDER BY at' });
    for (const [id, result] of rows) await tellAnswer(textColumn(id), bytesColumn(result));
  }

  async function store(id: string, data: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<'stored' | 'duplicate'> {
    const at = now();
    const carried = JSON.stringify(cleanHeaders(headers));
    const [, added, , seen] = await write([
      { sql: 'DELETE FROM work_seen WHERE at <= ?', args: [at - options.duplicateWindowMs] },
      {
        sql: `INSERT INTO work_items (id, data, headers, deliveries, enqueued_at, available_at)
          SELECT ?1, ?2, ?3, 0, ?4, 0 WHERE NOT EXISTS (SELECT 1 FROM work_seen WHERE id = ?1) AND (SELECT count(*) FROM work_items) < ?5`,
        args: [id, data, carried, at, maxItems],
      },
      {
        sql: `INSERT INTO work_seen (id, at) SELECT ?1, ?2 WHERE changes() > 0`,
        args: [id, at],
      },
      { sql: 'SELECT 1 FROM work_seen WHERE id = ?', args: [id] },
    ]);
    if ((seen?.rows.length ?? 0) === 0) {
      throw new ServiceError('too_many_requests', 'The work queue is full.', { retryAfterInSeconds: 5 });
    }
    if (added?.rowsAffected !== 1) return 'duplicate';
    wake();
    return 'stored';
  }

  async function claim(most: number): Promise<readonly (readonly SqlValue[])[]> {
    const at = now();
    const [claimed] = await write([
      {
        sql: `UPDATE work_items SET deliveries = deliveries + 1, available_at = ?1, lease = ?2 WHERE sequence IN
          (SELECT sequence FROM work_items WHERE available_at <= ?3 OR available_at > ?3 + ${LONGEST_WAIT_MS} ORDER BY sequence LIMIT ?4)
          RETURNING sequence, data, headers, deliveries, enqueued_at, lease`,
        args: [at + leaseMs, crypto.randomUUID(), at, most],
      },
    ]);
    return claimed?.rows ?? [];
  }

  function itemOf(row: readonly SqlValue[], settled: () => void): WorkItem {
    const [sequence = null, data, headers, deliveries, enqueuedAt, lease = null] = row;
    const remove = { sql: 'DELETE FROM work_items WHERE sequence = ?', args: [sequence] };
    const item = {
      data: bytesColumn(data),
      headers: JSON.parse(textColumn(headers)) as Record<string, string>,
      deliveries: Number(deliveries),
      enqueuedAt: new Date(Number(enqueuedAt)),
    };
    return {
      ...item,
      async done() {
        await write([remove]);
        settled();
      },
      async answered(id, result, beforeTold) {
        const at = now();
        const [, kept, , found] = await write([
          { sql: 'DELETE FROM work_answers WHERE at <= ? AND told > 0', args: [at - options.keepAnswersMs] },
          {
            sql: 'INSERT INTO work_answers (id, result, at, told) VALUES (?, ?, ?, 0) ON CONFLICT (id) DO NOTHING',
            args: [id, result, at],
          },
          remove,
          { sql: 'SELECT result, told FROM work_answers WHERE id = ?', args: [id] },
        ]);
        settled();
        const isFirst = kept?.rowsAffected === 1;
        if (isFirst) await beforeTold?.();
        const [answer, told] = found?.rows[0] ?? [];
        if (Number(told) <= at - options.duplicateWindowMs) await tellAnswer(id, bytesColumn(answer));
        return isFirst;
      },
      async retry(delayMs) {
        const sql = 'UPDATE work_items SET available_at = ?, lease = NULL WHERE sequence = ? AND lease = ?';
        await write([{ sql, args: [now() + delayMs, sequence, lease] }]);
        settled();
        wake();
      },
      async bury(why) {
        const { data: bytes, enqueuedAt: firstAt, ...rest } = item;
        const letter = encodeDeadLetter({ subject: subjects.work, data: bytes, firstAt, at: clock.now(), ...rest, ...why });
        const [added] = await write([
          {
            sql: 'INSERT INTO dead_letters (letter) SELECT ?1 WHERE EXISTS (SELECT 1 FROM work_items WHERE sequence = ?2)',
            args: [letter, sequence],
          },
          remove,
          trim,
        ]);
        settled();
        if (added?.rowsAffected === 1) tell(subjects.failed, letter);
      },
    };
  }

  const trim = {
    sql: 'DELETE FROM dead_letters WHERE id <= (SELECT id FROM dead_letters ORDER BY id DESC LIMIT 1 OFFSET ?)',
    args: [maxDeadLetters],
  };

  async function handle(row: readonly SqlValue[], work: (item: WorkItem) => Promise<void>): Promise<void> {
    const [sequence = null, , , , , lease = null] = row;
    let isSettled = false;
    const renew = (until: number): Promise<unknown> =>
      write([{ sql: 'UPDATE work_items SET available_at = ? WHERE sequence = ? AND lease = ?', args: [until, sequence, lease] }]);
    const alive = setInterval(() => {
      if (!isSettled) renew(now() + leaseMs).catch(() => undefined);
    }, leaseMs / 3);
    try {
      await work(
        itemOf(row, () => {
          isSettled = true;
        }),
      );
    } catch (error) {
      logger.error('work from the queue failed unexpectedly', { reason: toServiceError(error).message });
    } finally {
      clearInterval(alive);
    }
  }

  return {
    enqueue: store,

    async consume(work, { concurrency, signal }) {
      const underWay = new Set<Promise<void>>();
      let isTold = false;
      while (!signal.aborted) {
        const woken = Promise.withResolvers<void>();
        wakers.add(woken.resolve);
        try {
          if (!isTold) await tellRest();
          isTold = true;
          const rows = underWay.size < concurrency ? await claim(concurrency - underWay.size) : [];
          for (const row of rows) {
            const running = handle(row, work).finally(() => {
              underWay.delete(running);
              woken.resolve();
              wake();
            });
            underWay.add(running);
          }
          if (rows.length === 0) await idle(woken.promise, pollMs, signal);
        } catch (error) {
          if (!signal.aborted) logger.warn('the work queue cannot be read', { reason: toServiceError(error).message });
          await delay(PAUSE_MS, signal).catch(() => undefined);
        } finally {
          wakers.delete(woken.resolve);
        }
      }
      await Promise.all(underWay);
    },

    async answer(id) {
      await ready();
      const { rows } = await database.execute({
        sql: 'SELECT result FROM work_answers WHERE id = ? AND at > ?',
        args: [id, now() - options.keepAnswersMs],
      });
      return rows[0] === undefined ? undefined : bytesColumn(rows[0][0]);
    },

    async bury(message: BuriedMessage) {
      const letter = encodeDeadLetter(message);
      await write([{ sql: 'INSERT INTO dead_letters (letter) VALUES (?)', args: [letter] }, trim]);
      tell(subjects.failed, letter);
    },

    deadLetters: createLibsqlDeadLetters({ write, clock, wake }),

    async backlog() {
      await ready();
      const sql = 'SELECT (SELECT count(*) FROM work_items), (SELECT count(*) FROM dead_letters)';
      const [[pending, deadLetters] = []] = (await database.execute({ sql })).rows;
      return { pending: Number(pending), deadLetters: Number(deadLetters) };
    },

    async ping(signal) {
      await database.ping(signal);
    },

    async [Symbol.asyncDispose]() {
      closing.abort();
      wake();
    },
  };
}

/** Waits for whichever comes first; an aborted signal is not an error. */
async function idle(woken: Promise<void>, pollMs: number, signal: AbortSignal): Promise<void> {
  const waited = new AbortController();
  try {
    await abortable(Promise.race([woken, delay(pollMs, waited.signal).catch(() => undefined)]), signal);
  } catch {
    // The signal aborted, which the loop checks.
  } finally {
    waited.abort();
  }
}
