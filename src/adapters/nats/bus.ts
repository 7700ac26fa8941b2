import { abortable, deadline, delay } from '../../core/abort.ts';
import { AsyncQueue } from '../../core/async-queue.ts';
import { messageOf, ServiceError } from '../../core/errors.ts';
import { cleanHeaders } from '../../core/message-headers.ts';
import { checkPattern, checkQueue, checkSubject } from '../../core/subject.ts';
import type { Bus, Message } from '../../ports/bus.ts';
import type { Logger } from '../../ports/system.ts';
import { openConnection, type Connection, type Listener } from './connection.ts';
import { parseServerAddress, serverOptions, type NatsServers } from './server-address.ts';

export interface NatsBusOptions extends NatsServers {
  /** Connection name, as nats-server lists it. */
  readonly name: string;
  readonly logger: Logger;
  /** How many messages may wait for one subscriber, 10 000 by default. When full, the newest are dropped and logged. */
  readonly queueCapacity?: number;
  /** Bytes that may wait in the socket before messages are dropped, 64 MiB by default. */
  readonly maxBufferedBytes?: number;
  /** First and longest pause between attempts to connect, 100 and 5000 ms by default; it doubles in between. */
  readonly retryMs?: { readonly first: number; readonly longest: number };
  /** Time limit of one attempt to connect, and of one ping: 5000 ms by default. */
  readonly timeoutMs?: number;
  /** Ping interval for a silent server, which counts as lost after two unanswered pings: 15 000 ms by default. */
  readonly heartbeatMs?: number;
  /** How long disposal waits for pending messages, 2000 ms by default. */
  readonly drainMs?: number;
}

/**
 * A bus over core NATS, through the server's WebSocket listener. It returns at once and maintains a connection in the background: a
 * server that is down, restarted or hung is retried for ever, and subscriptions are restored with the connection. What is published
 * meanwhile is dropped. Of several servers any that can be reached is taken. Throws a TypeError for a malformed URL.
 */
export function connectNatsBus(options: NatsBusOptions): Bus {
  const { queueCapacity = 10_000, maxBufferedBytes = 64 * 1024 * 1024, timeoutMs = 5000, drainMs = 2000 } = options;
  const { heartbeatMs = 15_000, retryMs = { first: 100, longest: 5000 } } = options;
  const servers = serverOptions(options);
  const logger = options.logger.with({ server: parseServerAddress(options.url).urls.join(',') });
  const listeners = new Set<Listener>();
  const stopping = new AbortController();
  let connection: Connection | undefined;
  let wasConnected = false;
  let published = 0;
  let failed = 0;
  let reconnects = 0;

  async function keepConnected(signal: AbortSignal): Promise<void> {
    let pauseMs = retryMs.first;
    let complained = false;
    while (!signal.aborted) {
      try {
        const opened = await openConnection({ servers, name: options.name, timeoutMs, heartbeatMs, logger, signal });
        for (const listener of listeners) opened.listen(listener);
        connection = opened;
        if (wasConnected) reconnects += 1;
        wasConnected = true;
        logger.info('bus connected');
        pauseMs = retryMs.first;
        complained = false;
        await opened.lost;
        connection = undefined;
        if (!signal.aborted) logger.warn('bus disconnected');
      } catch (error) {
        if (signal.aborted) return;
        // A socket closed by the other side gives an error without a message.
        const reason = messageOf(error) || 'the connection was closed';
        if (complained) logger.debug('bus still unreachable', { reason });
        else logger.warn('bus unreachable, trying again until it is', { reason });
        complained = true;
      }
      // Jitter keeps many services from reconnecting at the same moment.
      await delay(pauseMs * (0.5 + Math.random() / 2), signal).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, retryMs.longest);
    }
  }

  const keeping = keepConnected(stopping.signal);

  return {
    get connected() {
      return connection !== undefined;
    },

    get wasConnected() {
      return wasConnected;
    },

    counts: () => ({ published, failed, reconnects }),

    publish(subject, data, headers = {}, reply) {
      checkSubject(subject);
      if (reply !== undefined) checkSubject(reply);
      const carried = cleanHeaders(headers);
      // Unless it is sent below.
      failed += 1;
      if (connection === undefined) {
        logger.debug('message dropped: the bus is not connected', { subject });
      } else if (connection.bufferedBytes > maxBufferedBytes) {
        logger.warn('message dropped: the bus takes messages too slowly', { subject });
      } else if (connection.publish(subject, data, carried, reply)) {
        failed -= 1;
        published += 1;
      }
    },

    subscribe(pattern, { signal, queue }) {
      checkPattern(pattern);
      if (queue !== undefined) checkQueue(queue);
      let dropped = 0;
      const waiting = new AsyncQueue<Message>(queueCapacity, signal, () => {
        listeners.delete(listener);
        connection?.unlisten(listener);
        if (dropped > 0) logger.warn('a bus subscriber lost messages', { subject: pattern, dropped });
      });
      const listener: Listener = {
        pattern,
        queue,
        deliver: (message) => {
          if (waiting.push(message)) return;
          dropped += 1;
          if (dropped === 1) logger.warn('a bus subscriber is too slow: messages are dropped', { subject: pattern });
        },
        end: () => waiting.close(),
      };
      if (stopping.signal.aborted) waiting.close();
      if (waiting.closed) return waiting;
      listeners.add(listener);
      connection?.listen(listener);
      return waiting;
    },

    async ping(signal) {
      signal.throwIfAborted();
      if (connection === undefined) throw new ServiceError('unavailable', 'The message bus is not connected.');
      await abortable(connection.flush(), deadline(timeoutMs, signal));
    },

    async [Symbol.asyncDispose]() {
      stopping.abort();
      await connection?.close(drainMs);
      connection = undefined;
      for (const listener of listeners) listener.end();
      await keeping;
    },
  };
}
