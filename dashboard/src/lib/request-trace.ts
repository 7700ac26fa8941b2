import { ask, type DebugEntry } from './api/guard-api.ts';
import { askNeighbour } from './api/neighbour-api.ts';
import { traceOf, type Trace } from './trace.ts';

const PAGE = 100;

/** Entries that one trace reads at most; the guard keeps more of requests with very many texts. */
const MAX_ENTRIES = 500;

/** A request's way through the services, and which of them could not be asked. */
export interface RequestTrace {
  readonly trace: Trace;
  readonly isRunning: boolean;
  readonly hasVoice: boolean;
  readonly silent: readonly string[];
  /** Whether the guard has more entries than were read. */
  readonly isCut: boolean;
}

/** Reads what guard, voice and reasoner know of a request. A service that cannot be asked is named and left out. Throws a Fault of the guard. */
export async function readTrace(rid: string, signal: AbortSignal): Promise<RequestTrace> {
  const parameters = { rid };
  const silent: string[] = [];
  const orSilent = async <T>(name: string, asked: Promise<T>): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      if (signal.aborted) throw error;
      silent.push(name);
      return undefined;
    }
  };
  const search = { request_id: rid };
  const [request, debug, turns, runs] = await Promise.all([
    ask('/requests/{rid}', { parameters, signal }),
    readEntries(rid, signal),
    orSilent('voice', askNeighbour('voice', '/v1/voice/turns', { search, signal })),
    orSilent('reasoner', askNeighbour('reasoner', '/v1/runs', { search, signal })),
  ]);
  const turn = turns?.data[0];
  return {
    trace: traceOf({ request, entries: debug.entries, turn, run: runs?.data[0] }),
    isRunning: request.status === 'running',
    hasVoice: turn !== undefined,
    silent,
    isCut: debug.isCut,
  };
}

async function readEntries(
  rid: string,
  signal: AbortSignal,
): Promise<{ readonly entries: readonly DebugEntry[]; readonly isCut: boolean }> {
  const entries: DebugEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask('/requests/{rid}/debug', { parameters: { rid }, search: { limit: PAGE, cursor }, signal });
    entries.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && entries.length < MAX_ENTRIES);
  return { entries, isCut: cursor !== undefined };
}
