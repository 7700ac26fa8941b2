import { NatsError, type NatsConnection } from 'nats.ws';
import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { decodeDeadLetter, type DeadLetter } from '../../core/dead-letter.ts';
import { ServiceError } from '../../core/errors.ts';
import type { DeadLetters } from '../../ports/work-queue.ts';

export interface NatsDeadLettersOptions {
  readonly asked: <T>(work: (nats: NatsConnection) => Promise<T>) => Promise<T>;
  readonly stream: string;
  readonly subject: string;
  readonly timeoutMs: number;
  /** Puts a message back; the id makes a repetition have no effect. */
  readonly enqueue: (msgID: string, data: Uint8Array, headers: Readonly<Record<string, string>>) => Promise<void>;
}

/** JetStream's codes for a message that is not there. */
const NOT_FOUND = new Set([10037, 10057]);

/** Dead letters in a stream; a letter's id is its sequence in it. */
export function createNatsDeadLetters({ asked, stream, subject, timeoutMs, enqueue }: NatsDeadLettersOptions): DeadLetters {
  /** The letter with a sequence, or the first one after it. */
  const find = (query: { readonly seq: number; readonly next_by_subj?: string }): Promise<DeadLetter | undefined> =>
    asked(async (nats) => {
      const manager = await nats.jetstreamManager({ timeout: timeoutMs });
      try {
        const { seq, data } = await manager.streams.getMessage(stream, query);
        return decodeDeadLetter(String(seq), data);
      } catch (error) {
        if (error instanceof NatsError && NOT_FOUND.has(error.api_error?.err_code ?? 0)) return undefined;
        throw error;
      }
    });

  async function remove(id: string): Promise<void> {
    await asked(async (nats) => {
      const manager = await nats.jetstreamManager({ timeout: timeoutMs });
      try {
        await manager.streams.deleteMessage(stream, Number(id), false);
      } catch (error) {
        if (error instanceof NatsError && NOT_FOUND.has(error.api_error?.err_code ?? 0)) throw missing();
        throw error;
      }
    });
  }

  return {
    async list({ limit, cursor }) {
      const items: DeadLetter[] = [];
      let from = cursor === undefined ? 1 : decodeCursor(cursor, [0])[0];
      while (items.length <= limit) {
        const letter = await find({ seq: from, next_by_subj: subject });
        if (letter === undefined) return { items };
        items.push(letter);
        from = Number(letter.id) + 1;
      }
      const further = items.pop();
      return { items, nextCursor: encodeCursor([Number(further?.id)]) };
    },

    async replay(id) {
      const letter = isId(id) ? await find({ seq: Number(id) }) : undefined;
      if (letter === undefined) throw missing();
      if (letter.truncated) throw cut();
      await enqueue(`${stream}-replay-${id}`, letter.data, letter.headers);
      await remove(id);
      return letter;
    },

    async delete(id) {
      if (!isId(id)) throw missing();
      await remove(id);
    },
  };
}

function isId(id: string): boolean {
  return /^[1-9]\d{0,15}$/.test(id);
}

function missing(): ServiceError {
  return new ServiceError('not_found', 'There is no such dead letter.', { param: 'id' });
}

function cut(): ServiceError {
  return new ServiceError('invalid_input', 'The message was too large to be kept whole and cannot be replayed.', { param: 'id' });
}
