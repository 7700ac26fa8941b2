import { AsyncQueue } from '../../core/async-queue.ts';
import { ServiceError } from '../../core/errors.ts';
import { cleanHeaders } from '../../core/message-headers.ts';
import { checkPattern, checkQueue, checkSubject, hasWildcard, matchesSubject } from '../../core/subject.ts';
import type { Bus, Message } from '../../ports/bus.ts';
import type { Logger } from '../../ports/system.ts';

export interface InMemoryBusOptions {
  /** How many messages may wait for one subscriber, 10 000 by default. When full, the newest are dropped and logged. */
  readonly queueCapacity?: number;
  /** Largest message in bytes, 1 MiB by default as in nats-server. */
  readonly maxPayloadBytes?: number;
  readonly logger?: Logger;
}

interface Subscription {
  readonly pattern: string;
  readonly queue: string | undefined;
  readonly deliver: (message: Message) => void;
}

/**
 * A bus inside the process with the semantics of core NATS: the embedded default, and the stand-in for
 * tests. Members of a queue group take turns. Disposing it ends every subscription once what waits for
 * it has been read; what is published later is dropped.
 */
export function createInMemoryBus(options: InMemoryBusOptions = {}): Bus {
  const { queueCapacity = 10_000, maxPayloadBytes = 1024 * 1024, logger } = options;
  const exact = new Map<string, Set<Subscription>>();
  const wildcard = new Set<Subscription>();
  const turns = new Map<string, number>();
  const open = new Set<AsyncQueue<Message>>();
  let connected = true;
  let published = 0;
  let failed = 0;

  function add(subscription: Subscription): () => void {
    const { pattern } = subscription;
    if (hasWildcard(pattern)) {
      wildcard.add(subscription);
      return () => wildcard.delete(subscription);
    }
    const sharing = exact.get(pattern) ?? new Set();
    exact.set(pattern, sharing.add(subscription));
    return () => {
      sharing.delete(subscription);
      if (sharing.size === 0 && exact.get(pattern) === sharing) exact.delete(pattern);
    };
  }

  /** Who gets a message: every plain subscriber, and one member of each queue group. */
  function receivers(subject: string): Subscription[] {
    const chosen: Subscription[] = [];
    const groups = new Map<string, Subscription[]>();
    const consider = (subscription: Subscription): void => {
      if (subscription.queue === undefined) chosen.push(subscription);
      else groups.set(subscription.queue, [...(groups.get(subscription.queue) ?? []), subscription]);
    };
    for (const subscription of exact.get(subject) ?? []) consider(subscription);
    for (const subscription of wildcard) if (matchesSubject(subscription.pattern, subject)) consider(subscription);
    for (const [queue, members] of groups) {
      const turn = turns.get(queue) ?? 0;
      turns.set(queue, turn + 1);
      const member = members[turn % members.length];
      if (member !== undefined) chosen.push(member);
    }
    return chosen;
  }

  function receivesAny(subject: string): boolean {
    if (exact.has(subject)) return true;
    for (const { pattern } of wildcard) if (matchesSubject(pattern, subject)) return true;
    return false;
  }

  return {
    get connected() {
      return connected;
    },

    counts: () => ({ published, failed, reconnects: 0 }),

    isHeard: (subject) => connected && receivesAny(subject),

    publish(subject, data, headers = {}, reply) {
      checkSubject(subject);
      if (reply !== undefined) checkSubject(reply);
      const carried = cleanHeaders(headers);
      if (data.byteLength > maxPayloadBytes) {
        failed += 1;
        throw new ServiceError('payload_too_large', `The message is larger than the bus's limit of ${maxPayloadBytes} bytes.`);
      }
      if (!connected) {
        failed += 1;
        return;
      }
      published += 1;
      const to = receivers(subject);
      if (to.length === 0) {
        const back: Message = { subject: reply ?? '', data: new Uint8Array(), headers: { status: '503' } };
        if (reply !== undefined) for (const { deliver } of receivers(reply)) deliver(back);
        return;
      }
      const message: Message = { subject, data: data.slice(), headers: carried, ...(reply === undefined ? {} : { reply }) };
      for (const { deliver } of to) deliver(message);
    },

    subscribe(pattern, { signal, queue }) {
      checkPattern(pattern);
      if (queue !== undefined) checkQueue(queue);
      let dropped = 0;
      let remove: (() => void) | undefined;
      const waiting = new AsyncQueue<Message>(queueCapacity, signal, () => {
        remove?.();
        open.delete(waiting);
        if (dropped > 0) logger?.warn('a bus subscriber lost messages', { subject: pattern, dropped });
      });
      if (!connected) waiting.close();
      if (waiting.closed) return waiting;
      open.add(waiting);
      remove = add({
        pattern,
        queue,
        deliver: (message) => {
          if (waiting.push(message)) return;
          dropped += 1;
          if (dropped === 1) logger?.warn('a bus subscriber is too slow: messages are dropped', { subject: pattern });
        },
      });
      return waiting;
    },

    async ping(signal) {
      signal.throwIfAborted();
      if (!connected) throw new ServiceError('unavailable', 'The message bus is closed.');
    },

    async [Symbol.asyncDispose]() {
      connected = false;
      for (const waiting of open) waiting.close();
    },
  };
}
