import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { decodeDeadLetter, type DeadLetter } from '../../core/dead-letter.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Clock } from '../../ports/system.ts';
import type { DeadLetters } from '../../ports/work-queue.ts';
import { bytesColumn, textColumn } from './column-values.ts';
import type { ResultRows, SqlValue, Statement } from './protocol.ts';

export interface LibsqlDeadLettersOptions {
  /** One transaction. */
  readonly write: (statements: readonly Statement[]) => Promise<readonly ResultRows[]>;
  readonly clock: Clock;
  /** Wakes the workers. */
  readonly wake: () => void;
}

/** Dead letters in a table beside the queue, so that a replay is one transaction. */
export function createLibsqlDeadLetters({ write, clock, wake }: LibsqlDeadLettersOptions): DeadLetters {
  async function get(id: string): Promise<DeadLetter> {
    const [found] = await write([{ sql: 'SELECT id, letter FROM dead_letters WHERE id = ?', args: [numberOf(id)] }]);
    const row = found?.rows[0];
    if (row === undefined) throw missing();
    return letterOf(row);
  }

  return {
    async list({ limit, cursor }) {
      const from = cursor === undefined ? 0 : decodeCursor(cursor, [0])[0];
      const sql = 'SELECT id, letter FROM dead_letters WHERE id >= ? ORDER BY id LIMIT ?';
      const [found] = await write([{ sql, args: [from, limit + 1] }]);
      const all = (found?.rows ?? []).map(letterOf);
      const items = all.slice(0, limit);
      const further = all[limit];
      return further === undefined ? { items } : { items, nextCursor: encodeCursor([Number(further.id)]) };
    },

    async replay(id) {
      const letter = await get(id);
      if (letter.truncated) {
        throw new ServiceError('invalid_input', 'The message was too large to be kept whole and cannot be replayed.', { param: 'id' });
      }
      const now = clock.now().getTime();
      const [added] = await write([
        {
          sql: `INSERT INTO work_items (id, data, headers, deliveries, enqueued_at, available_at)
            SELECT ?1, ?2, ?3, 0, ?4, 0 WHERE EXISTS (SELECT 1 FROM dead_letters WHERE id = ?5)`,
          args: [`replay-${id}`, letter.data, JSON.stringify(letter.headers), now, numberOf(id)],
        },
        { sql: 'DELETE FROM dead_letters WHERE id = ?', args: [numberOf(id)] },
      ]);
      if (added?.rowsAffected !== 1) throw missing();
      wake();
      return letter;
    },

    async delete(id) {
      const [gone] = await write([{ sql: 'DELETE FROM dead_letters WHERE id = ?', args: [numberOf(id)] }]);
      if (gone?.rowsAffected !== 1) throw missing();
    },
  };
}

function letterOf([id, letter]: readonly SqlValue[]): DeadLetter {
  return decodeDeadLetter(textColumn(id), bytesColumn(letter));
}

function numberOf(id: string): number {
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0;
}

function missing(): ServiceError {
  return new ServiceError('not_found', 'There is no such dead letter.', { param: 'id' });
}
