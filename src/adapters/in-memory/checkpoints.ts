import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Checkpoint, Checkpoints, PendingWrite, StoredCheckpoint } from '../../ports/checkpoints.ts';
import type { Page } from '../../ports/journal.ts';

export interface InMemoryCheckpointsOptions {
  /** How many checkpoints of one thread are kept, 1000 by default; the oldest go first. */
  readonly maxPerThread?: number;
}

/** How many threads are kept; the least recently written one goes first. */
const MAX_THREADS = 1000;

interface Entry {
  readonly sequence: number;
  readonly checkpoint: Checkpoint;
  readonly writes: Map<string, string>;
}

/** Checkpoints in memory, for tests. */
export function createInMemoryCheckpoints({ maxPerThread = 1000 }: InMemoryCheckpointsOptions = {}): Checkpoints {
  /** Least recently written thread first; each thread's entries oldest first. */
  const threads = new Map<string, Entry[]>();
  const byId = new Map<string, Entry>();
  let sequence = 0;

  function add(checkpoint: Checkpoint, writes: readonly PendingWrite[] = []): void {
    if (byId.has(checkpoint.id)) return;
    sequence += 1;
    const entry = { sequence, checkpoint, writes: new Map(writes.map(({ key, value }) => [key, value])) };
    const entries = threads.get(checkpoint.thread) ?? [];
    entries.push(entry);
    byId.set(checkpoint.id, entry);
    threads.delete(checkpoint.thread);
    threads.set(checkpoint.thread, entries);
    if (entries.length > maxPerThread) forget(entries.splice(0, entries.length - maxPerThread));
    const [oldest] = threads.keys();
    if (threads.size > MAX_THREADS && oldest !== undefined) drop(oldest);
  }

  function forget(entries: readonly Entry[]): void {
    for (const { checkpoint } of entries) byId.delete(checkpoint.id);
  }

  function drop(thread: string): void {
    forget(threads.get(thread) ?? []);
    threads.delete(thread);
  }

  return {
    async put(checkpoint, writes) {
      add(checkpoint, writes);
    },

    async putWrites(id, writes) {
      const entry = byId.get(id);
      if (entry === undefined) throw missing();
      for (const { key, value } of writes) entry.writes.set(key, value);
    },

    async latest(thread) {
      return stored(threads.get(thread)?.at(-1));
    },

    async history(thread, { limit, cursor }) {
      const before = cursor === undefined ? Infinity : decodeCursor(cursor, [0])[0];
      const rest = (threads.get(thread) ?? []).filter((entry) => entry.sequence < before).toReversed();
      return pageOf(rest, limit);
    },

    async threads(prefix, { limit, cursor }) {
      const before = cursor === undefined ? Infinity : decodeCursor(cursor, [0])[0];
      const own = [...threads.entries()].filter(([name]) => name.startsWith(prefix) && !name.slice(prefix.length).includes('/'));
      const latest = own.flatMap(([, entries]) => entries.at(-1) ?? []).filter((entry) => entry.sequence < before);
      return pageOf(latest.toReversed(), limit);
    },

    async get(id) {
      return stored(byId.get(id));
    },

    async fork(id, changes) {
      const origin = byId.get(id)?.checkpoint;
      if (origin === undefined) throw missing();
      const checkpoint: Checkpoint = { ...origin, ...changes, parent: id, source: 'fork' };
      add(checkpoint);
      return checkpoint;
    },

    async deleteThread(thread) {
      const found = threads.has(thread);
      for (const name of threads.keys()) if (name === thread || name.startsWith(`${thread}/`)) drop(name);
      return found;
    },
  };
}

function pageOf(entries: readonly Entry[], limit: number): Page<Checkpoint> {
  const page = entries.slice(0, limit);
  const items = page.map(({ checkpoint }) => checkpoint);
  const last = page.at(-1);
  return last === undefined || entries.length <= limit ? { items } : { items, nextCursor: encodeCursor([last.sequence]) };
}

function stored(entry: Entry | undefined): StoredCheckpoint | undefined {
  if (entry === undefined) return undefined;
  return { checkpoint: entry.checkpoint, writes: [...entry.writes].map(([key, value]) => ({ key, value })) };
}

function missing(): ServiceError {
  return new ServiceError('not_found', 'There is no such checkpoint.', { param: 'checkpoint_id' });
}
