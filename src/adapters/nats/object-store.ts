import { createHash } from 'node:crypto';
import { AckPolicy, connect, DeliverPolicy, NatsError, nanos } from 'nats.ws';
import type { NatsConnection, ObjectInfo as NatsObjectInfo, ObjectStore as NatsBucket } from 'nats.ws';
import { abortable, deadline } from '../../core/abort.ts';
import { boundedChunks } from '../../core/bounded-chunks.ts';
import { ServiceError } from '../../core/errors.ts';
import { checkObjectKey } from '../../core/object-key.ts';
import { streamOf } from '../../core/stream-of.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { serverOptions, type NatsServers } from './server-address.ts';

export interface NatsObjectStoreOptions extends NatsServers {
  /** On how many servers of a cluster a new bucket is kept, 1 by default. */
  readonly replicas?: number | undefined;
  /** Letters, digits, dashes and underscores; created if it is missing. */
  readonly bucket: string;
  /** Time limit of one call of the server: 10 000 ms by default. */
  readonly timeoutMs?: number;
}

/** The object store, and the disposal of its connection. */
export interface NatsObjectStore extends ObjectStore, AsyncDisposable {}

/** The server must have accepted this much before more is sent, so that files do not accumulate in memory. */
const WINDOW_BYTES = 1024 * 1024;
/** Chunks of 128 KiB that are requested at once. */
const FETCH_CHUNKS = 8;

/** JetStream's error codes for a store, a stream or an account without room. */
const FULL = new Set([10023, 10028, 10047, 10077]);

/** Stores files in a JetStream object store (ADR-20 of NATS), over a connection of its own that is made on demand and again when lost. */
export function createNatsObjectStore(options: NatsObjectStoreOptions): NatsObjectStore {
  const { bucket, timeoutMs = 10_000 } = options;
  const servers = serverOptions(options);
  let opening: Promise<{ nats: NatsConnection; store: NatsBucket }> | undefined;

  async function open(): Promise<{ nats: NatsConnection; store: NatsBucket }> {
    const nats = await connect({
      ...servers,
      name: 'object-store',
      timeout: timeoutMs,
      reconnect: false,
      ignoreClusterUpdates: true,
    });
    try {
      const store = await nats
        .jetstream({ timeout: timeoutMs })
        .views.os(bucket, options.replicas === undefined ? {} : { replicas: options.replicas });
      return { nats, store };
    } catch (error) {
      await nats.close();
      throw error;
    }
  }

  async function connected(): Promise<{ nats: NatsConnection; store: NatsBucket }> {
    const current = await opening?.catch(() => undefined);
    if (current !== undefined && !current.nats.isClosed()) return current;
    const next = open();
    opening = next;
    next.catch(() => {
      if (opening === next) opening = undefined;
    });
    return next;
  }

  /** Failures as the port's errors; waits at most the time-out on top of what `work` bounds itself. */
  async function asked<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw fromNatsFault(error);
    }
  }

  async function* paced(body: AsyncIterable<Uint8Array<ArrayBuffer>>, nats: NatsConnection, seen: (chunk: Uint8Array) => void) {
    let sent = 0;
    for await (const chunk of body) {
      seen(chunk);
      yield chunk.slice();
      sent += chunk.byteLength;
      if (sent < WINDOW_BYTES) continue;
      await abortable(nats.flush(), deadline(timeoutMs));
      sent = 0;
    }
  }

  /** The chunks of an object, a few at a time, checked against its digest at the end. */
  async function* chunksOf(nats: NatsConnection, info: NatsObjectInfo): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    const hash = createHash('sha256');
    const stream = `OBJ_${bucket}`;
    const manager = await nats.jetstreamManager({ timeout: timeoutMs });
    const { name } = await manager.consumers.add(stream, {
      filter_subject: `$O.${bucket}.C.${info.nuid}`,
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.All,
      mem_storage: true,
      inactive_threshold: nanos(Math.max(60_000, timeoutMs * 2)),
    });
    try {
      const consumer = await nats.jetstream({ timeout: timeoutMs }).consumers.get(stream, name);
      for (let left = info.chunks; left > 0;) {
        const wanted = Math.min(left, FETCH_CHUNKS);
        const messages = await consumer.fetch({ max_messages: wanted, expires: timeoutMs });
        let got = 0;
        for await (const message of messages) {
          got += 1;
          const chunk = message.data.slice();
          hash.update(chunk);
          yield chunk;
        }
        if (got < wanted) throw new ServiceError('unavailable', 'The object store lost a part of the file or is too slow.');
        left -= got;
      }
    } finally {
      await manager.consumers.delete(stream, name).catch(() => undefined);
    }
    const digest = `SHA-256=${hash.digest('base64url')}`;
    if (info.digest.replace(/=+$/, '') !== digest) throw new ServiceError('unavailable', 'The object store returned a damaged file.');
  }

  return {
    async put(key, body, mediaType, { signal, maxBytes } = {}) {
      checkObjectKey(key);
      const hash = createHash('sha256');
      let size = 0;
      let failure: unknown;
      const bounds = { ...(signal === undefined ? {} : { signal }), ...(maxBytes === undefined ? {} : { maxBytes }) };
      const chunks = boundedChunks(body, bounds);
      try {
        const { nats, store } = await connected();
        const source = paced(chunks, nats, (chunk) => {
          hash.update(chunk);
          size += chunk.byteLength;
        });
        const remembered = streamOf(
          (async function* () {
            try {
              yield* source;
              signal?.throwIfAborted();
            } catch (error) {
              failure = error;
              throw error;
            }
          })(),
        );
        await store.put({ name: key, metadata: { mediaType } }, remembered, { timeout: timeoutMs });
      } catch (error) {
        await chunks.return();
        throw fromNatsFault(failure ?? error);
      }
      return { key, size, mediaType, sha256: hash.digest('hex') };
    },

    get: async (key) => {
      checkObjectKey(key);
      return asked(async () => {
        const { nats, store } = await connected();
        const info = await store.info(key);
        if (info === null || info.deleted) return undefined;
        const chunks = chunksOf(nats, info);
        const body = streamOf(
          (async function* () {
            try {
              yield* chunks;
            } catch (error) {
              throw fromNatsFault(error);
            }
          })(),
        );
        return { info: { key, size: info.size, mediaType: info.metadata?.['mediaType'] ?? 'application/octet-stream' }, body };
      });
    },

    delete: async (key) => {
      checkObjectKey(key);
      return asked(async () => {
        const { store } = await connected();
        const info = await store.info(key);
        if (info === null || info.deleted) return false;
        await store.delete(key);
        return true;
      });
    },

    ping: (signal) =>
      asked(async () => {
        const { store } = await abortable(connected(), signal);
        await abortable(store.status(), signal);
      }),

    async [Symbol.asyncDispose]() {
      const current = await opening?.catch(() => undefined);
      await current?.nats.close();
    },
  };
}

function fromNatsFault(error: unknown): unknown {
  if (!(error instanceof NatsError)) return error;
  const code = error.api_error?.err_code;
  if (code !== undefined && FULL.has(code)) {
    return new ServiceError('storage_full', 'The object store has no room for the file.', { cause: error });
  }
  if (error.code === 'TIMEOUT') return new ServiceError('timeout', 'The object store took too long.', { cause: error });
  return new ServiceError('unavailable', 'The object store cannot be reached.', { cause: error });
}
