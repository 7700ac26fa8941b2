import type { SafeConnection } from './connection.ts';
import { readLine, type StoredEntry } from './journal-line.ts';
import { storeStatements } from './journal-rows.ts';

/**
 * Stores entries that arrive as lines, all of them or none, and says how many lines were cut off and skipped. An entry
 * replaces what is stored under its id, but one of a request that runs never replaces one of its end: lines that waited on
 * the disk may come late.
 */
export async function storeLines(connection: SafeConnection, lines: Uint8Array): Promise<{ readonly skipped: number }> {
  const texts = new TextDecoder()
    .decode(lines)
    .split('\n')
    .filter((line) => line !== '');
  const read = texts.flatMap((line) => readLine(line) ?? []);
  const entries = [...lastOfEach(read).values()];
  const running = entries.flatMap(({ request }) => (request.status === 'running' ? [request.id] : []));
  const ended = await endedAmong(connection, running);
  const toStore = entries.filter(({ request }) => request.status !== 'running' || !ended.has(request.id));
  if (toStore.length > 0) await connection.write(storeStatements(toStore));
  return { skipped: texts.length - read.length };
}

/** By id, what is to be kept of several entries: the last, unless it says that a request runs whose end is there. */
function lastOfEach(entries: readonly StoredEntry[]): Map<string, StoredEntry> {
  const kept = new Map<string, StoredEntry>();
  for (const entry of entries) {
    const { id, status } = entry.request;
    const before = kept.get(id);
    if (before === undefined || status !== 'running' || before.request.status === 'running') kept.set(id, entry);
  }
  return kept;
}

async function endedAmong(connection: SafeConnection, ids: readonly string[]): Promise<ReadonlySet<unknown>> {
  if (ids.length === 0) return new Set();
  const sql = `SELECT id FROM requests WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'running'`;
  const [found] = await connection.read([{ sql, args: [JSON.stringify(ids)] }]);
  return new Set(found?.rows.map(([id]) => id));
}
