import { connect, ErrorCode, NatsError, type NatsConnection } from 'nats.ws';
import { abortable, delay } from '../../core/abort.ts';
import { messageOf, ServiceError } from '../../core/errors.ts';
import type { Logger } from '../../ports/system.ts';
import { serverOptions, type NatsServers } from './server-address.ts';

export interface SessionOptions extends NatsServers {
  /** Connection name, as nats-server lists it. */
  readonly name: string;
  readonly logger: Logger;
  readonly timeoutMs: number;
  /** Runs on each new connection before it is used, and whenever `repair` is called. */
  readonly prepare: (nats: NatsConnection) => Promise<void>;
}

/** A connection for JetStream that is made on demand and again when lost. */
export interface Session extends AsyncDisposable {
  /** The connection. Throws `unavailable` if there is none now. */
  use(): Promise<NatsConnection>;
  /** Runs the work, repeatedly while the server is down or silent, for at most `patienceMs` milliseconds. */
  persist<T>(work: (nats: NatsConnection) => Promise<T>, patienceMs: number): Promise<T>;
  /** Prepares the server again, once for all callers at a time. Throws `unavailable` if that is not possible. */
  repair(): Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

export function createSession({ name, logger, timeoutMs, prepare, ...place }: SessionOptions): Session {
  const servers = serverOptions(place);
  const stopping = new AbortController();
  let opening: Promise<NatsConnection> | undefined;
  let repairing: Promise<void> | undefined;
  /** Why the server could not be prepared last time; each reason is told once. */
  let complaint = '';

  async function prepared(nats: NatsConnection): Promise<void> {
    try {
      await prepare(nats);
      complaint = '';
    } catch (error) {
      const problem = unusable(error);
      const { message: why } = problem.cause instanceof Error ? problem.cause : problem;
      if (why !== complaint) logger.warn('the durable queue cannot be used', { reason: problem.message, cause: why });
      complaint = why;
      throw problem;
    }
  }

  async function open(): Promise<NatsConnection> {
    const nats = await connect({
      ...servers,
      name,
      timeout: timeoutMs,
      reconnect: false,
      ignoreClusterUpdates: true,
      pingInterval: 5000,
      maxPingOut: 2,
    });
    try {
      await prepared(nats);
      return nats;
    } catch (error) {
      await nats.close();
      throw error;
    }
  }

  async function use(): Promise<NatsConnection> {
    if (stopping.signal.aborted) throw new ServiceError('unavailable', 'The work queue is closed.');
    const known = opening;
    const current = await known?.catch(() => undefined);
    if (current !== undefined && !current.isClosed()) return current;
    // Another caller that waited may have reconnected already.
    if (opening === known) opening = open();
    const next = opening ?? open();
    try {
      return await next;
    } catch (error) {
      logger.debug('the work queue cannot be reached', { reason: messageOf(error) });
      if (error instanceof ServiceError) throw error;
      throw new ServiceError('unavailable', 'The message bus is not available right now.', { cause: error, retryAfterInSeconds: 1 });
    }
  }

  return {
    use,

    async persist(work, patienceMs) {
      const until = performance.now() + patienceMs;
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        try {
          return await work(await use());
        } catch (error) {
          const isFinal = error instanceof ServiceError && error.kind !== 'unavailable' && error.kind !== 'timeout';
          if (isFinal || stopping.signal.aborted || performance.now() + pause > until) throw error;
        }
        await delay(pause, stopping.signal);
      }
    },

    repair() {
      repairing ??= use()
        .then(prepared)
        .finally(() => {
          repairing = undefined;
        });
      return repairing;
    },

    async [Symbol.asyncDispose]() {
      stopping.abort(new ServiceError('unavailable', 'The work queue is closed.'));
      const current = await opening?.catch(() => undefined);
      if (current === undefined) return;
      await abortable(current.drain(), AbortSignal.timeout(timeoutMs)).catch(() => undefined);
      if (!current.isClosed()) await current.close();
    },
  };
}

/** JetStream's error code for an account without it. */
const NOT_IN_ACCOUNT = 10039;
const NO_JETSTREAM: string = ErrorCode.JetStreamNotEnabled;

function unusable(cause: unknown): ServiceError {
  const hasNone = cause instanceof NatsError && (cause.code === NO_JETSTREAM || cause.api_error?.err_code === NOT_IN_ACCOUNT);
  const message = hasNone
    ? 'The NATS server has no JetStream, which the durable queue needs.'
    : 'The NATS server does not let the durable queue be made right now.';
  return new ServiceError('unavailable', message, { cause, retryAfterInSeconds: 1 });
}
