import { laterRecordId } from '../../core/request-id.ts';
import { textColumn } from './column-values.ts';
import type { SafeConnection } from './connection.ts';
import { readLine, type StoredEntry } from './journal-line.ts';
import { sequenceOf, storeStatements } from './journal-rows.ts';

/** What is known of an existing record. */
interface Known {
  readonly sequence: number;
  readonly isRunning: boolean;
}

/**
 * Stores entries that arrive as lines, all or none, and returns how many incomplete lines were skipped. An entry replaces the stored one
 * of its request, but one of a running request never replaces one of its end, since spooled lines may arrive late. An entry of another
 * request with the same id is stored beside it.
 */
export async function storeLines(connection: SafeConnection, lines: Uint8Array): Promise<{ readonly skipped: number }> {
  const texts = new TextDecoder()
    .decode(lines)
    .split('\n')
    .filter((line) => line !== '');
  const read = texts.flatMap((line) => readLine(line) ?? []);
  const known = await knownAmong(connection, read.flatMap(possibleIds));
  const kept = new Map<string, StoredEntry>();
  for (const entry of read) {
    const { request } = withFreeId(entry, known);
    const before = known.get(request.id);
    const isRunning = request.status === 'running';
    if (isRunning && before?.isRunning === false) continue;
    kept.set(request.id, { ...entry, request });
    known.set(request.id, { sequence: sequenceOf(request), isRunning });
  }
  if (kept.size > 0) await connection.write(storeStatements([...kept.values()]));
  return { skipped: texts.length - read.length };
}

/** Under another id if an earlier request has its id. */
function withFreeId(entry: StoredEntry, known: ReadonlyMap<string, Known>): StoredEntry {
  const { request } = entry;
  const sequence = sequenceOf(request);
  const before = known.get(request.id);
  if (before === undefined || before.sequence === sequence) return entry;
  return { ...entry, request: { ...request, id: laterRecordId(request.id, sequence) } };
}

function possibleIds({ request }: StoredEntry): string[] {
  return [request.id, laterRecordId(request.id, sequenceOf(request))];
}

async function knownAmong(connection: SafeConnection, ids: readonly string[]): Promise<Map<string, Known>> {
  if (ids.length === 0) return new Map();
  const sql = `SELECT id, sequence, status = 'running' FROM requests WHERE id IN (SELECT value FROM json_each(?))`;
  const [found] = await connection.read([{ sql, args: [JSON.stringify(ids)] }]);
  return new Map(
    found?.rows.map(([id, sequence, isRunning]) => [textColumn(id), { sequence: Number(sequence), isRunning: Number(isRunning) === 1 }]),
  );
}
