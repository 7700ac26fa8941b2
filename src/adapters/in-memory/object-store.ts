import { createHash } from 'node:crypto';
import { boundedChunks } from '../../core/bounded-chunks.ts';
import { ServiceError } from '../../core/errors.ts';
import { checkObjectKey } from '../../core/object-key.ts';
import { streamOf } from '../../core/stream-of.ts';
import type { ObjectInfo, ObjectStore } from '../../ports/object-store.ts';

export interface InMemoryObjectStoreOptions {
  /** Total size in bytes; 256 MiB by default. Above it `put` throws `storage_full`. */
  readonly capacityBytes?: number;
}

interface Entry {
  readonly info: ObjectInfo;
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
}

/** Files in memory, for tests and trials. */
export function createInMemoryObjectStore({ capacityBytes = 256 * 1024 * 1024 }: InMemoryObjectStoreOptions = {}): ObjectStore {
  const entries = new Map<string, Entry>();
  /** Bytes stored and being stored. */
  let used = 0;

  return {
    async put(key, body, mediaType, options = {}) {
      checkObjectKey(key);
      const hash = createHash('sha256');
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let size = 0;
      try {
        for await (const chunk of boundedChunks(body, options)) {
          if (used + chunk.byteLength > capacityBytes) throw new ServiceError('storage_full', 'The object store is full.');
          used += chunk.byteLength;
          size += chunk.byteLength;
          hash.update(chunk);
          chunks.push(chunk.slice());
        }
        options.signal?.throwIfAborted();
      } catch (error) {
        used -= size;
        throw error;
      }
      used -= entries.get(key)?.info.size ?? 0;
      const info = { key, size, mediaType };
      entries.set(key, { info, chunks });
      return { ...info, sha256: hash.digest('hex') };
    },
    async get(key) {
      checkObjectKey(key);
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      return { info: entry.info, body: streamOf(entry.chunks.map((chunk) => chunk.slice())) };
    },
    async delete(key) {
      checkObjectKey(key);
      used -= entries.get(key)?.info.size ?? 0;
      return entries.delete(key);
    },
    ping: async (signal) => signal.throwIfAborted(),
  };
}
