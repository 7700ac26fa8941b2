import { abortable, deadline } from '../core/abort.ts';
import { encodeCursor } from '../core/cursor.ts';
import { messageOf, ServiceError } from '../core/errors.ts';
import { decodeJson, encodeJson, isJsonObject } from '../core/json.ts';
import type { Bus, Message } from '../ports/bus.ts';
import type { Stops, WorkName } from '../ports/stops.ts';
import type { Ids, Logger } from '../ports/system.ts';
import { SUBJECTS } from './events.ts';

export interface BusStopsDeps {
  readonly bus: Bus;
  readonly ids: Ids;
  readonly logger: Logger;
  /** Milliseconds that the process with the work may take to end it. */
  readonly timeoutMs: number;
}

/** No offered name is as long as this; a server does not take subjects of any length. */
const MAX_SUBJECT = 1024;

/**
 * Stops over the bus. Each work has a subject of its own, so that a bus without a subscriber for it says at once that nobody has it, and
 * nothing is sent while nobody asks.
 */
export function createBusStops({ bus, ids, logger, timeoutMs }: BusStopsDeps): Stops {
  async function answer(messages: AsyncIterable<Message>, stop: () => Promise<object>): Promise<void> {
    for await (const { reply } of messages) {
      try {
        const ended = await stop();
        if (reply !== undefined) bus.publish(reply, encodeJson(ended));
      } catch (error) {
        logger.warn('work could not be ended for another process', { reason: messageOf(error) });
      }
    }
  }

  return {
    offer(name, stop) {
      const ended = new AbortController();
      void answer(bus.subscribe(subjectOf(name), { signal: ended.signal }), stop);
      return { [Symbol.dispose]: () => ended.abort() };
    },

    async ask(name) {
      const subject = subjectOf(name);
      if (!bus.connected || subject.length > MAX_SUBJECT) return undefined;
      const answered = new AbortController();
      const inbox = `_INBOX.${ids.next()}`;
      try {
        const replies = bus.subscribe(inbox, { signal: answered.signal })[Symbol.asyncIterator]();
        bus.publish(subject, new Uint8Array(), {}, inbox);
        const first = await abortable(replies.next(), deadline(timeoutMs));
        if (first.done === true || first.value.headers['status'] === '503') return undefined;
        const ended = decodeJson(first.value.data);
        return isJsonObject(ended) ? ended : undefined;
      } catch (cause) {
        throw new ServiceError('timeout', 'The process that has the work does not end it.', { cause });
      } finally {
        answered.abort();
      }
    },
  };
}

function subjectOf(name: WorkName): string {
  return SUBJECTS.cancel(encodeCursor(name));
}
