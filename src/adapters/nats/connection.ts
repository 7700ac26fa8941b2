import { connect, DebugEvents, ErrorCode, Events, headers, NatsError } from 'nats.ws';
import type { ConnectionOptions as NatsOptions, Msg, MsgHdrs, NatsConnection, Subscription } from 'nats.ws';
import { abortable, delay } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { MessageHeaders } from '../../core/message-headers.ts';
import type { Message } from '../../ports/bus.ts';
import type { Logger } from '../../ports/system.ts';
import type { serverOptions } from './server-address.ts';

const MAX_PAYLOAD_EXCEEDED: string = ErrorCode.MaxPayloadExceeded;

type WsSocketFactory = (url: string, options: NatsOptions) => Promise<{ readonly socket: WebSocket; readonly encrypted: boolean }>;

/** A subscription, which outlives connections. */
export interface Listener {
  readonly pattern: string;
  readonly queue: string | undefined;
  deliver(message: Message): void;
  /** Called when the bus closes. */
  end(): void;
}

/** One connection, from its handshake to its loss; it never reconnects. */
export interface Connection {
  readonly bufferedBytes: number;
  /** Resolves once the server is gone, silent for too long, or the connection was closed. */
  readonly lost: Promise<void>;
  listen(listener: Listener): void;
  unlisten(listener: Listener): void;
  /** Whether it is sent: it is not once the connection is lost. */
  publish(subject: string, data: Uint8Array, headers: MessageHeaders, reply?: string): boolean;
  /** Resolves when the server has seen everything published so far. */
  flush(): Promise<void>;
  /** Lets pending messages arrive for at most `drainMs` milliseconds, then disconnects. */
  close(drainMs: number): Promise<void>;
}

export interface ConnectionOptions {
  readonly servers: ReturnType<typeof serverOptions>;
  readonly name: string;
  readonly timeoutMs: number;
  readonly heartbeatMs: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Connects once. Throws if the server cannot be reached or refuses, or if the signal aborts. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { servers, name, timeoutMs, heartbeatMs, logger, signal } = options;
  let socket: WebSocket | undefined;
  // nats.ws takes a socket factory that its types leave out; we need it to keep a reference to the socket.
  const settings: NatsOptions & { wsFactory: WsSocketFactory } = {
    ...servers,
    name,
    timeout: timeoutMs,
    pingInterval: heartbeatMs,
    maxPingOut: 2,
    reconnect: false,
    ignoreClusterUpdates: true,
    wsFactory: async (url) => {
      socket = new WebSocket(url);
      return { socket, encrypted: url.startsWith('wss:') };
    },
  };
  const connecting = connect(settings);
  let nats: NatsConnection;
  try {
    nats = await abortable(connecting, signal);
  } catch (error) {
    socket?.close();
    connecting.then((late) => late.close()).catch(() => undefined);
    throw error;
  }
  const subscriptions = new Map<Listener, Subscription>();
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
  const died = new AbortController();
  let gone = false;
  const leave = (): void => {
    gone = true;
    // nats.ws would wait for its buffer to empty on a socket that a hung server no longer reads.
    socket?.close();
    lose();
    died.abort(new ServiceError('unavailable', 'The message bus was disconnected.'));
  };
  socket?.addEventListener('close', leave);
  nats.closed().then(leave, leave);
  watch(nats, logger).then(leave, leave);

  return {
    lost,
    get bufferedBytes() {
      return socket?.bufferedAmount ?? 0;
    },

    listen(listener) {
      const subscription = nats.subscribe(listener.pattern, {
        ...(listener.queue === undefined ? {} : { queue: listener.queue }),
        callback: (error, message) => {
          if (error !== null) logger.error('the bus refused a subscription', { subject: listener.pattern, reason: error.message });
          else if (!gone) listener.deliver(toMessage(message));
        },
      });
      subscriptions.set(listener, subscription);
    },

    unlisten(listener) {
      if (!nats.isClosed()) subscriptions.get(listener)?.unsubscribe();
      subscriptions.delete(listener);
    },

    publish(subject, data, carried, reply) {
      if (gone || nats.isClosed() || nats.isDraining()) {
        logger.debug('message dropped: the bus is not connected', { subject });
        return false;
      }
      try {
        // nats.ws keeps the bytes until the next microtask; the caller may reuse its buffer at once.
        nats.publish(subject, data.slice(), {
          ...(Object.keys(carried).length === 0 ? {} : { headers: toNats(carried) }),
          ...(reply === undefined ? {} : { reply }),
        });
        return true;
      } catch (error) {
        if (error instanceof NatsError && error.code === MAX_PAYLOAD_EXCEEDED) {
          const limit = nats.info?.max_payload ?? 0;
          throw new ServiceError('payload_too_large', `The message is larger than the bus's limit of ${limit} bytes.`, { cause: error });
        }
        throw new ServiceError('internal', 'The message cannot be published.', { cause: error });
      }
    },

    // nats.ws never settles a flush if the connection dies during it.
    flush: () => abortable(nats.flush(), died.signal),

    async close(drainMs) {
      const giveUp = new AbortController();
      await Promise.race([nats.drain(), lost, delay(drainMs, giveUp.signal)]);
      giveUp.abort();
      leave();
    },
  };
}

/** Logs the server's errors, and returns when it has fallen silent or the connection is closed. */
async function watch(nats: NatsConnection, logger: Logger): Promise<void> {
  for await (const status of nats.status()) {
    if (status.type === DebugEvents.StaleConnection) return;
    if (status.type === Events.Error) logger.warn('the bus reports an error', { reason: JSON.stringify(status.data) });
  }
}

function toNats(carried: MessageHeaders): MsgHdrs {
  const result = headers();
  for (const [name, value] of Object.entries(carried)) result.set(name, value);
  return result;
}

function toMessage({ subject, data, headers: received, reply }: Msg): Message {
  return { subject, data, headers: fromNats(received), ...(reply === undefined || reply === '' ? {} : { reply }) };
}

/** Of a repeated header the first value counts. */
function fromNats(received: MsgHdrs | undefined): Record<string, string> {
  const result: Record<string, string> = {};
  if (received?.code !== undefined && received.code !== 0) result['status'] = String(received.code);
  for (const name of received?.keys() ?? []) result[name] = received?.get(name) ?? '';
  return result;
}
